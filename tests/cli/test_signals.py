"""SIGTERM is treated like Ctrl-C, at any moment: the best list, or one sentence; no half file, no process left behind."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import fuzz_signals
from cli.test_interrupts import children_of, is_running

pytestmark = pytest.mark.skipif(not Path("/proc").is_dir(), reason="children are looked up in /proc")


def start(*arguments, **options):
    command = [sys.executable, "-m", "shortlist", *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)


def wait_for_children(pid, seconds=20):
    deadline = time.monotonic() + seconds
    while not (found := children_of(pid)):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return found


def test_sigterm_gives_the_best_list_so_far_and_writes_it(hard_csv, tmp_path):
    """Regression: it ended everything without a word."""
    fit = start("fit", hard_csv, "-r", "0.003", "--json", "-o", tmp_path / "m.json")
    children = wait_for_children(fit.pid)
    time.sleep(0.3)
    fit.send_signal(signal.SIGTERM)
    out, err = fit.communicate(timeout=20)
    record, model = json.loads(out), json.loads((tmp_path / "m.json").read_text())

    assert (0, "shortlist: interrupted; this is the best so far\n") == (fit.returncode, err)
    assert ("feasible", "interrupt") == (record["status"], record["stopped"])
    assert record["lower_bound"] < record["cost"] == model["claim"]["cost"]
    assert not any(map(is_running, children))


def test_a_second_sigterm_ends_it_at_once(hard_csv, tmp_path):
    fit = start("fit", hard_csv, "-r", "0.003", "-o", tmp_path / "m.json")
    children = wait_for_children(fit.pid)
    began = time.monotonic()
    fit.send_signal(signal.SIGTERM)
    fit.send_signal(signal.SIGTERM)
    _, err = fit.communicate(timeout=20)

    assert fit.returncode in (0, 130)
    assert time.monotonic() - began < 5
    assert err.count("\n") <= 1
    assert not any(map(is_running, children))
    assert not list(tmp_path.glob(".shortlist*"))


LOADING = """
import os, signal, sys
class Signals:
    def find_spec(self, name, *_):
        if name == {module!r}:
            os.kill(os.getpid(), signal.{signal})
sys.meta_path.insert(0, Signals())
"""


@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM"])
@pytest.mark.parametrize("module", ["numpy", "shortlist.learn", "shortlist.cli.app", "typer"])
def test_a_signal_while_the_command_is_loaded_is_one_sentence(tmp_path, module, number):
    (tmp_path / "sitecustomize.py").write_text(LOADING.format(module=module, signal=number))
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    done = start("fit", "titanic", env=os.environ | {"PYTHONPATH": path})

    assert ("", "shortlist: interrupted\n") == done.communicate(timeout=60)
    assert 130 == done.returncode


def test_a_program_that_imports_the_library_keeps_its_handlers():
    code = "import signal; import shortlist; print(signal.getsignal(signal.SIGTERM) is signal.SIG_DFL)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert "True\n" == done.stdout


def test_a_signal_that_whoever_started_us_ignores_stays_ignored(hard_csv):
    def ignore():
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    fit = start("fit", hard_csv, "-r", "0.003", "--time-limit", "2", preexec_fn=ignore)
    time.sleep(1.5)
    fit.send_signal(signal.SIGINT)
    _, err = fit.communicate(timeout=20)

    assert 0 == fit.returncode
    assert "time limit" in err


def test_once_there_is_an_answer_a_signal_does_not_lose_it(call, monkeypatch, tmp_path):
    from shortlist.cli import answering

    def interrupted_write(file, path):
        os.kill(os.getpid(), signal.SIGTERM)
        app_write(file, path)

    app_write = answering.write_model
    monkeypatch.setattr(answering, "write_model", interrupted_write)
    done = call("fit", "titanic", "-o", tmp_path / "m.json")

    assert (0, "") == (done.returncode, done.stderr)
    assert "sex == female" in done.stdout
    assert (tmp_path / "m.json").exists()


def test_an_interruption_where_nothing_can_be_raised_comes_again(call, monkeypatch):
    from shortlist.cli import learning

    class Falling:
        def __del__(self):
            os.kill(os.getpid(), signal.SIGINT)
            for _ in range(100):
                pass

    def reading(*_, **__):
        falling = Falling()
        del falling
        time.sleep(5)
        raise AssertionError("the interruption was lost")

    monkeypatch.setattr(learning, "read_labelled", reading)
    done = call("fit", "titanic")

    assert (130, "shortlist: interrupted\n") == (done.returncode, done.stderr)


LATE = """
import os, signal, threading, time, types
from shortlist import interrupts

class Late(threading.Timer):
    def cancel(self):
        pass  # it has looked already whether it is cancelled

interrupts.threading.Timer, interrupts._SOON = Late, 0.1
interrupts.SIGNALS.install()
with interrupts.SIGNALS.during_work():
    interrupts.SIGNALS._resend(types.SimpleNamespace(exc_type=KeyboardInterrupt))
time.sleep(0.3)
print("the end")
"""


def test_an_interruption_that_comes_again_too_late_ends_nothing():
    done = subprocess.run([sys.executable, "-c", LATE], capture_output=True, text=True, check=False)

    assert (0, "the end\n", "") == (done.returncode, done.stdout, done.stderr)


WITHIN_EXEC = """
import os, signal, sys
from shortlist import interrupts

try:
    with interrupts.SIGNALS.during_work():
        exec("os.kill(os.getpid(), signal.SIGTERM)")
except KeyboardInterrupt:
    sys.exit(interrupts.INTERRUPTED)
"""


def test_an_interruption_of_a_text_in_execution_keeps_its_exit_code(tmp_path):
    """Regression: where SIGTERM came while a dataclass was being made, `python -m shortlist` ended by SIGINT, not with 130."""
    (tmp_path / "within_exec.py").write_text(WITHIN_EXEC)

    assert 130 == subprocess.run([sys.executable, "-m", "within_exec"], cwd=tmp_path, check=False).returncode


def test_after_a_command_the_handlers_are_as_before(call):
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    call("fit", "titanic", "-q")

    assert before == [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]


def test_an_interruption_before_there_is_a_list_is_one_sentence(call, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("shortlist.engines.maxsat.lists.first_list", interrupted)
    done = call("fit", "titanic", "--perfect", "--engine", "maxsat")

    assert (130, "", "shortlist: interrupted\n") == (done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize(("how", "seed"), [("term", 2), ("twice", 3), ("kill", 1)])
def test_a_signal_at_some_moment_loses_nothing(tmp_path, how, seed):
    """`python tests/fuzz_signals.py 20` tries many more moments."""
    fuzz_signals.write_table(tmp_path / "table.csv")

    assert fuzz_signals.check(seed, how, tmp_path).startswith(how)


def test_a_command_may_run_in_another_thread(call):
    codes = []
    thread = threading.Thread(target=lambda: codes.append(call("fit", "titanic", "-q").returncode))
    thread.start()
    thread.join(60)

    assert [0] == codes
