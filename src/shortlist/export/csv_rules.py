"""The rules of a model as CSV, one a line."""

from __future__ import annotations

import csv
import io

from shortlist.export.rules import COLUMNS, rule_records
from shortlist.files.modelfile import ModelFile


def csv_of_rules(file: ModelFile) -> str:
    """A header and a line for each rule; what is not known is empty."""
    out = io.StringIO()
    # The csv module leaves a carriage return unquoted where lines end otherwise.
    returns = any("\r" in str(label) for label in file.model.classes)
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n", quoting=csv.QUOTE_ALL if returns else csv.QUOTE_MINIMAL)
    writer.writeheader()
    writer.writerows(rule_records(file))
    return out.getvalue()
