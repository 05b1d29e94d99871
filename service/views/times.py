"""When a person wants mail and reminders, as the form of the own settings has it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from service.habits import BadLead, BadQuietHours, fit_lead, fit_quiet
from service.hours import Known
from service.schemas import Form

LEADS = (1800, 3600, 10_800, 21_600, 43_200, 86_400, 172_800, 259_200)
"""Seconds before a deadline at which a reminder is offered; without one it is a quarter of the limit."""


@dataclass(frozen=True)
class Times:
    """As the form shows them: times of day as ``22:00`` or empty; ``lead`` in seconds as text, or empty."""

    quiet_from: str
    quiet_to: str
    weekends_off: bool
    lead: str
    leads: tuple[int, ...]


def times(known: Known, form: Mapping[str, Any]) -> Times:
    """What is kept, or what was just typed."""
    habits, lead = known.habits, known.lead_s
    begin, end = habits.quiet_from, habits.quiet_to
    kept = Times(
        begin.strftime("%H:%M") if begin is not None else "",
        end.strftime("%H:%M") if end is not None else "",
        habits.weekends_off,
        "" if lead is None else str(lead),
        LEADS if lead is None or lead in LEADS else tuple(sorted((*LEADS, lead))),
    )
    if "quiet_from" not in form:
        return kept
    return Times(
        str(form.get("quiet_from", ""))[:5],
        str(form.get("quiet_to", ""))[:5],
        form.get("weekends_off") == "yes",
        str(form.get("lead", ""))[:9],
        kept.leads,
    )


def read(form: Form, wrong: dict[str, str]) -> dict[str, Any]:
    """Columns of the person; what cannot be taken is noted in ``wrong``, by field."""
    values: dict[str, Any] = {"weekends_off": form.get("weekends_off") == "yes"}
    begin, end = (form.get("quiet_from") or "").strip(), (form.get("quiet_to") or "").strip()
    try:
        quiet = fit_quiet(begin, end)
    except BadQuietHours:
        wrong["quiet"] = "hours"
    else:
        values["quiet_from"], values["quiet_to"] = (begin, end) if quiet else (None, None)
    text = (form.get("lead") or "").strip()
    try:
        whole = text.isascii() and text.isdecimal() and len(text) < 9
        values["lead_s"] = fit_lead(int(text) if whole else -1) if text else None
    except BadLead:
        wrong["lead"] = "range"
    return values
