"""The best use of wilds by trying every way to lay them: slow, and plain enough to be believed.

It shares nothing with events.ten.scoring, which the tests hold against it.
"""

from collections.abc import Iterator

Place = tuple[str, int]
"""A colour and a number from 1 to 9."""

Laid = dict[Place, str]
"""What stands where."""

Runs = dict[str, tuple[int, list[str]]]
"""Colour -> where its run starts, and the run's cards."""


def best_plan(cards: list[str]) -> tuple[int, int, Runs]:
    """Points, wilds used and runs of the plan that rules.md's S1 takes."""
    numbers: Laid = {}
    wilds = []
    for card in cards:
        if card[1] == "W" or card[0] == "W":
            wilds.append(card)
        else:
            numbers[card[0], int(card[1])] = card
    plans = (plan for laid in ways_to_lay(sorted(wilds), numbers) for plan in plans_with(laid))
    points, wilds_used, _, _, _, runs = min(plans, key=lambda plan: plan[:5])
    return -points, wilds_used, runs


def places(wild: str) -> list[Place]:
    """Where a wild may stand."""
    return [
        (colour, number)
        for colour in "RBOG"
        for number in range(1, 10)
        if wild == "WW" or wild in (f"{colour}W", f"W{number}")
    ]


def ways_to_lay(wilds: list[str], laid: Laid) -> Iterator[Laid]:
    """Every way to lay some of the wilds, each on a place of its own.

    None goes where a number card lies: to leave it away would score the same with fewer wilds.
    """
    if not wilds:
        yield laid
        return
    wild, *others = wilds
    yield from ways_to_lay(others, laid)
    for place in places(wild):
        if place not in laid:
            yield from ways_to_lay(others, laid | {place: wild})


def plans_with(laid: Laid) -> Iterator[tuple[int, int, list[int], list[int], list[int], Runs]]:
    """The best plan, if there is one, whose runs hold every wild that was laid.

    With the wilds laid the colours have nothing more to share: in each the longest run that holds
    its wilds is taken, and the lowest of those. If no run holds them, a wild was laid in vain, and
    the way without it does as well.
    """
    points, wilds = 0, 0
    lengths: list[int] = []
    starts: list[int] = []
    kinds: list[int] = []
    runs: Runs = {}
    for colour in "RBOG":
        row = {number: card for (c, number), card in laid.items() if c == colour}
        needed = {number for number, card in row.items() if kind(card) > 0}
        run = longest_run(set(row), needed)
        if run is None:
            return
        cards = [row[number] for number in run]
        points -= 10 if len(run) == 9 else len(run)
        wilds += len(needed)
        lengths.append(-len(run))
        starts.append(run.start)
        kinds += [kind(card) for card in cards]
        if cards:
            runs[colour] = (run.start, cards)
    yield points, wilds, lengths, starts, kinds, runs


def longest_run(held: set[int], needed: set[int]) -> range | None:
    """The longest, then lowest, row of held numbers with all that is needed in it, if any."""
    best = None if needed else range(0)
    for start in held:
        stop = start
        while stop in held:
            stop += 1
        run = range(start, stop)
        if needed.issubset(run) and (
            best is None or (-len(run), run.start) < (-len(best), best.start)
        ):
            best = run
    return best


def kind(card: str) -> int:
    """0 for a number card, 1 for a colour wild, 2 for a number wild, 3 for the full wild."""
    if card == "WW":
        return 3
    if card[0] == "W":
        return 2
    return 1 if card[1] == "W" else 0
