//! The values of methods and properties.

use super::*;

/// One value of a method or property.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    Null,
    Bool(bool),
    Integer(i64),
    /// An integer above `i64::MAX`.
    Unsigned(u64),
    Float(f32),
    Double(f64),
    String(String),
    Bytes(Bytes),
    Date(Date),
    Uuid(Uuid),
    Reference(Reference),
}

impl Scalar {
    /// Points to the texts of `self`.
    pub(super) fn lent(&self) -> Value {
        use plugin::Data;
        let bytes = |list: &[u8]| plugin::Text { bytes: list.as_ptr(), count: list.len() as u64 };
        let (kind, data) = match self {
            Scalar::Null => (plugin::KIND_NULL, Data { uint64: 0 }),
            Scalar::Bool(value) => (plugin::KIND_BOOL, Data { boolean: u8::from(*value) }),
            Scalar::Integer(value) => (plugin::KIND_INTEGER, Data { int64: *value }),
            Scalar::Unsigned(value) => (plugin::KIND_UNSIGNED, Data { uint64: *value }),
            Scalar::Float(value) => (plugin::KIND_FLOAT, Data { float32: *value }),
            Scalar::Double(value) => (plugin::KIND_DOUBLE, Data { float64: *value }),
            Scalar::String(value) => (plugin::KIND_STRING, Data { string: lend(value) }),
            Scalar::Bytes(value) => (plugin::KIND_BYTES, Data { bytes: bytes(&value.0) }),
            Scalar::Date(value) => (plugin::KIND_DATE, Data { date: *value }),
            Scalar::Uuid(value) => (plugin::KIND_UUID, Data { uuid: *value }),
            Scalar::Reference(value) => (plugin::KIND_REFERENCE, Data { reference: value.0 }),
        };
        Value::new(kind, data)
    }

    /// SAFETY: the kind selects the member, and its text is readable.
    pub(super) unsafe fn copied(value: &Value) -> Scalar {
        let data = &value.data;
        unsafe {
            match value.kind {
                plugin::KIND_BOOL => Scalar::Bool(data.boolean != 0),
                plugin::KIND_INTEGER => Scalar::Integer(data.int64),
                plugin::KIND_UNSIGNED => match i64::try_from(data.uint64) {
                    Ok(value) => Scalar::Integer(value),
                    Err(_) => Scalar::Unsigned(data.uint64),
                },
                plugin::KIND_FLOAT => Scalar::Float(data.float32),
                plugin::KIND_DOUBLE => Scalar::Double(data.float64),
                plugin::KIND_STRING => {
                    Scalar::String(String::from_utf8_lossy(borrow(data.string)).into_owned())
                }
                plugin::KIND_BYTES => Scalar::Bytes(Bytes(borrow(data.bytes).to_vec())),
                plugin::KIND_DATE => Scalar::Date(data.date),
                plugin::KIND_UUID => Scalar::Uuid(data.uuid),
                plugin::KIND_REFERENCE => Scalar::Reference(Reference(data.reference)),
                _ => Scalar::Null,
            }
        }
    }
}

macro_rules! scalar {
    ($($type:ty, $case:ident;)*) => { $(
        impl From<$type> for Scalar {
            fn from(value: $type) -> Scalar {
                Scalar::$case(value.into())
            }
        }
        impl TryFrom<Scalar> for $type {
            type Error = Error;
            fn try_from(scalar: Scalar) -> Result<$type, Error> {
                match scalar {
                    Scalar::$case(value) => <$type>::try_from(value).map_err(|_| mismatch()),
                    _ => Err(mismatch()),
                }
            }
        }
    )* };
}

scalar! {
    bool, Bool; i8, Integer; i16, Integer; i32, Integer; i64, Integer; u8, Integer; u16, Integer;
    u32, Integer; f32, Float; f64, Double; String, String; Bytes, Bytes; Date, Date; Uuid, Uuid;
    Reference, Reference;
}

impl TryFrom<Scalar> for u64 {
    type Error = Error;
    fn try_from(scalar: Scalar) -> Result<u64, Error> {
        match scalar {
            Scalar::Integer(value) => u64::try_from(value).map_err(|_| mismatch()),
            Scalar::Unsigned(value) => Ok(value),
            _ => Err(mismatch()),
        }
    }
}

impl From<u64> for Scalar {
    fn from(value: u64) -> Scalar {
        i64::try_from(value).map_or(Scalar::Unsigned(value), Scalar::Integer)
    }
}

impl From<&str> for Scalar {
    fn from(value: &str) -> Scalar {
        Scalar::String(value.into())
    }
}

fn mismatch() -> Error {
    let remedy = "Convert it to the type of the method's result, or of the property.";
    Error::new(Status::Mismatch, "A value has another kind, or is out of range", "", remedy)
}
