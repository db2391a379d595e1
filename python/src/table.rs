//! Whole tables of positions, answered as they are read.
//!
//! One reader returns the spans, the other one row for each position. The reader that is read first drives the work;
//! what it leaves for the other waits in memory.

use crate::columns::{ANSWERS, Answers, SPANS, Spans};
use crate::convert::pool;
use crate::errors::ContinuumError;
use crate::variant::{VariantOrName, variant_of};
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, Int64Array, RecordBatch, RecordBatchReader, StringViewArray};
use arrow_cast::cast;
use arrow_schema::{ArrowError, DataType, SchemaRef};
use continuum::game::VariantCache;
use continuum::{Analysis, Position, Prepared};
use pyo3::prelude::*;
use pyo3_arrow::PyRecordBatchReader;
use pyo3_arrow::input::AnyRecordBatch;
use rayon::ThreadPool;
use rayon::prelude::*;
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use toml::Table;

/// The number of rows that one thread answers at a time.
const ROWS_AT_ONCE: usize = 512;

/// The number of rows that are answered before either reader returns any of them.
const WINDOW: usize = 32 * ROWS_AT_ONCE;

/// The columns that are read; others are ignored.
struct Columns {
    position: Option<StringViewArray>,
    fen: Option<StringViewArray>,
    variant: Option<StringViewArray>,
    row: Option<Int64Array>,
    rows: usize,
}

/// Returns a column by its name, as texts.
fn texts(batch: &RecordBatch, name: &str) -> Result<Option<StringViewArray>, ArrowError> {
    let Some(column) = batch.column_by_name(name) else { return Ok(None) };
    Ok(Some(cast(column, &DataType::Utf8View)?.as_string_view().clone()))
}

impl Columns {
    fn of(batch: &RecordBatch) -> Result<Columns, ArrowError> {
        let row = match batch.column_by_name("row") {
            Some(column) => Some(cast(column, &DataType::Int64)?.as_primitive::<Int64Type>().clone()),
            None => None,
        };
        Ok(Columns {
            position: texts(batch, "position")?,
            fen: texts(batch, "fen")?,
            variant: texts(batch, "variant")?,
            row,
            rows: batch.num_rows(),
        })
    }

    /// Returns an error for a schema that lacks a necessary column.
    fn check(schema: &SchemaRef) -> PyResult<()> {
        let is_text = |data: &DataType| match data {
            DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null => true,
            DataType::Dictionary(_, values) => matches!(**values, DataType::Utf8 | DataType::LargeUtf8),
            _ => false,
        };
        let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
        if !names.contains(&"position") && !names.contains(&"fen") {
            return Err(ContinuumError::new_err(format!(
                "the table has no column `position` and no column `fen`: it has {}",
                names.join(", ")
            )));
        }
        for name in ["position", "fen", "variant"] {
            if let Ok(field) = schema.field_with_name(name)
                && !is_text(field.data_type())
            {
                let found = field.data_type();
                return Err(ContinuumError::new_err(format!(
                    "column `{name}` holds {found}: it must hold texts"
                )));
            }
        }
        match schema.field_with_name("row") {
            Ok(field) if !field.data_type().is_integer() => {
                let found = field.data_type();
                Err(ContinuumError::new_err(format!(
                    "column `row` holds {found}: it must hold whole numbers"
                )))
            }
            _ => Ok(()),
        }
    }
}

fn entry(column: &Option<StringViewArray>, index: usize) -> Option<&str> {
    column.as_ref().filter(|column| column.is_valid(index)).map(|column| column.value(index))
}

/// The options for answering a table.
struct Answering {
    /// The variant of rows that name none.
    usual: Prepared,
    cache: VariantCache,
    /// A pool of threads, if their number was given.
    pool: Option<ThreadPool>,
}

impl Answering {
    fn answer(&self, columns: &Columns, index: usize) -> Result<Analysis, String> {
        let variant = match entry(&columns.variant, index) {
            Some(name) => &self.cache.get(name, &Table::new()).map_err(|e| e.to_string())?,
            None => &self.usual,
        };
        let position = match (entry(&columns.position, index), entry(&columns.fen, index)) {
            (Some(text), None) => Position::from_text(variant, text),
            (None, Some(fen)) => Position::from_fen(variant, fen),
            (None, None) | (Some(_), Some(_)) => return Err("give either `position` or `fen`".to_owned()),
        };
        Ok(Analysis::of(&position.map_err(|e| e.to_string())?))
    }

    /// Returns the answers to some rows; `first` is the number of the first row of the columns.
    fn answer_rows(&self, columns: &Columns, first: i64, rows: Range<usize>) -> Answered {
        let (mut spans, mut answers) = (Spans::default(), Answers::default());
        for index in rows {
            let own = columns.row.as_ref().filter(|row| row.is_valid(index));
            let row = own.map_or(first + index as i64, |row| row.value(index));
            match self.answer(columns, index) {
                Ok(analysis) => {
                    spans.add(row, &analysis);
                    answers.add(row, &analysis);
                }
                Err(error) => answers.add_error(row, &error),
            }
        }
        Ok([spans.finish()?, answers.finish()?])
    }

    /// Returns the answers to a window of rows, on all cores, in order.
    fn answer_window(
        &self,
        columns: &Columns,
        first: i64,
        rows: Range<usize>,
    ) -> Result<Vec<[RecordBatch; 2]>, ArrowError> {
        let parts: Vec<Range<usize>> = rows
            .clone()
            .step_by(ROWS_AT_ONCE)
            .map(|from| from..(from + ROWS_AT_ONCE).min(rows.end))
            .collect();
        let work = || parts.into_par_iter().map(|part| self.answer_rows(columns, first, part)).collect();
        match &self.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}

/// The spans and answers of some rows.
type Answered = Result<[RecordBatch; 2], ArrowError>;

/// The state of a table that is being answered.
struct Course {
    input: Box<dyn RecordBatchReader + Send>,
    answering: Answering,
    /// The present batch, and the number of its rows that are answered.
    present: Option<(Columns, usize)>,
    /// The number of the first row of the present batch.
    first: i64,
    /// The batches that wait for each reader; `None` when the reader is gone.
    waiting: [Option<VecDeque<RecordBatch>>; 2],
}

impl Course {
    /// Answers the next window; returns whether there was one.
    fn go_on(&mut self) -> Result<bool, ArrowError> {
        loop {
            if let Some((columns, done)) = &mut self.present {
                if *done < columns.rows {
                    let rows = *done..(*done + WINDOW).min(columns.rows);
                    *done = rows.end;
                    for batches in self.answering.answer_window(columns, self.first, rows)? {
                        for (queue, batch) in self.waiting.iter_mut().zip(batches) {
                            if let Some(queue) = queue {
                                queue.push_back(batch);
                            }
                        }
                    }
                    return Ok(true);
                }
                self.first += columns.rows as i64;
                self.present = None;
            }
            match self.input.next() {
                Some(batch) => self.present = Some((Columns::of(&batch?)?, 0)),
                None => return Ok(false),
            }
        }
    }
}

/// One of the two readers.
struct Reader {
    course: Arc<Mutex<Course>>,
    which: usize,
}

impl Reader {
    fn lock(&self) -> MutexGuard<'_, Course> {
        self.course.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Iterator for Reader {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut course = self.lock();
        loop {
            if let Some(batch) = course.waiting[self.which].as_mut().and_then(VecDeque::pop_front) {
                return Some(Ok(batch));
            }
            match course.go_on() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(e) => return Some(Err(e)),
            }
        }
    }
}

impl RecordBatchReader for Reader {
    fn schema(&self) -> SchemaRef {
        Arc::clone(if self.which == 0 { &SPANS } else { &ANSWERS })
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        let which = self.which;
        self.lock().waiting[which] = None;
    }
}

/// Returns readers of the legal sets of a table of positions, and of their statuses. See
/// `continuum_chess.analyze_table`.
#[pyfunction]
#[pyo3(signature = (source, variant = None, jobs = None))]
pub fn analyze_table(
    source: AnyRecordBatch,
    variant: Option<VariantOrName<'_>>,
    jobs: Option<usize>,
) -> PyResult<(PyRecordBatchReader, PyRecordBatchReader)> {
    let input = source.into_reader()?;
    Columns::check(&input.schema())?;
    let pool = jobs.map(|jobs| pool(Some(jobs.max(1)))).transpose()?;
    let answering = Answering { usual: variant_of(variant)?, cache: VariantCache::default(), pool };
    let waiting = [Some(VecDeque::new()), Some(VecDeque::new())];
    let course = Arc::new(Mutex::new(Course { input, answering, present: None, first: 0, waiting }));
    let reader = |which| PyRecordBatchReader::new(Box::new(Reader { course: Arc::clone(&course), which }));
    Ok((reader(0), reader(1)))
}
