"""What can sit in a bot's seat, and the coach. Sees a `View`, never a state, a hand that is not its own, or a seed.

From the bottom up: `kit` (tiles as a search wants them), `playout` (one round to its end), `beliefs` (what events prove, and worlds
that agree), `utility`, `rooster` (a weighing of one move), `search`, `yardsticks`, `levels`, `bots` (by name), `reasons`, `coach`,
`review`.

How strong
==========

`python3 -m game arena`, deals of the first centre, default options with seven tiles, 500 worlds a farmer's move; few deals, so wide
intervals: farmer against greedy +6.7 ± 1.2 and 73 ± 11 % of matches (150 deals), against flat100 +1.3 ± 1.3 (150); two seats with
nine tiles against greedy +19.7 ± 4.7 and all of 10 matches (50 deals). Against flat100 in the first 80 of these deals greedy comes to
-4.0 ± 2.1 and the same search seeing all hands (100 worlds) to +3.0 ± 2.3: about three quarters of the way.
Steps, hero against three of the level below: hen-chick +4.8 ± 1.1, rooster-hen +2.4 ± .7, fox-rooster +1.6 ± 1.1, farmer-fox +4.4 ± 2.1;
by `hastings` +4.1 ± 1.7, +3.9 ± 1.1, +1.6 ± 2.0, +3.2 ± 3.6; by `gamerules` hen-chick +4.4 ± 1.1, rooster-hen +1.6 ± .8,
fox-rooster +3.5 ± 1.1. Styles (fox of 16 worlds against greedy, 200 deals): racer +2.6, balanced +3.6, spoiler +2.2 (± 1.1), rounds
blocked 25, 24 and 38 %.

What was tried
==============

Double-9, four seats, seven tiles, greedy opponents unless said; ± is a 95 % interval. *Positions*: 400 decisions whose moves were
valued by 150 worlds each, played on by roosters ("strong"), or by one rooster against greedy seats ("weak"); points a decision above
the move that `greedy` makes, about six decisions a round. They tell policies apart with a hundredth of the games.

- Worlds, heaviest-first playouts with 35 % random: strong 1.24 ± .45 at 100, 1.48 ± .43 at 300, 1.45 ± .44 at 1,000 (200 positions).
- Share of random plays, 300 worlds: 0 % 1.19, 20 % 1.27, 50 % 1.41, 80 % 1.30 (± .43). Kept 10 % once playouts were guided.
- Doubles hurried in playouts by 10 or 20 points: 1.53 and 1.43 against 1.48; in 400 deals at 100 worlds +4.7 … +5.2 ± .8 against
  +5.4 ± .8. Not kept in that form.
- Doubles first while everybody holds more than three tiles: strong 1.35 … 1.45 ± .30, weak 1.05 … 1.21; not kept.
- Which half of a tile is laid open when both fit: by own support, by ends of the suit: 1.25 … 1.31 ± .31 against 1.35; not kept.
- Calm and wild phases (much randomness until somebody is down to two to four tiles): 1.24 … 1.31 ± .31; not kept.
- **Guided playouts** (the rooster's weights: doubles, points that count the more the nearer somebody is to going out, scarce suits):
  for all seats strong 1.50 ± .30, weak 1.12 ± .26; for the own seat only 1.16 and 1.33; for the own seat, and for all in half the
  playouts, 1.45 ± .29 and 1.28 ± .25, against 1.24 ± .28 and 1.17 ± .26 unguided at the same number of worlds and 8 % less time.
  Kept, half and half: the one guards against taking everybody for greedy, the other against taking nobody so.
- Own tiles of the suit laid open as a part of that: 1.49 against 1.48; not kept.
- **Random numbers shared** by the candidates of a world: variance of their difference 17 % less, for nothing. Kept.
- **Dropping candidates** 2 standard errors behind: the same moves' worth (1.427 against 1.425), half the time. Kept at 2.2.
- Weight of the others' points .25, .5, .75, 1: 1.42, 1.45, 1.49, 1.43 (± .29): no difference; .5 kept.
- Utility from the match standing (chance of winning by a product of logistic leads, the points as a fifth of it), matches of one
  round, 60 worlds, 150 deals: matches won 46.0 ± 4.0 % against 46.8 ± 3.9 %, margin 3.9 ± 1.5 against 6.4 ± 1.2. Not kept.
- Not tried for want of time: a posterior from an opponent model beyond hard inference, exact endgames.
"""
