"""Files that are there whole or not at all, for the other examples."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq


def _begun(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    # Two processes that write the same file do not meet: the last to finish has the same content.
    return path.with_name(f".{path.name}.{os.getpid()}")


def write_batches(reader: pa.RecordBatchReader, path: Path) -> int:
    """Writes a stream as Parquet, under its name only when it is complete. Returns the number of rows."""
    begun, rows = _begun(path), 0
    with pq.ParquetWriter(begun, reader.schema, compression="zstd") as writer:
        for batch in reader:
            writer.write_batch(batch)
            rows += batch.num_rows
    os.replace(begun, path)
    return rows


def write_table(table: pa.Table, path: Path) -> None:
    """Writes a table as Parquet, under its name only when it is complete."""
    begun = _begun(path)
    pq.write_table(table, begun, compression="zstd")
    os.replace(begun, path)


def write_json(value: Any, path: Path) -> None:
    """Writes JSON, under its name only when it is complete."""
    begun = _begun(path)
    begun.write_text(json.dumps(value, indent=1) + "\n")
    os.replace(begun, path)
