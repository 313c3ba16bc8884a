"""The table of rule-books of docs/rules.md."""

# The presets of docs/rules.md section 2, column by column, for four seats; * where the source is silent and it does not matter.
_TO_ROUNDS, _HAND, _TABLE_LEFT = "descending all", "hand all-draw *", "table * high-draw-then-left"

TABLE = {
    "montgomery": f"9 4 by-42 {_TO_ROUNDS} {_HAND} 6 3 on one may-play none blocks 50 0 all-stuck catch on 0 shared on",
    "montgomery-alternate": f"9 4 by-42 {_TO_ROUNDS} hand next-lower * 6 3 on one may-play none blocks 50 0 all-stuck catch on 0 shared on",
    "gamerules": f"9 4 by-42 {_TO_ROUNDS} table * finder players 3 off one must-play two-or-one blocks 0 0 all-stuck none off 0 shared",
    "trains-8": f"9 4 by-42 {_TO_ROUNDS} table * finder 8 3 off one must-play two-or-one blocks 0 0 all-stuck none off 0 shared",
    "hastings": f"9 4 10 {_TO_ROUNDS} {_TABLE_LEFT} 4 3 off one must-play none closes 50 25 all-stuck courtesy off 0 shared",
    "chickie": f"9 4 7 {_TO_ROUNDS} {_TABLE_LEFT} 4 3 off one must-play none blocks 0 0 all-stuck automatic off 0 shared",
    "double-chickenfoot": f"9 4 leaflet {_TO_ROUNDS} {_HAND} 6 3 off one must-play none blocks 50 0 all-stuck none off 0 rounds-won",
    "pagat": f"9 4 cross {_TO_ROUNDS} {_HAND} 4 3 on one may-play none blocks 0 0 all-stuck none off 0 shared",
    "nathan": f"9 4 nathan {_TO_ROUNDS} {_TABLE_LEFT} 4 3 off one must-play none blocks 50 0 one-stuck catch off 0 shared",
}
