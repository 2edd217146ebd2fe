import json
import os
import signal
import sqlite3
import subprocess
import sys
from dataclasses import replace

import pytest

from arena.seats import scripted_game
from mnk.arena.record import GameRecord, game_id
from mnk.arena.store import COMMIT_EVERY, Store, StoreError
from mnk.loader import ROOT


@pytest.fixture(scope="module")
def record():
    return scripted_game([(0, 0), (0, 1), (0, 2)], [(1, 0), (1, 1)])[0]


class Now:
    """A clock that stands still until it is told."""

    def __init__(self):
        self.time = 0.0

    def __call__(self):
        return self.time


def on_disk(store):
    """What another process would see of the store."""
    connection = sqlite3.connect(store.path)
    try:
        return [row[0] for row in connection.execute("SELECT id FROM games ORDER BY number")]
    finally:
        connection.close()


def test_a_record_survives_json(record):
    assert GameRecord.from_json(record.to_json()) == record
    odd = replace(record, detail='"quoted" \u2028 ü', output=("\x00\x1b", "ü"))
    assert GameRecord.from_json(odd.to_json()) == odd


def test_a_record_of_the_first_version_can_be_read(record):
    """It had a dict for every move, and no CPU or stolen time."""
    fields = json.loads(record.to_json())
    columns = {name: values for name, values in fields["move_records"].items() if name not in ("cpu", "stolen")}
    old = [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]
    assert len(old) == len(record.move_records) > 0
    assert GameRecord.from_json(json.dumps({**fields, "move_records": old})) == record


def test_records_come_back_in_order(tmp_path, record):
    records = [replace(record, id=name) for name in "zax"]
    with Store(tmp_path, create=True) as store:
        for item in records:
            assert store.add(item)
    with Store(tmp_path) as store:
        assert list(store.records()) == records
        assert store.ids() == {"z", "a", "x"}


def test_a_game_is_kept_once(tmp_path, record):
    with Store(tmp_path, create=True) as store:
        assert store.add(record) is True
        assert store.add(replace(record, detail="again")) is False
        assert [item.detail for item in store.records()] == [record.detail]


def test_games_are_committed_in_groups(tmp_path, record):
    now = Now()
    with Store(tmp_path, create=True, now=now) as store:
        store.add(replace(record, id="a"))
        assert on_disk(store) == []
        now.time += COMMIT_EVERY
        store.flush_if_due()
        assert on_disk(store) == ["a"]
        store.add(replace(record, id="b"))
        assert on_disk(store) == ["a"]
        now.time += COMMIT_EVERY
        store.add(replace(record, id="c"))
        assert on_disk(store) == ["a", "b", "c"]
        store.add(replace(record, id="d"))
    assert on_disk(store) == ["a", "b", "c", "d"]


def test_a_missing_or_foreign_store_is_refused_in_one_sentence(tmp_path):
    with pytest.raises(StoreError, match=r"there is no games\.sqlite"):
        Store(tmp_path)
    (tmp_path / "games.sqlite").write_text("not a database at all, but long enough to be looked at " * 30)
    with pytest.raises(StoreError, match="can not be opened"):
        Store(tmp_path)


def test_the_id_depends_on_everything_that_determines_a_game():
    assert game_id("3x3x3", ["a", "b"], "0") == game_id("3x3x3", ["a", "b"], "0")
    others = [game_id("3x3x3", ["b", "a"], "0"), game_id("4x4x3", ["a", "b"], "0"), game_id("3x3x3", ["a", "b"], "1")]
    assert len({game_id("3x3x3", ["a", "b"], "0"), *others}) == 4


def test_what_was_told_is_there_after_kill_9(tmp_path):
    """A writer says which games it has committed and is killed: all of them are there, once."""
    code = (
        "import sys, pathlib\n"
        "from dataclasses import replace\n"
        "from mnk.arena.record import GameRecord\n"
        "from mnk.arena.store import Store\n"
        "record = GameRecord.from_json(sys.stdin.readline())\n"
        f"store = Store(pathlib.Path({str(tmp_path)!r}), create=True, now=iter(range(10**9)).__next__)\n"
        "for number in range(10**9):\n"
        "    store.add(replace(record, id=str(number)))\n"
        "    print(number, flush=True)\n"
    )
    writer = subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        record = scripted_game([(0, 0), (0, 1), (0, 2)], [(1, 0), (1, 1)])[0]
        writer.stdin.write(record.to_json() + "\n")
        writer.stdin.flush()
        told = [writer.stdout.readline().strip() for _ in range(50)]
        os.kill(writer.pid, signal.SIGKILL)
        told += writer.communicate()[0].split()
    finally:
        writer.kill()
        writer.wait()
    with Store(tmp_path) as store:
        found = [item.id for item in store.records()]
    assert len(found) == len(set(found))
    assert set(told) <= set(found)


def test_a_run_can_be_read_where_nothing_can_be_written(tmp_path, record):
    with Store(tmp_path, create=True) as store:
        store.add(record)
    tmp_path.chmod(0o555)
    try:
        with Store(tmp_path) as store:
            assert [item.id for item in store.records()] == [record.id]
    finally:
        tmp_path.chmod(0o755)
    assert json.loads(record.to_json())["ending"] == "LINE"
