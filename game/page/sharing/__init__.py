"""Sharing: links out and in, challenges, the daily deal, puzzles, and the proof of a deal."""

STATE = {
    "first_link": None,  # a link of the first version that arrived during a match
    "opened_link": None,  # the content of the opened link, from the engine, with its code
    "challenges": None,  # challenges sent and received, as the engine lists them
    "share_sheet": None,  # the content of the share dialog
    "daily_deal": None,  # the daily deal, from the engine
    "puzzle_answer": None,  # the coach's answer to a puzzle
    "deal_proof": None,  # the opened seal of the deal, from the engine
}
