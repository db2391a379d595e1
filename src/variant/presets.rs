//! The presets, and variants made from a preset and overrides.

use super::axes::Motion;
use super::fault::{VariantFault, VariantFaults};
use super::spec::VariantSpec;
use super::validate::Variant;
use crate::diagnostics::{read_toml, suggestion};
use std::sync::LazyLock;
use toml::{Table, Value};

/// The reason why a preset with overrides is refused.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum VariantError {
    /// No preset has this name.
    #[error("no variant is called `{name}`: {}", suggestion(name, preset_names()))]
    UnknownName {
        /// The name asked for.
        name: String,
    },
    /// Some parameters are wrong.
    #[error("{0}")]
    Faults(#[from] VariantFaults),
}

static PRESETS: LazyLock<Vec<VariantSpec>> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the text is part of the program and a test reads it")]
    let table: Table = include_str!("presets.toml").parse().expect("presets.toml reads");
    table
        .into_iter()
        .filter_map(|(name, fields)| {
            let (spec, named) = read_toml::<VariantSpec>(&fields.as_table()?.to_string()).ok()?;
            let mut spec = VariantSpec { name, ..spec };
            spec.settle(|parameter| named.iter().any(|name| name == parameter));
            Some(spec)
        })
        .collect()
});

/// Returns the names of all presets, in the order of their file.
pub fn preset_names() -> impl Iterator<Item = &'static str> {
    PRESETS.iter().map(|spec| spec.name.as_str())
}

/// Returns the parameters of a preset.
///
/// # Errors
/// [`VariantError::UnknownName`] with the existing names.
pub fn preset(name: &str) -> Result<&'static VariantSpec, VariantError> {
    PRESETS
        .iter()
        .find(|spec| spec.name == name)
        .ok_or_else(|| VariantError::UnknownName { name: name.to_owned() })
}

impl VariantSpec {
    /// Returns the parameters with overriding ones, which replace them key by key.
    ///
    /// # Errors
    /// Every key that is unknown or has a value of the wrong type.
    pub fn with_overrides(&self, overrides: &Table) -> Result<VariantSpec, VariantFaults> {
        let (spec, faults) = self.overridden(overrides);
        if faults.is_empty() { Ok(spec) } else { Err(VariantFaults(faults)) }
    }

    /// Returns the parameters with the valid overrides laid over them, and the faults of the other overrides.
    fn overridden(&self, overrides: &Table) -> (VariantSpec, Vec<VariantFault>) {
        let mut table = match Table::try_from(self) {
            Ok(table) => table,
            Err(e) => return (self.clone(), vec![VariantFault::new("", e.to_string())]),
        };
        // TOML does not write an empty list.
        table.entry("kind").or_insert_with(|| Value::Array(Vec::new()));
        let mut faults = Vec::new();
        for (key, value) in overrides {
            let Some(declared) = table.get(key) else {
                let known = suggestion(key, table.keys().map(String::as_str));
                faults.push(VariantFault::new(key, format!("no parameter is called so: {known}")));
                continue;
            };
            let value = as_declared(declared, value);
            // Each parameter is read by itself, so that a fault names its parameter.
            match read_toml::<VariantSpec>(&Table::from_iter([(key.clone(), value.clone())]).to_string()) {
                Ok(_) => drop(table.insert(key.clone(), value)),
                Err(fault) => faults.push(VariantFault::new(key, fault.message)),
            }
        }
        let mut spec = read_toml(&table.to_string()).map_or_else(|_| self.clone(), |(spec, _)| spec);
        spec.settle(|parameter| overrides.contains_key(parameter));
        faults.extend(spec.faults_of_unused(overrides.keys()));
        (spec, faults)
    }
}

/// Returns a value with the declared type: a whole number may stand for a real one.
fn as_declared(declared: &Value, given: &Value) -> Value {
    match (declared, given) {
        (Value::Float(_), Value::Integer(whole)) => Value::Float(*whole as f64),
        (Value::Integer(_), Value::Float(real)) if real.fract() == 0.0 => Value::Integer(*real as i64),
        _ => given.clone(),
    }
}

impl Variant {
    /// Returns a preset with overriding parameters.
    ///
    /// ```
    /// use continuum::variant::Variant;
    /// let variant = Variant::named("continuous", &"min_move = 0.2".parse()?)?;
    /// assert_eq!(variant.spec().min_move, 0.2);
    /// assert!(Variant::named("continous", &"".parse()?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// An unknown name, or all faults of the parameters.
    pub fn named(name: &str, overrides: &Table) -> Result<Variant, VariantError> {
        let (spec, faults) = preset(name)?.overridden(overrides);
        Ok(Variant::new_with(spec, faults)?)
    }
}

impl VariantSpec {
    /// Returns the preset on which a description of the variant is based: its own, or for a variant file the plainest one.
    ///
    /// ```
    /// use continuum::variant::preset;
    /// let zeno = preset("zeno")?;
    /// assert_eq!((zeno.base(), zeno.differences()?.len()), ("zeno", 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn base(&self) -> &str {
        match (preset(&self.name), self.motion) {
            (Ok(_), _) => &self.name,
            (Err(_), Motion::Plane) => "continuous",
            (Err(_), Motion::Lattice) => "orthodox",
        }
    }

    /// Returns the parameters in which the variant differs from its base, its own kinds included.
    ///
    /// # Errors
    /// When they cannot be written as TOML.
    pub fn differences(&self) -> Result<Table, toml::ser::Error> {
        let mut table = Table::try_from(self)?;
        let base =
            preset(self.base()).map_or_else(|_| Table::try_from(VariantSpec::default()), Table::try_from)?;
        table.retain(|key, value| base.get(key) != Some(value));
        Ok(table)
    }
}
