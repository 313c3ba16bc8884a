"""People who play a match by post: their devices, and a messenger that loses, doubles and delays links."""

from random import Random

from game.records.post.merging import Arrived, HeldMatch, begin, opened
from game.records.post.post_link import read_post, write_post
from game.rules.moves import Event, Move, move_text
from game.session.post.post_session import PostSession, with_bots_played
from tests.records.posts import options_for, own_moves, seats_of, secret_of


class Device:
    """A person's device: the match as it knows it, and the links that it got and sent."""

    def __init__(self, seat: int, lots: Random, aspect: float) -> None:
        self.seat, self.lots, self.aspect = seat, lots, aspect
        self.held: HeldMatch | None = None
        self.session: PostSession | None = None
        self.last_sent = ""
        self.undone = 0
        self.moves: list[Event] = []  # what its person did, as far as it was sent
        self.arrivals: list[Arrived | str] = []

    def begin(self, plan: str, preset: str, **changes: object) -> None:
        options = options_for(plan, preset, **changes)
        self.held = begin(preset, options, seats_of(plan), self.seat, secret_of(self.lots))

    def receive(self, code: str) -> None:
        """Open a link. An invitation is taken if it is for this person."""
        link = read_post(code)
        if self.held is None:
            if link.turn != self.seat or link.is_dealt:
                self.arrivals.append("not-mine")
                return
            self.held = opened(link).joined(self.seat, secret_of(self.lots))
            self.arrivals.append("invitation")
            return
        before = self.held
        arrived, self.held = before.merged(link)
        self.arrivals.append(arrived)
        if self.held != before:
            self.session = None

    @property
    def to_send(self) -> bool:
        """Whether something waits to be sent, and it is nobody's turn here."""
        held = self.held
        return held is not None and held.is_unsent and held.posted.turn not in held.people

    def table(self, sheets: int = 99) -> PostSession:
        assert self.held is not None
        if self.session is None:
            self.session = PostSession(self.held, sheets, self.aspect)
        return self.session

    def play(self) -> None:
        """Play as long as it is this person's turn; sometimes call, catch, take back, undo and redo."""
        while self.held and self.held.posted.is_dealt and not self.held.posted.is_over:
            session, lots = self.table(), self.lots
            run_bots(session)
            if session.is_behind:
                session.next_round(self.aspect)
                self.held = session.held
                continue
            if session.phase != "playing" or session.match.round.turn != self.seat:
                self._beside(session)
                self.held = session.held
                is_done = session.match.round.turn != self.seat or session.match.over
                if is_done and not session.is_behind and not session.others_must_move():
                    return
                continue
            view = session.view
            session.execute(move_text(session.board.exact_move(view, lots.choice(view.choices))))
            if lots.random() < 0.2 and session.may_undo():
                session.undo()
                self.undone += 1
                if lots.random() < 0.5:
                    session.redo()
            self.held = session.held

    def _beside(self, session: PostSession) -> None:
        """Perhaps call, catch or take back after the own play, before it is sent."""
        view = session.view
        if not session.may_act or session.phase != "playing" or self.lots.random() < 0.3:
            return
        moves = [Move(self.seat, "call")] * view.may_call
        moves += [Move(self.seat, "catch", target=target) for target in view.may_catch]
        moves += [Move(self.seat, "take-back")] * (view.may_take_back and self.lots.random() < 0.3)
        if moves:
            session.execute(move_text(self.lots.choice(moves)), self.seat)

    def send(self) -> str:
        """The link of this device's match, which counts as sent."""
        assert self.held is not None
        self.held = with_bots_played(self.held)
        self.last_sent = write_post(self.held.posted)
        self.held = self.held.sent()
        self.session = None
        self.moves = own_moves(self.held, self.seat)
        return self.last_sent


def run_bots(session: PostSession) -> None:
    while session.others_must_move():
        move = next((move for move in session.think() if move is not None), None)
        if move is not None:
            session.play_bot_move(move)


class Messenger:
    """Carries links between people: loses some, brings some twice, and brings old ones at any time."""

    def __init__(self, plan: str, lots: Random, preset: str, trouble: float = 0.1, **changes: object) -> None:
        self.lots, self.trouble = lots, trouble
        people = [number for number, kind in enumerate(plan) if kind == "p"]
        aspects = (0.5, 0.7, 1.0, 1.8)
        self.devices = {
            seat: Device(seat, lots, aspect) for seat, aspect in zip(people, aspects, strict=False)
        }
        self.starter = self.devices[lots.choice(people)]
        self.starter.begin(plan, preset, **changes)
        self.codes: list[str] = []
        self.lost = self.doubled = self.old = 0

    def carry(self, code: str, device: Device) -> bool:
        """Bring a link to a device; False if it was lost."""
        self.codes.append(code)
        lots = self.lots
        if lots.random() < self.trouble:
            self.lost += 1
            return False
        device.receive(code)
        if lots.random() < self.trouble:
            device.receive(code)
            self.doubled += 1
        while lots.random() < self.trouble:
            lots.choice([*self.devices.values()]).receive(lots.choice(self.codes))
            self.old += 1
        return True

    def play(self) -> None:
        """Play the match to its end at every device."""
        device = self.starter
        while True:
            device.play()
            code = device.send()
            assert device.held is not None
            seat = device.held.posted.turn
            if seat < 0:
                break
            target = self.devices[seat]
            while not self.carry(code, target):
                code = device.last_sent  # "Send again"
            device = target
        for other in self.devices.values():
            while other is not device and not self.carry(code, other):
                pass
