"""A guest's requests that the host has not answered. Times are in seconds. Runs in CPython and MicroPython."""

ANSWER_SECONDS = 20.0  # after this time a request is given up: the host's page sleeps, or has dropped it


class OpenRequests:
    """The requests without an answer, by number."""

    def __init__(self) -> "None":
        self._count = 0  # number of requests so far
        self._since: dict[int, float] = {}  # when each open request was sent
        self._given_up: set[int] = set()  # whose answers may still come

    def add(self, now: "float") -> "int":
        """Count a request that is sent now. Returns its number."""
        self._count += 1
        self._since[self._count] = now
        return self._count

    def close(self, number: "int") -> "bool":
        """Note that a request is answered. Returns False if it is not open."""
        return self._since.pop(number, None) is not None

    def is_late(self, number: "int") -> "bool":
        """Whether this is the first answer to a request that was given up."""
        is_late = number in self._given_up
        self._given_up.discard(number)
        return is_late

    def give_up(self, now: "float") -> "list[int]":
        """The numbers of the requests that have waited for ANSWER_SECONDS. They are open no more."""
        overdue = [number for number in self._since if now - self._since[number] >= ANSWER_SECONDS]
        for number in overdue:
            self.close(number)
        self._given_up.update(overdue)
        return overdue

    def cut(self) -> "list[int]":
        """The numbers of all open requests, to which no answer comes any more, because the connection has ended."""
        numbers, self._since, self._given_up = list(self._since), {}, set()
        return numbers
