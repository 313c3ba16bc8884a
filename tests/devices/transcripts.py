"""The lines of a short match, as the golden file holds them."""

from tests.devices.room import Room


def transcript() -> dict[str, list[str]]:
    """The lines of a short match and of another one with the same guest, by their sender. It wrote the golden file."""
    room, lines = Room("hgb", "golden"), {"guest": list[str](), "host": list[str]()}
    room.gather()
    ben = room.phones[0]
    heard, said = room.host.received, ben.guest.received

    def received(connection: str, line: str, now: float) -> None:
        lines["guest"].append(line)
        heard(connection, line, now)

    def told(now: float, line: str) -> None:
        lines["host"].append(line)
        said(now, line)

    room.host.received, ben.guest.received = received, told
    ben.guest.rename(room.now, "Ben", "hen")
    room.settle()
    room.cut(ben.connection)
    room.connect(ben)
    room.settle()
    room.wait(3)
    room.start()
    room.play_on(12)
    ben.guest.ask(room.now, "tell", {"what": "hand"})
    room.settle()
    room.host.pause(True, room.now)
    room.host.mind(1, room.now)
    ben.guest.come_back(room.now)
    room.settle()
    room.host.pause(False, room.now)
    room.play_on()
    room.host.play_again(room.now)
    room.settle()
    room.deal()
    room.settle()
    room.play_on(4)
    ben.guest.leave(room.now)
    room.settle()
    return lines
