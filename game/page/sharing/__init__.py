"""Links, seen: what one brings, the sheet from which one is sent, how results compare, a puzzle, and how a deal is proved."""

STATE = {
    "first_link": None,  # the table of a first link that was opened while a match is in play
    "opened_link": None,  # what a link brings, as the engine says it, with its code
    "challenges": None,  # those that were sent and received, as the engine lists them
    "share_sheet": None,  # what is on the sheet to share from
    "daily_deal": None,  # the deal of the day, as the engine says it
    "puzzle_answer": None,  # what the coach says of a puzzle
    "deal_proof": None,  # what was promised of the deal, opened
}
