"""The deal of a day: the calendar with its result, and a text to share that spoils nothing. A day is one of UTC."""

from pyscript import ffi, window

from game.page.dom import one
from game.page.input import match
from game.page.screens.dialogs import close_dialogs, open_dialog, toast
from game.page.sharing import outgoing
from game.page.words import say


def today():
    """The date now, of UTC."""
    return str(window.Date.new().toISOString())[:10]


def written(date, **how):
    """A date in the language of the page; `how` as Intl.DateTimeFormat takes it."""
    how["timeZone"] = "UTC"
    form = window.Intl.DateTimeFormat.new(say("language.tag"), ffi.to_js(how))
    return str(form.format(window.Date.new(date)))


def long_date(date):
    """As "22 November 2026"."""
    return written(date, day="numeric", month="long", year="numeric")


def view(state):
    """The dialog of the day."""
    day = state["day"]
    if not day:
        return []
    played = day["played"]
    levels = [["level.{}.name".format(level), {}] for level in day["levels"]]
    rules = {"rules": ["preset.{}.name".format(day["preset"]), {}], "levels": levels}
    weeks = [(n, "t-week", [("", "rows", _week(week, day["date"]))]) for n, week in enumerate(day["weeks"])]
    inside = [cell[0] for week in day["weeks"][1:2] for cell in week]
    names = [(n, "t-weekday", _weekday(date)) for n, date in enumerate(inside)]
    return [
        ("#daily-date", "text", say("daily.date", {"date": long_date(day["date"])})),
        ("#daily-rules", "text", say("daily.rules", rules)),
        ("#daily-result", "hidden", not played),
        ("#daily-result", "text", result(day) if played else ""),
        ("#daily-month caption", "text", written(day["date"], month="long", year="numeric")),
        ("#daily-names", "rows", names),
        ("#daily-weeks", "rows", weeks),
        ("#daily-streak", "text", streak(day)),
        ('#daily [data-action="play-day"]', "hidden", bool(played)),
        ('#daily [data-action="share-day"]', "hidden", not played),
    ]


def result(day):
    """How it went, in a sentence."""
    played = day["played"]
    points = played["points"]
    values = {
        "place": played["place"],
        "points": ["count.points", {"n": points[0]}],
        "others": [str(other) for other in points[1:]],
    }
    return say("daily.helped" if played["marked"] else "daily.result", values)


def streak(day):
    """How many days in a row."""
    if not day["count"]:
        return say("daily.none")
    return say("daily.streak", {"n": day["streak"], "best": day["best"]})


def _weekday(date):
    return [
        ("abbr", "title", written(date, weekday="long")),
        ("abbr", "text", written(date, weekday="narrow")),
    ]


def _week(week, today):
    return [(n, "t-day", _day(date, place, today)) for n, (date, place) in enumerate(week)]


def _day(date, place, today):
    played = say("daily.place", {"place": place}) if place else ""
    return [
        ("", "data-place", place or None),
        ("", "aria-current", "date" if date == today else None),
        (".day", "text", str(int(date[8:])) if date else ""),
        (".unseen", "text", played),
    ]


# --- what the buttons do


async def daily(app, button):
    """The deal of today, as it stands."""
    day = await app.ask("days", date=today())
    if day:
        app.put(day=day)
        open_dialog("daily")


async def play_day(app, button):
    """Plays it, or goes on with it."""
    close_dialogs()
    date = today()  # it may have become another day meanwhile
    names = match.names(app, ["human"] + ["bot"] * len(app.state["day"]["levels"]))
    scene = await app.ask("start_day", date=date, names=names, aspect=app.aspect())
    if scene:
        await match.seated(app, scene)


async def share_day(app, button):
    """The result as a text: to the system's own sheet where there is one, to the clipboard else."""
    day = app.state["day"]
    text = say("daily.share", {"date": long_date(day["date"]), "result": result(day), "streak": streak(day)})
    data = {"text": text, "url": outgoing.link_of("")}
    try:
        if window.Reflect.has(window.navigator, "share"):
            await window.navigator.share(ffi.to_js(data))
        else:
            await window.navigator.clipboard.writeText(text + " " + data["url"])
            toast(say("ui.copied"))
    except (
        Exception
    ) as reason:  # put away by the person, or refused by the browser: then it stands there to be copied
        window.console.info("not shared: " + str(reason))
        one("#daily-text").textContent = text + " " + data["url"]


ACTIONS = {"daily": daily, "play-day": play_day, "share-day": share_day}
