"""Sharing: links to send, opened links, challenges, the daily deal, puzzles, and the proof of a deal."""

STATE = {
    "first_link": None,  # the content of a version 1 link that was opened during a match
    "opened_link": None,  # the content of any other opened link, from the engine, with its "code"
    "challenges": None,  # challenges sent and received, as the engine lists them
    "share_sheet": None,  # the content of the share dialog, see sharing_actions.py
    "daily_deal": None,  # the shown day and its month, as the engine's verb `days` answers them
    "puzzle_answer": None,  # the coach's answer to a puzzle: {"verdict", "said"}
    "deal_proof": None,  # the result of checking the deal, as the engine's verb `check_deal` answers it
}
