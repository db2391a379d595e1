//! Variants.

use crate::convert::{rules_of, to_python};
use crate::errors::no_variant;
use continuum::Prepared;
use continuum::game::VariantCache;
use continuum::variant::preset_names;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use toml::Table;

/// A set of rules, checked, with its tables.
///
/// `name` is a preset or a variant file, which ends in `.toml`; keyword parameters override it:
/// `Variant("continuous", zeno=True)`, `Variant("my.toml")`.
#[pyclass(frozen, module = "continuum_chess")]
pub struct Variant(pub Prepared);

/// A variant, or the name of a preset or of a variant file.
#[derive(FromPyObject)]
pub enum VariantOrName<'py> {
    Variant(Bound<'py, Variant>),
    Name(String),
}

impl VariantOrName<'_> {
    /// Returns the variant with its tables.
    pub fn prepared(&self) -> PyResult<Prepared> {
        match self {
            VariantOrName::Variant(variant) => Ok(variant.get().0.clone()),
            VariantOrName::Name(name) => known(name),
        }
    }
}

/// Returns the variant that a call names, by default Continuous Chess.
pub fn variant_of(given: Option<VariantOrName<'_>>) -> PyResult<Prepared> {
    given.map_or_else(|| known(USUAL), |variant| variant.prepared())
}

/// The variant of a call that names none.
const USUAL: &str = "continuous";

/// Presets by name, so a million positions of one preset prepare it once.
static KNOWN: LazyLock<VariantCache> = LazyLock::new(VariantCache::default);

/// Returns the variant of a preset, or of a file, which is read each time.
fn known(name: &str) -> PyResult<Prepared> {
    if continuum::variant::preset(name).is_ok() {
        return KNOWN.get(name, &Table::new()).map_err(no_variant);
    }
    Prepared::load(name, Path::new(""), &Table::new()).map_err(no_variant)
}

#[pymethods]
impl Variant {
    #[new]
    #[pyo3(signature = (name = USUAL, /, **rules))]
    fn new(name: &str, rules: Option<&Bound<'_, PyDict>>) -> PyResult<Variant> {
        let prepared = Prepared::load(name, Path::new(""), &rules_of(rules)?);
        Ok(Variant(prepared.map_err(no_variant)?))
    }

    /// The variant of a file, with overriding parameters.
    #[staticmethod]
    #[pyo3(signature = (path, /, **rules))]
    fn from_file(py: Python<'_>, path: PathBuf, rules: Option<&Bound<'_, PyDict>>) -> PyResult<Variant> {
        let rules = rules_of(rules)?;
        // A name without a folder or `.toml` would mean a preset.
        let path = if path.is_absolute() { path } else { Path::new(".").join(path) };
        let name = path.to_str().ok_or_else(|| no_variant("the name of the file is no Unicode text"))?;
        let prepared = py.detach(|| Prepared::load(name, Path::new(""), &rules));
        Ok(Variant(prepared.map_err(no_variant)?))
    }

    /// The variant that the text of a variant file describes.
    #[staticmethod]
    #[pyo3(signature = (text, /))]
    fn from_toml(text: &str) -> PyResult<Variant> {
        Ok(Variant(Prepared::read(text).map_err(no_variant)?))
    }

    /// The names of all presets.
    #[staticmethod]
    fn presets() -> Vec<&'static str> {
        preset_names().collect()
    }

    /// The name.
    #[getter]
    fn name(&self) -> &str {
        self.0.variant().name()
    }

    /// Whether the variant is played on cells.
    #[getter]
    fn is_lattice(&self) -> bool {
        self.0.variant().is_lattice()
    }

    /// Every parameter by its name.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, self.0.variant().spec())
    }

    /// The text of a variant file that describes the variant.
    fn to_toml(&self) -> PyResult<String> {
        toml::to_string(self.0.variant().spec()).map_err(no_variant)
    }

    fn __repr__(&self) -> String {
        format!("<Variant {}>", self.name())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Variant>().is_ok_and(|other| other.get().0.variant() == self.0.variant())
    }

    fn __hash__(&self) -> PyResult<u64> {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.to_toml()?.hash(&mut hasher);
        Ok(hasher.finish())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Variant>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("from_toml")?, (slf.get().to_toml()?,)))
    }
}
