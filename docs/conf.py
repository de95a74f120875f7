"""How the documentation is built: `sphinx-build -W docs FOLDER`. What can be told by the program itself is generated."""

import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import generated  # noqa: E402

from shortlist import __version__  # noqa: E402

project = "Shortlist"
author = "the Shortlist developers"
project_copyright = "the Shortlist developers, MIT licence"
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
root_doc = "index"
default_role = "code"  # docstrings write `name` for what is typed as it stands

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "inherited-members": False, "show-inheritance": False}
napoleon_google_docstring = True
napoleon_use_ivar = True

html_theme = "pydata_sphinx_theme"
html_title = "Shortlist"
html_static_path = []
html_extra_path = ["_generated/extra"]
html_theme_options = {"show_toc_level": 2, "navigation_with_keys": False, "secondary_sidebar_items": ["page-toc"]}
html_sidebars = {"**": []}
html_show_sourcelink = False

generated.write(HERE / "_generated")


SEVERAL = re.compile(r"^(\s+)(\w+(?:, \w+)+): ")


def setup(app):
    """Leave out what scikit-learn adds to each estimator, and read docstrings as they are meant."""
    app.connect("autodoc-skip-member", lambda _, __, name, *___: True if name.endswith("_request") else None)
    app.connect("autodoc-process-docstring", _as_meant, priority=400)


def _as_meant(_app, _what, _name, _obj, _options, lines):
    """Bars are the paper's, not a substitution; several names before a colon are one entry, not a type and a name."""
    for k, line in enumerate(lines):
        if not line.lstrip().startswith((">>>", "...")):
            named = SEVERAL.sub(lambda found: f"{found[1]}{found[2].replace(', ', '/')}: ", line)
            lines[k] = named.replace("|", "\\|")
