"""The scikit-learn shell keeps scikit-learn's contract."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.model_selection import cross_val_score
from sklearn.utils.estimator_checks import parametrize_with_checks

from shortlist import DataError, DecisionListClassifier
from shortlist.estimators import integer_weights


@parametrize_with_checks([DecisionListClassifier(time_limit=0.5)])
def test_the_estimator_passes_all_of_scikit_learns_checks(estimator, check):
    check(estimator)
