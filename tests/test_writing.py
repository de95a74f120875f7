"""A file is replaced in one step: whatever happens on the way, what was there is there, or what was to come."""

import errno
import os
import stat
import subprocess
import sys

import pytest

from shortlist import ModelFileError, learn, model_file, read_labelled, read_model, write_model
from shortlist.cli.process import check_writable
from shortlist.errors import UsageError
from shortlist.writing import write_bytes


def full(*_):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.fixture(scope="module")
def model():
    return model_file(learn(read_labelled("titanic")))


@pytest.mark.parametrize("step", ["os.fsync", "pathlib.Path.replace", "pathlib.Path.chmod"])
def test_a_full_disk_leaves_the_old_model_and_no_half_one(tmp_path, monkeypatch, model, step):
    """Regression: the old model was destroyed before the new one was whole."""
    path = tmp_path / "keep.json"
    path.write_text("the old model")
    monkeypatch.setattr(step, full)
    with pytest.raises(ModelFileError, match="keep.json: cannot be written \\(No space left on device\\)"):
        write_model(model, path)

    assert [path] == list(tmp_path.iterdir())
    assert "the old model" == path.read_text()


@pytest.mark.skipif(sys.platform != "linux", reason="file sizes are limited by the system")
def test_a_model_larger_than_what_is_left_leaves_the_old_one(tmp_path, run):
    path = tmp_path / "keep.json"
    path.write_text("the old model")

    def small_files_only():
        import resource
        import signal

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (500, 500))

    done = run("fit", "titanic", "-o", path, preexec_fn=small_files_only)

    assert (2, 1) == (done.returncode, done.stderr.count("\n")), done.stderr
    assert "keep.json: cannot be written (File too large)" in done.stderr
    assert "sex == female" in done.stdout, "what cannot be written is printed all the same"
    assert [path] == list(tmp_path.iterdir())
    assert "the old model" == path.read_text()


def test_what_nobody_reads_is_written_all_the_same(tmp_path):
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "shortlist", "fit", "titanic", "-o", str(tmp_path / "m.json")]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, check=False, timeout=60)
    os.close(writer)

    assert (0, b"") == (done.returncode, done.stderr)
    assert read_model(tmp_path / "m.json").model.size == 4


def test_permissions_and_links_stay_as_they_were(tmp_path):
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    write_bytes(link, b"new")

    assert link.is_symlink()
    assert ("new", 0o640) == (real.read_text(), stat.S_IMODE(real.stat().st_mode))


def test_a_new_file_has_the_usual_permissions(tmp_path):
    (tmp_path / "usual").touch()
    write_bytes(tmp_path / "new", b"text")

    assert (tmp_path / "usual").stat().st_mode == (tmp_path / "new").stat().st_mode


def test_what_is_no_file_is_written_to(capfd):
    write_bytes("/dev/stdout", b"through\n")

    assert "through\n" == capfd.readouterr().out


@pytest.mark.parametrize("name", ["x" * 300, "a\0b"])
def test_a_name_that_no_file_can_have_cannot_be_written(tmp_path, name):
    with pytest.raises(UsageError, match="cannot be written"):
        check_writable(tmp_path / name)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no files without a name")
@pytest.mark.parametrize("step", ["os.fsync", "os.link"])
def test_nothing_stays_of_a_file_whose_writer_is_killed(tmp_path, step):
    """Regression: a hidden file stayed beside the old one."""
    path = tmp_path / "keep.json"
    path.write_text("the old model")
    killed = (
        "import os, sys\nfrom shortlist.writing import write_bytes\n"
        f"{step} = lambda *_, **__: os.kill(os.getpid(), 9)\nwrite_bytes(sys.argv[1], b'new')"
    )
    done = subprocess.run([sys.executable, "-c", killed, str(path)], check=False)

    assert -9 == done.returncode
    assert [path] == list(tmp_path.iterdir())
    assert "the old model" == path.read_text()


def test_where_files_must_have_names_they_are_replaced_as_well(tmp_path, monkeypatch):
    monkeypatch.setattr("shortlist.writing._OPEN_FILES", tmp_path / "nowhere")
    path = tmp_path / "keep.json"
    write_bytes(path, b"the old model")
    write_bytes(path, b"the new model")

    assert [path] == list(tmp_path.iterdir())
    assert "the new model" == path.read_text()
