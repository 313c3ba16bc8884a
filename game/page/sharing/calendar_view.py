"""The daily deal: the calendar, the day's result, and a text to share without spoilers. Days are UTC days."""

from pyscript import ffi, window

from game.page.dom import data, one
from game.page.input import match_actions
from game.page.screens.dialogs import close_dialogs, open_dialog, toast
from game.page.sharing import share_sheet
from game.page.words import say, today, written_date


def view(state):
    """The dialog of the daily deal."""
    day = state["daily_deal"]
    if not day:
        return []
    played = day["played"]
    levels = [["level.{}.name".format(level), {}] for level in day["levels"]]
    rules = {"rules": ["preset.{}.name".format(day["preset"]), {}], "levels": levels}
    weeks = [(n, "t-week", [("", "rows", _week(week, day))]) for n, week in enumerate(day["weeks"])]
    over = day["date"] < day["today"]
    date = say("daily.missed" if over and not played else "daily.date", {"date": written_date(day["date"])})
    if over and played:
        date = written_date(day["date"])
    inside = [cell[0] for week in day["weeks"][1:2] for cell in week]
    names = [(n, "t-weekday", _weekday(date)) for n, date in enumerate(inside)]
    return [
        ("#daily-date", "text", date),
        ('#daily [data-action="month-before"]', "disabled", not day["before"]),
        ('#daily [data-action="month-after"]', "disabled", not day["after"]),
        ("#daily-rules", "text", say("daily.rules", rules)),
        ("#daily-result", "hidden", not played),
        ("#daily-result", "text", result(day) if played else ""),
        ("#daily-month caption", "text", written_date(day["date"], month="long", year="numeric")),
        ("#daily-names", "rows", names),
        ("#daily-weeks", "rows", weeks),
        ("#daily-streak", "text", streak(day)),
        ('#daily [data-action="play-day"]', "hidden", bool(played)),
        ('#daily [data-action="share-day"]', "hidden", not played),
    ]


def result(day):
    """The result of the day, in a sentence."""
    played = day["played"]
    points = played["points"]
    values = {
        "place": played["place"],
        "points": ["count.points", {"n": points[0]}],
        "others": [str(other) for other in points[1:]],
    }
    return say("daily.helped" if played["marked"] else "daily.result", values)


def streak(day):
    """The number of days played in a row."""
    if not day["count"]:
        return say("daily.none")
    return say("daily.streak", {"n": day["streak"], "best": day["best"]})


def _weekday(date):
    return [
        ("abbr", "title", written_date(date, weekday="long")),
        ("abbr", "text", written_date(date, weekday="narrow")),
    ]


def _week(week, day):
    return [(n, "t-day", _day(date, place, day)) for n, (date, place) in enumerate(week)]


def _day(date, place, day):
    label = written_date(date) if date else ""
    if place:
        values = {"date": label, "played": say("daily.place", {"place": place})}
        label = say("daily.pick-played", values)
    return [
        ("", "data-place", place or None),
        ("", "aria-current", "date" if date == day["date"] else None),
        (".day", "text", str(int(date[8:])) if date else ""),
        (".day", "data-date", date),
        (".day", "aria-label", label),
        (".day", "hidden", not date),
        (".day", "disabled", date > day["today"]),
    ]


# --- actions of buttons


async def daily(app, button):
    """Open today's deal."""
    if await _load_day(app, today()):
        open_dialog("daily")


async def _load_day(app, date):
    """Load the deal of a day. Return whether there is one."""
    day = await app.ask("days", date=date, today=today())
    if day:
        app.update(daily_deal=day)
        one("#daily-text").textContent = ""
    return bool(day)


async def pick_day(app, button):
    """Show the day that was chosen in the calendar."""
    await _load_day(app, data(button, "date"))


async def month_before(app, button):
    """Show the month before."""
    await _load_day(app, app.state["daily_deal"]["before"])


async def month_after(app, button):
    """Show the month after."""
    await _load_day(app, app.state["daily_deal"]["after"])


async def play_day(app, button):
    """Start or resume the day's deal."""
    close_dialogs()
    day, now = app.state["daily_deal"], today()
    # A new day may have begun since the dialog opened.
    date = now if day["date"] == day["today"] else day["date"]
    names = match_actions.names_of_seats(app, ["human"] + ["bot"] * len(app.state["daily_deal"]["levels"]))
    scene = await app.ask("start_day", date=date, today=now, names=names, aspect=app.frame_aspect())
    if scene:
        await match_actions.show_new_match(app, scene)


async def share_day(app, button):
    """Share the result as text: through the system's share sheet, or else the clipboard."""
    day = app.state["daily_deal"]
    text = say(
        "daily.share", {"date": written_date(day["date"]), "result": result(day), "streak": streak(day)}
    )
    data = {"text": text, "url": share_sheet.link_of(day["code"])}
    try:
        if window.Reflect.has(window.navigator, "share"):
            await window.navigator.share(ffi.to_js(data))
        else:
            await window.navigator.clipboard.writeText(text + " " + data["url"])
            toast(say("ui.copied"))
    except Exception as reason:  # closed by the person or refused by the browser: show the text to be copied
        window.console.info("not shared: " + str(reason))
        one("#daily-text").textContent = text + " " + data["url"]


ACTIONS = {
    "daily": daily,
    "pick-day": pick_day,
    "month-before": month_before,
    "month-after": month_after,
    "play-day": play_day,
    "share-day": share_day,
}
