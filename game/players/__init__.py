"""What can sit in a bot's seat, and the coach. Everything here gets a `View`: never a hidden tile, another hand, or the seed.

From the bottom up:

search/tile_tables       lookup tables over the tiles of a set
search/rollout           how the seats of a playout choose (rollout policies)
search/playout           plays one round to its end
search/opponent_types    how likely each seat is to think, or to play its heaviest tile always
search/beliefs           what the events prove about hidden tiles, and worlds (determinizations) that agree
search/utility           the value of a round's end
search/flat_monte_carlo  the search
rooster                  an evaluation function without search
yardsticks               frozen players to measure strength against
levels                   the five levels and three styles
bots                     players by name
coach/                   reasons, hints, reviews

Strength and experiments: docs/players.md. How to measure: docs/strength.md.
"""
