"""The rules of the game: pure functions over immutable values. No clock, no I/O. docs/rules.md lists the clauses.

Deal, ask who plays and what is legal, play, and ask why another move is not:

>>> from game.rules.match import act, start_match
>>> from game.rules.moves import move_text, parse_move
>>> from game.rules.options.presets import resolve
>>> from game.rules.round.judge import legal_moves, why_not
>>> match = start_match(resolve("montgomery", players=4), seed="kitchen")
>>> match.round.turn, [move_text(move) for move in legal_moves(match.round)]
(0, ['9-9'])
>>> match = act(match, parse_move("9-9", seat=0))  # a new value: the match before is unchanged
>>> match.round.turn, [move_text(move) for move in legal_moves(match.round)]
(1, ['9-0>9-9', '9-2>9-9', '9-8>9-9', '+'])
>>> why_not(match.round, parse_move("=", seat=1))
Reason(key='reason.draw-first', values={})
"""
