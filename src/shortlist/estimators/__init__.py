"""The scikit-learn shells."""
