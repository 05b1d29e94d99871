"""Delivery reports: who failed, for good or for now, and about which mail of ours."""

import pytest

from tests.mail.mails import expected, names, raw
from workers.mail.dsn import Failure, report

REPORTS = expected("reports")


def test_every_mail_has_its_row_and_every_row_its_mail() -> None:
    assert names("reports") == sorted(REPORTS)


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_tells_what_became_of_the_mail(name: str) -> None:
    row = REPORTS[name]
    found = report(raw("reports", name))
    assert found is not None
    assert found.message_id == row["message_id"]
    assert [(f.action, f.status, f.permanent) for f in found.failures] == [
        (f["action"], f["status"], f["permanent"]) for f in row["failures"]
    ]
    for failure, told in zip(found.failures, row["failures"], strict=True):
        assert told["detail"] in ("*", failure.detail)


@pytest.mark.parametrize("name", REPORTS)
def test_only_a_failure_for_good_marks_an_address(name: str) -> None:
    found = report(raw("reports", name))
    assert found is not None
    marks = any(f["permanent"] for f in REPORTS[name]["failures"])
    assert (found.permanent is not None) == marks


@pytest.mark.parametrize("name", REPORTS)
def test_no_address_is_kept_with_the_reason(name: str) -> None:
    found = report(raw("reports", name))
    assert found is not None
    for failure in found.failures:
        assert "@" not in failure.detail
        assert len(failure.detail) <= 200
        assert failure.detail.isprintable()


@pytest.mark.parametrize("name", [*names("corpus"), *names("machines")])
def test_what_is_no_report_is_none(name: str) -> None:
    folder = "corpus" if name in names("corpus") else "machines"
    assert report(raw(folder, name)) is None


@pytest.mark.parametrize(
    ("action", "status", "permanent"),
    [
        ("failed", "5.1.1", True),
        ("failed", "4.4.1", False),
        ("failed", "", False),
        ("delayed", "5.1.1", False),
        ("relayed", "2.0.0", False),
    ],
)
def test_permanent_is_a_failure_of_class_5(action: str, status: str, permanent: bool) -> None:
    assert Failure(action, status, "").permanent is permanent
