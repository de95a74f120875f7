"""What a command owes the process it runs in."""

import io
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from shortlist.cli import process
from shortlist.cli.process import check_writable, complain, escape_unprintable, seconds_since_start
from shortlist.errors import UsageError

AGE = """
import time
from shortlist.cli.process import seconds_since_start
time.sleep({sleep})
print(seconds_since_start(), time.process_time())
"""


def age_of_a_process(*, sleep):
    began = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", AGE.format(sleep=sleep)], capture_output=True, text=True, check=True)
    age, paid = map(float, done.stdout.split())
    return age, paid, time.perf_counter() - began


def test_seconds_since_start_are_those_of_this_process():
    age, paid, whole = age_of_a_process(sleep=0.2)

    assert 0 < age <= whole + 0.02
    if Path("/proc/self/stat").exists():
        assert age >= 0.19, "waiting counts, too"
        assert age >= paid - 0.02


def test_a_process_that_did_not_just_begin_counts_what_the_processor_was_paid(monkeypatch):
    monkeypatch.setattr(process, "_LONGEST_WAIT", -1.0)

    assert time.process_time() - 0.5 < seconds_since_start() <= time.process_time()


@pytest.mark.parametrize("fault", [OSError, ValueError, IndexError])
def test_without_linuxs_record_the_processor_time_is_taken(monkeypatch, fault):
    def broken(*_):
        raise fault

    monkeypatch.setattr(process.Path, "read_text", broken)

    assert 0 < seconds_since_start() <= time.process_time()


def test_a_terminal_that_cannot_show_a_character_gets_its_escape(monkeypatch):
    shown = {name: io.TextIOWrapper(io.BytesIO(), encoding="ascii") for name in ("stdout", "stderr")}
    for name, stream in shown.items():
        monkeypatch.setattr(sys, name, stream)
    escape_unprintable()
    for stream in shown.values():
        print("größe ≤ 3", file=stream, flush=True)

    assert [b"gr\\xf6\\xdfe \\u2264 3\n"] * 2 == [stream.buffer.getvalue() for stream in shown.values()]


def test_streams_that_are_no_files_or_are_not_there_are_left_alone(monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    monkeypatch.setattr(sys, "stderr", None)
    escape_unprintable()

    assert isinstance(sys.stdout, io.StringIO)


def test_a_path_that_can_be_written_is_not_touched(tmp_path, monkeypatch):
    (tmp_path / "there.json").write_text("kept")
    check_writable(tmp_path / "there.json")
    check_writable(tmp_path / "new.json")
    monkeypatch.chdir(tmp_path)
    check_writable(Path("beside.json"))

    assert ["there.json"] == [path.name for path in tmp_path.iterdir()]
    assert "kept" == (tmp_path / "there.json").read_text()


def test_a_folder_or_a_file_in_no_folder_cannot_be_written(tmp_path):
    for path in (tmp_path, tmp_path / "nowhere" / "m.json", tmp_path / "nowhere" / "deep" / "m.json"):
        with pytest.raises(UsageError, match="cannot be written"):
            check_writable(path)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_file_that_may_only_be_read_cannot_be_written(tmp_path):
    path = tmp_path / "m.json"
    path.write_text("")
    path.chmod(0o400)
    with pytest.raises(UsageError, match="cannot be written"):
        check_writable(path)


@pytest.mark.parametrize("code", [2, 3, 70, 130])
def test_a_complaint_is_one_sentence_and_its_exit_code(capsys, code):
    with pytest.raises(SystemExit) as leaving:
        complain("nothing is as it should be", code)

    assert code == leaving.value.code
    assert ("", "shortlist: nothing is as it should be\n") == capsys.readouterr()


def test_a_complaint_without_stderr_still_has_its_exit_code(monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    with pytest.raises(SystemExit) as leaving:
        complain("nobody hears this", 2)

    assert 2 == leaving.value.code


LEAVE = """
import os, sys
from shortlist.cli.process import leave_quietly
try:
    print("x" * 100_000, flush=True)
except BrokenPipeError:
    leave_quietly()
"""


def test_when_the_reader_has_gone_the_command_leaves_quietly():
    """Python itself would complain at exit that it cannot flush what is left."""
    reader, writer = os.pipe()
    running = subprocess.Popen([sys.executable, "-c", LEAVE], stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    os.close(reader)
    _, complaint = running.communicate(timeout=30)

    assert (0, b"") == (running.returncode, complaint)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        ("UsageError", 2),
        ("DataError", 2),
        ("ModelFileError", 2),
        ("NoListError", 3),
        ("WrongAnswerError", 70),
        ("KeyboardInterrupt", 130),
        ("OSError", 2),
    ],
)
def test_each_error_has_its_exit_code_and_one_sentence(call, monkeypatch, error, code):
    import builtins

    import shortlist
    from shortlist.cli import learning

    kind = getattr(shortlist, error, None) or getattr(builtins, error)

    def broken(*_, **__):
        raise kind("it went wrong")

    monkeypatch.setattr(learning, "read_labelled", broken)
    done = call("fit", "titanic")

    assert (code, "", 1) == (done.returncode, done.stdout, done.stderr.count("\n"))
    assert ("interrupted" if code == 130 else "it went wrong") in done.stderr


@pytest.mark.parametrize(
    "fault", [RuntimeError("a bug"), RecursionError("a bug"), MemoryError("a bug"), BaseException("a bug")]
)
@pytest.mark.parametrize("debug", [False, True])
def test_whatever_is_left_is_one_sentence_and_exits_with_70(call, monkeypatch, fault, debug):
    """The traceback is for those who ask for it."""

    def faulty(*_, **__):
        raise fault

    monkeypatch.setattr("shortlist.cli.learning.read_labelled", faulty)
    done = call(*(["--debug"] if debug else []), "fit", "titanic")
    *trace, sentence = done.stderr.splitlines()

    assert (70, "") == (done.returncode, done.stdout)
    assert sentence.startswith("shortlist: ")
    assert ("not enough memory" if isinstance(fault, MemoryError) else "a bug") in sentence
    assert debug == any("Traceback" in line for line in trace)
    assert debug or not trace


def test_debug_is_an_option_of_the_command_itself(call):
    assert "No such option" in call("fit", "--debug", "titanic").stderr


@pytest.mark.parametrize("arguments", [["predict", "m.json", "titanic"], ["fit", "titanic"], ["show", "m.json"]])
def test_closed_standard_output_is_one_sentence(run, tmp_path, arguments):
    """Regression: `predict … >&-` ended in a traceback."""
    run("fit", "titanic", "-q", "-o", tmp_path / "m.json")
    done = run(*arguments, cwd=tmp_path, preexec_fn=lambda: os.close(1))

    assert (2, "shortlist: the output cannot be written (standard output is closed)\n") == (
        done.returncode,
        done.stderr,
    )


def test_closed_streams_do_not_matter_to_a_command_that_prints_nothing(run, tmp_path):
    done = run("fit", "titanic", "-q", "-o", tmp_path / "m.json", preexec_fn=lambda: os.closerange(0, 3))

    assert 0 == done.returncode
    assert (tmp_path / "m.json").read_text().startswith("{")
