"""The computer opponents and the coach. All of them get a `SeatView`: no hidden tile, no other hand, no seed.

From the bottom up:

search/tile_tables       lookup tables over the tiles of a set
search/rollout           how the seats of a playout choose (rollout policies)
search/playout           plays one round to its end
search/opponent_types    the probability that a seat is thinking, or always plays its heaviest tile
search/beliefs           what the events prove about hidden tiles, and possible worlds (determinizations)
search/utility           the value of a round's end for a seat
search/flat_monte_carlo  the search
rooster                  an evaluation function without search
yardsticks               simple bots that never change, for measurements
levels                   the six levels and three styles
bots                     players by name
coach/                   reasons, hints, reviews

Strength and experiments: docs/players.md. How to measure: docs/strength.md.
"""
