"""Legal sets of a folder of Parquet files, on a Spark cluster.

    spark-submit spark.py positions/ answers/

The same function as in `cluster.py`, as a step of a Spark job. The package has to be installed on every machine.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pyarrow as pa
from pyspark.sql import SparkSession

from continuum_chess import analyze_table

#: The columns of the answers, as Spark writes them.
SCHEMA = "row long, turn string, status string, winner string, check boolean, count long, length double, error string"


def answers(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """How each position stands. A partition is answered on one core, as Spark counts them."""
    for batch in batches:
        spans, found = analyze_table(batch, jobs=1)
        # Nobody reads the spans, so they are dropped and take no memory.
        del spans
        yield from found


def main(source: str, out: str) -> None:
    spark = SparkSession.builder.appName("continuum").getOrCreate()
    # Rows get numbers that are their own in the whole table.
    positions = spark.read.parquet(source).selectExpr("monotonically_increasing_id() as row", "position")
    positions.mapInArrow(answers, SCHEMA).write.mode("overwrite").parquet(out)


if __name__ == "__main__":
    main(*sys.argv[1:3])
