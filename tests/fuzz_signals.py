"""SIGTERM and SIGINT to the command, and SIGKILL to its children, at random moments: `python tests/fuzz_signals.py 20`.

`python tests/fuzz_signals.py COUNT [FIRST SEED]` does so many of each. Whatever the moment: the list is kept once there is one, its
bound is below its cost and below that of the best list known, the file is the old one or the new one, and no process is left behind.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np

OLD = "the old model\n"
MODELS = [
    ["-r", "0.003"],
    ["-r", "0.003", "--engine", "sat"],
    ["-r", "0.003", "--engine", "maxsat"],
    ["--perfect"],
    ["-r", "0.01", "--model", "set"],
    ["--perfect", "--model", "set"],
    ["-r", "0.01", "--model", "hybrid"],
    ["-r", "0.003", "--separate", "all"],
    ["--choose", "cv"],
]


class Wrong(Exception):  # noqa: N818  # it is a finding
    """Something was lost."""


def write_table(path: Path) -> None:
    """Random classes of many features and a number: nothing is proved of this in seconds."""
    rng = np.random.default_rng(0)
    columns = [*(rng.random((25, 300)) < 0.5).astype(int), rng.integers(0, 50, 300), rng.integers(0, 2, 300)]
    lines = [",".join([*(f"x{k}" for k in range(26)), "y"]), *(",".join(map(str, row)) for row in np.array(columns).T)]
    path.write_text("\n".join(lines))


def descendants(pid: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in map(int, (task / "children").read_text().split()):
            found += [child, *descendants(child)]
    return found


def known_descendants(pid: int) -> list[int]:
    try:
        return descendants(pid)
    except OSError:  # one of them has just ended
        return []


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def check(seed: int, how: str, folder: Path) -> str:
    """One command, and one signal or two; how it ended."""
    rng = random.Random(seed)
    model, output = rng.choice(MODELS), folder / "model.json"
    output.write_text(OLD)
    kept = set(folder.iterdir())
    command = [sys.executable, "-m", "shortlist", "fit", str(folder / "table.csv"), *model]
    command += ["--json", "--progress", "json", "-o", str(output), "--time-limit", "6" if how == "kill" else "20"]
    began = time.monotonic()
    fit = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(rng.choice([rng.uniform(0.15, 0.9), rng.uniform(0.9, 5)]))
    children = known_descendants(fit.pid)
    if how == "kill":
        for child in children:
            os.kill(child, signal.SIGKILL)
    else:
        number = signal.SIGTERM if how == "term" or rng.random() < 0.5 else signal.SIGINT
        fit.send_signal(number)
        if how == "twice":
            time.sleep(rng.uniform(0, 0.05))
            fit.send_signal(number)
    sent = time.monotonic()
    children = sorted({*children, *known_descendants(fit.pid)})
    try:
        out, err = fit.communicate(timeout=30)
    except subprocess.TimeoutExpired:
        fit.kill()
        raise Wrong(f"{command} did not end after {how}") from None
    told = f"{' '.join(command[3:])}, {how} after {sent - began:.2f} s, exit {fit.returncode}: {err[-500:]}"
    if how != "kill" and time.monotonic() - sent > 5:
        raise Wrong(f"it took {time.monotonic() - sent:.1f} s to end: {told}")
    if how != "twice" and '"cost": ' in err.replace('"cost": null', "") and fit.returncode != 0:
        raise Wrong(f"there was a list, and it is lost: {told}")
    if set(folder.iterdir()) != kept:
        raise Wrong(f"files are left behind: {told}")
    if "Traceback" in err or fit.returncode not in ((0,) if how == "kill" else (0, 130, -number)):
        raise Wrong(told)
    check_answer(fit.returncode, out, output.read_text(), told)
    time.sleep(0 if not any(map(is_running, children)) else 1.5)
    if any(map(is_running, children)):
        raise Wrong(f"a process is left behind: {told}")
    return f"{how}: exit {fit.returncode}"


def check_answer(code: int, out: str, text: str, told: str) -> None:
    """The file must be whole, the old one or the new one, and what is printed must agree with it."""
    if code != 0:
        if text != OLD and not json.loads(text)["rules"]:
            raise Wrong(f"half a file: {told}")
        return
    record, model = json.loads(out), json.loads(text)
    if record["lower_bound"] > record["cost"] or model["claim"]["cost"] != record["cost"]:
        raise Wrong(f"cost and bound do not agree: {told}")


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    ended: dict[str, int] = {}
    failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_table(folder / "table.csv")
        for seed in range(first, first + count):
            for how in ("term", "twice", "kill"):
                try:
                    said = check(seed, how, folder)
                except Wrong as finding:
                    failed += 1
                    said = f"{how}: wrong"
                    print(f"seed {seed}: {finding}", file=sys.stderr, flush=True)
                ended[said] = ended.get(said, 0) + 1
    print(f"{3 * count} commands from seed {first}: {ended}, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
