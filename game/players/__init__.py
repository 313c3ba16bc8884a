"""What can sit in a bot's seat, and the coach. Sees a `View`, never a state, a hand that is not its own, or a seed.

From the bottom up:

search/tile_tables       tiles as a search wants them
search/rollout   how the seats of a playout choose (rollout policies)
search/playout   one round to its end
search/opponent_types    who thinks, judged by the plays
search/beliefs   what events prove, and worlds (determinizations) that agree
search/utility   what the end of a round is worth
search/flat      the search
rooster          a weighing of one move
yardsticks       frozen measures of strength
levels           the five levels, three styles
bots             players by name
coach/           reasons, hints, reviews

How strong they are and what was tried: docs/players.md; how to measure it: docs/strength.md.
"""
