"""sqlglot_rows.py T2S DATA LIBDUCKDB: Spider's dev queries written for DuckDB by t2s and by sqlglot, and run on copies of the databases.

Prints for each how many have SQLite's rows, how many another order of ties, how many other rows, how many fail, and the time that sqlglot takes
to parse and print a query. DATA has dev.json and databases/. Needs the Python packages sqlglot and duckdb.
"""
import collections
import decimal
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import time

import duckdb
import sqlglot


def comparable(value):
    return round(float(value), 5) if isinstance(value, (int, float, decimal.Decimal)) else None if value is None else str(value)


def rows(connection, sql: str) -> list:
    return [tuple(comparable(value) for value in row) for row in connection.execute(sql).fetchall()]


def written_by_t2s(t2s: str, file: pathlib.Path, sql: str) -> str:
    return subprocess.run([t2s, "transpile", "--from", "sqlite", "--to", "duckdb", "--db", str(file), sql],
                          capture_output=True, text=True, check=True).stdout


def verdict(copy, sql: str, wanted: list, ordered: bool) -> str:
    try:
        found = rows(copy, sql)
    except duckdb.Error:
        return "fails"
    if found == wanted:
        return "right"
    same = sorted(map(str, found)) == sorted(map(str, wanted))
    return "other rows" if not same else "another order of ties" if ordered else "right"


def main(t2s: str, data: pathlib.Path) -> None:
    questions = json.loads((data / "dev.json").read_text(encoding="utf-8"))
    verdicts = {"t2s": collections.Counter(), "sqlglot": collections.Counter()}
    opened: dict = {}
    with tempfile.TemporaryDirectory() as folder:
        for one in questions:
            name, gold = one["db_id"], one["query"]
            file = data / "databases" / name / f"{name}.sqlite"
            if name not in opened:
                target = pathlib.Path(folder, f"{name}.duckdb")
                subprocess.run([t2s, "copy", str(file), f"duckdb:{target}", "--create"], capture_output=True, check=True)
                given = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
                given.text_factory = lambda text: text.decode("utf-8", "replace")
                opened[name] = (given, duckdb.connect(str(target), read_only=True))
            given, copy = opened[name]
            wanted, ordered = rows(given, gold), "order by" in gold.lower()
            for who, sql in (("t2s", written_by_t2s(t2s, file, gold)), ("sqlglot", sqlglot.transpile(gold, read="sqlite", write="duckdb")[0])):
                verdicts[who][verdict(copy, sql, wanted, ordered)] += 1
    for who, counts in verdicts.items():
        print(who, dict(counts))
    begun = time.process_time()
    for one in questions:
        sqlglot.parse_one(one["query"], read="sqlite").sql("sqlite")
    print(f"sqlglot {sqlglot.__version__}: {(time.process_time() - begun) / len(questions) * 1e6:.0f} us to parse and print a query")


if __name__ == "__main__":
    os.environ["T2S_DUCKDB_LIBRARY"] = sys.argv[3]
    main(sys.argv[1], pathlib.Path(sys.argv[2]))
