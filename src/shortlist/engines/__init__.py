"""Engines: functions from a problem and limits to a solution."""
