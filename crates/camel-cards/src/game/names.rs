use std::{error, fmt};

/// The error for an unknown name. It lists the expected names.
///
/// ```
/// let error = "wild".parse::<camel_cards::Rules>().unwrap_err();
/// assert_eq!(error.to_string(), "expected one of standard, joker, found 'wild'");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    expected: Vec<&'static str>,
    found: String,
}

impl UnknownName {
    /// Finds the one of `all` that has this name.
    ///
    /// Every type whose values have names uses it for `FromStr`, here and in other crates.
    ///
    /// # Errors
    ///
    /// [`UnknownName`] with the names of `all`, if none of them is `name`.
    #[doc(hidden)]
    pub fn find<T: Copy>(
        name: &str,
        all: &[T],
        name_of: fn(T) -> &'static str,
    ) -> Result<T, UnknownName> {
        all.iter().copied().find(|&one| name_of(one) == name).ok_or_else(|| UnknownName {
            expected: all.iter().map(|&one| name_of(one)).collect(),
            found: name.to_owned(),
        })
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected one of {}, found '{}'", self.expected.join(", "), self.found)
    }
}

impl error::Error for UnknownName {}

/// Implements `Display` and `FromStr` for a type whose values, listed in `ALL`, have a `name`.
#[doc(hidden)] // The coach's shapes have names, too.
#[macro_export]
macro_rules! by_name {
    ($named:ident) => {
        impl ::std::fmt::Display for $named {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl ::std::str::FromStr for $named {
            type Err = $crate::UnknownName;

            fn from_str(name: &str) -> ::std::result::Result<$named, $crate::UnknownName> {
                $crate::UnknownName::find(name, &$named::ALL, $named::name)
            }
        }
    };
}
