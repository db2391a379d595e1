//! The presets, and variants made from a preset and overrides.

use super::axes::Motion;
use super::fault::VariantFaults;
use super::spec::VariantSpec;
use super::validate::Variant;
use crate::diagnostics::{read_toml, suggestion};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use toml::{Table, Value};

/// The reason why a preset with overrides is refused.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum VariantError {
    /// No preset has this name.
    #[error("no variant is called `{name}`: {}", suggestion(name, preset_names()))]
    UnknownName {
        /// The unknown name.
        name: String,
    },
    /// Some parameters are wrong.
    #[error("{0}")]
    Faults(#[from] VariantFaults),
}

static PRESETS: LazyLock<Vec<VariantSpec>> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the text is part of the program and a test reads it")]
    let specs: BTreeMap<String, VariantSpec> =
        read_toml(include_str!("presets.toml")).expect("presets.toml reads");
    let settled = |(name, mut spec): (String, VariantSpec)| {
        // Where a preset states `castling`, it is false.
        spec.settle_castling(false);
        VariantSpec { name, ..spec }
    };
    specs.into_iter().map(settled).collect()
});

/// Returns the names of all presets, in alphabetical order.
pub fn preset_names() -> impl Iterator<Item = &'static str> {
    PRESETS.iter().map(|spec| spec.name.as_str())
}

/// Returns the parameters of a preset.
///
/// # Errors
/// [`VariantError::UnknownName`] if no preset has this name.
pub fn preset(name: &str) -> Result<&'static VariantSpec, VariantError> {
    PRESETS
        .iter()
        .find(|spec| spec.name == name)
        .ok_or_else(|| VariantError::UnknownName { name: name.to_owned() })
}

impl VariantSpec {
    /// Returns the parameters with the values of the valid overrides, and adds the faults of the other overrides.
    pub(super) fn overridden(&self, overrides: &Table, faults: &mut VariantFaults) -> VariantSpec {
        let mut table = self.to_table();
        // The table has no entry for an empty list.
        table.entry("kind").or_insert_with(|| Value::Array(Vec::new()));
        for (key, value) in overrides {
            match checked_override(&table, key, value) {
                Ok(entry) => table.extend([entry]),
                Err(message) => faults.add(key, message),
            }
        }
        // There is no error: every override was read by itself.
        let spec: VariantSpec = read_toml(&table.to_string()).unwrap_or_else(|_| self.clone());
        spec.add_faults_of_unused(overrides.keys(), faults);
        spec
    }

    /// Returns the name of the preset with which a description of the variant begins: its own name if it is a preset, or else
    /// `continuous` or `orthodox`, depending on its motion.
    pub fn base(&self) -> &str {
        match (preset(&self.name), self.motion) {
            (Ok(_), _) => &self.name,
            (Err(_), Motion::Plane) => "continuous",
            (Err(_), Motion::Lattice) => "orthodox",
        }
    }

    /// Returns the parameters in which the variant differs from its [base](VariantSpec::base), its own kinds included.
    pub fn differences(&self) -> Table {
        let base =
            preset(self.base()).map_or_else(|_| VariantSpec::default().to_table(), VariantSpec::to_table);
        let mut table = self.to_table();
        table.retain(|key, value| base.get(key) != Some(value));
        table
    }

    pub(super) fn to_table(&self) -> Table {
        // There is no error: every parameter is a value of TOML.
        Table::try_from(self).unwrap_or_default()
    }
}

/// Returns the entry of a table of all parameters by which a parameter is overridden.
///
/// # Errors
/// The message about a parameter that is unknown, or whose value has the wrong form.
fn checked_override(parameters: &Table, key: &str, value: &Value) -> Result<(String, Value), String> {
    let value = match (parameters.get(key), value) {
        (None, _) => {
            let hint = suggestion(key, parameters.keys().map(String::as_str));
            return Err(format!("no parameter is called so: {hint}"));
        }
        // A whole number may be written with a point.
        (Some(Value::Integer(_)), Value::Float(real)) if real.fract() == 0.0 => Value::Integer(*real as i64),
        (Some(_), value) => value.clone(),
    };
    // The override is read by itself, so that the fault is that of its parameter.
    let alone = Table::from_iter([(key.to_owned(), value.clone())]);
    read_toml::<VariantSpec>(&alone.to_string()).map_err(|fault| fault.message)?;
    Ok((key.to_owned(), value))
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
        let mut faults = VariantFaults::default();
        let mut spec = preset(name)?.overridden(overrides, &mut faults);
        spec.settle_castling(overrides.contains_key("castling"));
        Ok(Variant::new_with(spec, faults)?)
    }
}
