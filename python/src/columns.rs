//! Legal sets and statuses as Arrow columns.

use arrow_array::builder::{
    ArrayBuilder as _, BooleanBuilder, Float64Builder, Int64Builder, ListBuilder, StringBuilder,
};
use arrow_array::{ArrayRef, RecordBatch, new_null_array};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use continuum::Analysis;
use continuum::chess::Label;
use continuum::game::{CellReport, SpanReport};
use std::sync::{Arc, LazyLock};

/// The kind of a row in the table of spans.
const STRETCH: &str = "span";
const TURN: &str = "turn";
const CELL: &str = "cell";
const MOVE: &str = "move";

/// Returns the type of a list of texts.
fn texts() -> DataType {
    DataType::List(Arc::new(Field::new_list_field(DataType::Utf8, true)))
}

/// The columns of the table of spans.
pub static SPANS: LazyLock<SchemaRef> = LazyLock::new(|| {
    let number = |name: &str| Field::new(name, DataType::Float64, true);
    let flag = |name: &str| Field::new(name, DataType::Boolean, true);
    Arc::new(Schema::new(vec![
        Field::new("row", DataType::Int64, false),
        Field::new("kind", DataType::Utf8, false),
        Field::new("piece", DataType::Utf8, true),
        number("bearing"),
        number("from"),
        number("to"),
        flag("open_from"),
        flag("open_to"),
        Field::new("captures", texts(), true),
        flag("promotes"),
        number("arc"),
        number("area"),
        number("x"),
        number("y"),
        Field::new("move", DataType::Utf8, true),
    ]))
});

/// The columns of the table of answers.
pub static ANSWERS: LazyLock<SchemaRef> = LazyLock::new(|| {
    Arc::new(Schema::new(vec![
        Field::new("row", DataType::Int64, false),
        Field::new("turn", DataType::Utf8, true),
        Field::new("status", DataType::Utf8, true),
        Field::new("winner", DataType::Utf8, true),
        Field::new("check", DataType::Boolean, true),
        Field::new("count", DataType::Int64, true),
        Field::new("length", DataType::Float64, true),
        Field::new("error", DataType::Utf8, true),
    ]))
});

/// Returns the number of rows of a legal set in the table of spans: its stretches, the landings of its regions, or
/// its moves.
pub fn count(analysis: &Analysis) -> usize {
    match analysis {
        Analysis::Plane(analysis) => {
            let cells: usize = analysis.regions.iter().map(|region| region.cells.len()).sum();
            analysis.spans.len() + cells
        }
        Analysis::Lattice(analysis) => analysis.moves.len(),
    }
}

/// Returns the length of all stretches together, without turns; none on a lattice.
pub fn length(analysis: &Analysis) -> Option<f64> {
    let Analysis::Plane(analysis) = analysis else { return None };
    let stretches = analysis.spans.iter().filter(|span| !span.turn);
    Some(stretches.map(|span| span.to - span.from).sum())
}

/// A column of numbers that are mostly missing. While all are missing nothing is written.
#[derive(Default)]
struct SeldomNumbers {
    numbers: Float64Builder,
    /// The number of rows after the last number.
    empty: usize,
}

impl SeldomNumbers {
    fn leave(&mut self, rows: usize) {
        self.empty += rows;
    }

    fn put(&mut self, number: f64) {
        self.numbers.append_nulls(std::mem::take(&mut self.empty));
        self.numbers.append_value(number);
    }

    fn finish(mut self) -> ArrayRef {
        if self.numbers.is_empty() {
            return new_null_array(&DataType::Float64, self.empty);
        }
        self.numbers.append_nulls(self.empty);
        Arc::new(self.numbers.finish())
    }
}

/// The table of spans under construction.
#[derive(Default)]
pub struct Spans {
    row: Int64Builder,
    kind: StringBuilder,
    piece: StringBuilder,
    bearing: Float64Builder,
    from: Float64Builder,
    to: Float64Builder,
    open_from: BooleanBuilder,
    open_to: BooleanBuilder,
    captures: ListBuilder<StringBuilder>,
    promotes: BooleanBuilder,
    arc: SeldomNumbers,
    area: SeldomNumbers,
    x: SeldomNumbers,
    y: SeldomNumbers,
    text: StringBuilder,
}

impl Spans {
    /// Adds the legal set of a row.
    pub fn add(&mut self, row: i64, analysis: &Analysis) {
        match analysis {
            Analysis::Plane(analysis) => {
                self.add_spans(row, &analysis.spans);
                for region in &analysis.regions {
                    region.cells.iter().for_each(|cell| self.add_cell(row, region.piece, cell));
                }
            }
            Analysis::Lattice(analysis) => self.add_moves(row, &analysis.moves),
        }
    }

    /// Adds the stretches of a row, column by column: most rows have some sixty of them.
    fn add_spans(&mut self, row: i64, spans: &[SpanReport]) {
        let n = spans.len();
        self.row.append_value_n(row, n);
        for like in spans.chunk_by(|a, b| (a.piece, a.turn, a.promotes) == (b.piece, b.turn, b.promotes)) {
            let Some(first) = like.first() else { continue };
            self.kind.append_value_n(if first.turn { TURN } else { STRETCH }, like.len());
            self.piece.append_value_n(first.piece.as_str(), like.len());
            self.promotes.append_n(like.len(), first.promotes);
        }
        spans.iter().for_each(|span| self.bearing.append_value(span.bearing));
        spans.iter().for_each(|span| self.from.append_value(span.from));
        spans.iter().for_each(|span| self.to.append_value(span.to));
        spans.iter().for_each(|span| self.open_from.append_value(span.open_from));
        spans.iter().for_each(|span| self.open_to.append_value(span.open_to));
        spans.iter().for_each(|span| self.add_captures(&span.captures));
        spans.iter().for_each(|span| match span.arc {
            Some(radius) => self.arc.put(radius),
            None => self.arc.leave(1),
        });
        self.area.leave(n);
        self.x.leave(n);
        self.y.leave(n);
        self.text.append_nulls(n);
    }

    fn add_cell(&mut self, row: i64, piece: Label, cell: &CellReport) {
        self.row.append_value(row);
        self.kind.append_value(CELL);
        self.piece.append_value(piece.as_str());
        self.bearing.append_null();
        self.from.append_null();
        self.to.append_null();
        self.open_from.append_null();
        self.open_to.append_null();
        self.add_captures(&cell.captures);
        self.promotes.append_value(cell.promotes);
        self.arc.leave(1);
        self.area.put(cell.area);
        self.x.put(cell.sample[0]);
        self.y.put(cell.sample[1]);
        self.text.append_null();
    }

    /// Adds the moves of a row of a lattice.
    fn add_moves(&mut self, row: i64, moves: &[String]) {
        let n = moves.len();
        self.row.append_value_n(row, n);
        self.kind.append_value_n(MOVE, n);
        self.piece.append_nulls(n);
        self.bearing.append_nulls(n);
        self.from.append_nulls(n);
        self.to.append_nulls(n);
        self.open_from.append_nulls(n);
        self.open_to.append_nulls(n);
        self.captures.append_nulls(n);
        self.promotes.append_nulls(n);
        self.arc.leave(n);
        self.area.leave(n);
        self.x.leave(n);
        self.y.leave(n);
        moves.iter().for_each(|text| self.text.append_value(text));
    }

    fn add_captures(&mut self, captures: &[Label]) {
        captures.iter().for_each(|label| self.captures.values().append_value(label.as_str()));
        self.captures.append(true);
    }

    /// Returns the rows added so far as a batch.
    pub fn finish(mut self) -> Result<RecordBatch, ArrowError> {
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.row.finish()),
            Arc::new(self.kind.finish()),
            Arc::new(self.piece.finish()),
            Arc::new(self.bearing.finish()),
            Arc::new(self.from.finish()),
            Arc::new(self.to.finish()),
            Arc::new(self.open_from.finish()),
            Arc::new(self.open_to.finish()),
            Arc::new(self.captures.finish()),
            Arc::new(self.promotes.finish()),
            self.arc.finish(),
            self.area.finish(),
            self.x.finish(),
            self.y.finish(),
            Arc::new(self.text.finish()),
        ];
        RecordBatch::try_new(Arc::clone(&SPANS), columns)
    }
}

/// The table of answers under construction: one row for each position.
#[derive(Default)]
pub struct Answers {
    row: Int64Builder,
    turn: StringBuilder,
    status: StringBuilder,
    winner: StringBuilder,
    check: BooleanBuilder,
    count: Int64Builder,
    length: Float64Builder,
    error: StringBuilder,
}

impl Answers {
    /// Adds the status of a position.
    pub fn add(&mut self, row: i64, analysis: &Analysis) {
        self.row.append_value(row);
        self.turn.append_value(analysis.turn().as_str());
        self.status.append_value(analysis.status().as_str());
        self.winner.append_option(analysis.winner().map(|side| side.as_str()));
        self.check.append_value(analysis.check());
        self.count.append_value(count(analysis) as i64);
        self.length.append_option(length(analysis));
        self.error.append_null();
    }

    /// Adds a row without an answer, with the error.
    pub fn add_error(&mut self, row: i64, error: &str) {
        self.row.append_value(row);
        self.turn.append_null();
        self.status.append_null();
        self.winner.append_null();
        self.check.append_null();
        self.count.append_null();
        self.length.append_null();
        self.error.append_value(error);
    }

    /// Returns the rows added so far as a batch.
    pub fn finish(mut self) -> Result<RecordBatch, ArrowError> {
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.row.finish()),
            Arc::new(self.turn.finish()),
            Arc::new(self.status.finish()),
            Arc::new(self.winner.finish()),
            Arc::new(self.check.finish()),
            Arc::new(self.count.finish()),
            Arc::new(self.length.finish()),
            Arc::new(self.error.finish()),
        ];
        RecordBatch::try_new(Arc::clone(&ANSWERS), columns)
    }
}
