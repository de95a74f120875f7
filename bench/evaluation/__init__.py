"""The paper's evaluation, rerun and extended: suite × methods → one JSON line each → tables and plots.

A file imports only those above it here: `measures`, `tables`, `systems`, `rival_models`, `rivals`, `methods`, `tasks`, `store`, `child`,
`cluster`, `running`; and for the report `paper`, `lines`, `document`, `means`, `pairs`, `plots`, `readme`, `report`. `bench/evaluate.py` is the command.
"""
