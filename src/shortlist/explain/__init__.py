"""Why a model decides a row as it does."""
