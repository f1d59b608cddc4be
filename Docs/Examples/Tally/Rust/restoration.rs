//! The plugin interface for Rust. Copy this file into your crate. It needs only `std`.
//!
//! Implement `Object` for your types and list them in `restoration_plugin!`. The wrapper catches
//! panics at the boundary and turns them into failures, so build with `panic = "unwind"`, the
//! default. Rust's hook also prints each panic to stderr, where the program may be drawing: see
//! `quiet_panics`.
//!
//! Rust 1.63 or newer, editions 2021 and 2024.
//!
//! The layouts are those of `restoration/*.h`, ABI 0.3. Call everything on the session's thread,
//! except `Host::log`, `Host::invalidate` and `Host::arrived`.

#![allow(dead_code)]
#![warn(unsafe_op_in_unsafe_fn)]

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ffi::{c_void, CStr, CString};
use std::marker::PhantomData;
use std::os::raw::c_char;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::rc::Rc;
use std::sync::atomic::{AtomicPtr, Ordering};

/// The C declarations.
pub mod ffi {
    use std::ffi::c_void;

    pub type Status = i32;
    pub type Handle = u64;
    pub const OK: Status = 0;
    pub const DECLINED: Status = 1;
    pub const ABSENT: Status = 2;
    pub const MISMATCH: Status = 3;
    pub const UNSUPPORTED: Status = 4;
    pub const LIMIT: Status = 5;
    pub const INVALID: Status = 6;
    pub const WRONG_THREAD: Status = 7;
    pub const FAILED: Status = 8;
    pub const NOT_YET: Status = 9;
    pub const ABI_VERSION: u32 = 3;
    pub const KIND_ANY: u32 = 0;
    pub const KIND_NULL: u32 = 1;
    pub const KIND_BOOL: u32 = 2;
    pub const KIND_INTEGER: u32 = 3;
    pub const KIND_FLOAT: u32 = 4;
    pub const KIND_DOUBLE: u32 = 5;
    pub const KIND_STRING: u32 = 6;
    pub const KIND_BYTES: u32 = 7;
    pub const KIND_DATE: u32 = 8;
    pub const KIND_UUID: u32 = 9;
    pub const KIND_ARRAY: u32 = 10;
    pub const KIND_DICTIONARY: u32 = 11;
    pub const KIND_REFERENCE: u32 = 12;
    pub const KIND_UNSIGNED: u32 = 256;
    pub const MARK_SENSITIVE: u32 = 1;

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Text {
        pub bytes: *const u8,
        pub count: u64,
    }

    #[repr(C)]
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Date {
        pub seconds: i64,
        pub nanoseconds: u32,
        pub reserved: u32,
    }

    #[repr(C)]
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Uuid {
        pub bytes: [u8; 16],
    }

    /// The value's kind selects the member.
    #[repr(C)]
    #[derive(Clone, Copy)]
    pub union Data {
        pub boolean: u8,
        pub int64: i64,
        pub uint64: u64,
        pub float32: f32,
        pub float64: f64,
        pub string: Text,
        pub bytes: Text,
        pub date: Date,
        pub uuid: Uuid,
        pub reference: Handle,
    }

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Value {
        pub kind: u32,
        pub reserved: u32,
        pub data: Data,
    }

    impl Value {
        pub fn new(kind: u32, data: Data) -> Self {
            Value { kind, reserved: 0, data }
        }

        /// A value to request a kind with.
        pub fn wanted(kind: u32) -> Self {
            Value::new(kind, Data { uuid: Uuid { bytes: [0; 16] } })
        }
    }

    type Key = Text;
    type C = *mut Coder;

    #[repr(C)]
    pub struct Coder {
        pub struct_size: u32,
        pub schema_version: u32,
        pub context: *mut c_void,
        pub put: extern "C" fn(C, Key, *const Value) -> Status,
        pub begin: extern "C" fn(C, Key, u32) -> Status,
        pub end: extern "C" fn(C) -> Status,
        pub get: extern "C" fn(C, Key, *mut Value) -> Status,
        pub enter: extern "C" fn(C, Key, u32, *mut u64) -> Status,
        pub leave: extern "C" fn(C) -> Status,
        pub key_at: extern "C" fn(C, u64, *mut Text) -> Status,
        pub skip: extern "C" fn(C) -> Status,
        pub copy: extern "C" fn(C, Key, C, Key) -> Status,
        pub mark: extern "C" fn(C, Key, u32) -> Status,
    }

    type H = *const Host;

    #[repr(C)]
    pub struct Host {
        pub struct_size: u32,
        pub abi_version: u32,
        pub context: *mut c_void,
        pub application: Text,
        pub log: extern "C" fn(H, u32, Text),
        pub fail: extern "C" fn(H, Text),
        pub invalidate: extern "C" fn(H, Handle),
        pub interface: extern "C" fn(H, Text) -> *const c_void,
        pub add_child: extern "C" fn(H, Handle, Handle) -> Status,
        pub remove_child: extern "C" fn(H, Handle, Handle) -> Status,
        pub parent: extern "C" fn(H, Handle, *mut Handle) -> Status,
        pub child_at: extern "C" fn(H, Handle, u64, *mut Handle) -> Status,
        pub make: extern "C" fn(
            H,
            Handle,
            Text,
            Option<extern "C" fn(*mut c_void, C) -> Status>,
            *mut c_void,
            *mut Handle,
        ) -> Status,
        pub adopt:
            extern "C" fn(H, Handle, Text, *const Class, *mut c_void, *mut Handle) -> Status,
        pub register_object: extern "C" fn(H, Handle, Text, Handle) -> Status,
        pub find: extern "C" fn(H, *const Text, u64, *mut Handle) -> Status,
        pub own_object: extern "C" fn(H, Handle) -> *mut c_void,
        pub object_interface:
            extern "C" fn(H, Handle, Text, *mut *const c_void, *mut *mut c_void) -> Status,
        pub query: extern "C" fn(H, Text, *mut Text) -> Status,
        pub arrived: extern "C" fn(H, Handle),
        pub report_progress: extern "C" fn(H),
    }

    #[repr(C)]
    pub struct CreationRequest {
        pub struct_size: u32,
        pub reason: u32,
        pub path: *const Text,
        pub path_count: u64,
        pub object: Handle,
        pub parameters: *mut Coder,
        pub captures: *mut Coder,
        pub state: *mut Coder,
        pub object_class: *const Class,
    }

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Child {
        pub object: Handle,
        pub slot: Text,
    }

    #[repr(C)]
    pub struct Children {
        pub struct_size: u32,
        pub reserved: u32,
        pub context: *mut c_void,
        pub add: extern "C" fn(*mut Children, *const Child) -> Status,
    }

    #[repr(C)]
    pub struct Shape {
        pub struct_size: u32,
        pub flags: u32,
        pub children:
            Option<extern "C" fn(*mut c_void, *mut Children, *mut Handle) -> Status>,
        pub attach: Option<extern "C" fn(*mut c_void, *const Child, u64, Handle)>,
        pub presented: Option<extern "C" fn(*mut c_void) -> Handle>,
        pub present: Option<extern "C" fn(*mut c_void, Handle)>,
        pub elements: Option<extern "C" fn(*mut c_void, *mut Children) -> Status>,
    }

    #[repr(C)]
    pub struct Class {
        pub struct_size: u32,
        pub schema_version: u32,
        pub id: Text,
        pub create: extern "C" fn(*const CreationRequest, *mut *mut c_void) -> Status,
        pub encode: Option<extern "C" fn(*mut c_void, *mut Coder) -> Status>,
        pub decode: Option<extern "C" fn(*mut c_void, *mut Coder) -> Status>,
        pub finished: Option<extern "C" fn(*mut c_void)>,
        pub destroy: extern "C" fn(*mut c_void),
        pub interface: Option<extern "C" fn(*mut c_void, Text) -> *const c_void>,
        pub migrate: Option<extern "C" fn(*const Class, u32, *mut Coder, *mut Coder) -> Status>,
        pub properties: *const *const Property,
        pub property_count: u64,
        pub cancelled: Option<extern "C" fn(*const Class, Handle)>,
        pub methods: *const *const Method,
        pub method_count: u64,
        pub made: Option<extern "C" fn(*mut c_void) -> Status>,
        pub shape: *const Shape,
        pub user_data: *mut c_void,
        pub flags: u32,
        pub reserved: u32,
    }

    #[repr(C)]
    pub struct Property {
        pub struct_size: u32,
        pub flags: u32,
        pub key: Text,
        pub getter_signature: Text,
        pub getter: *const c_void,
        pub setter_signature: Text,
        pub setter: *const c_void,
        pub restored_after: Text,
        pub default_value: Text,
    }

    #[repr(C)]
    pub struct Method {
        pub struct_size: u32,
        pub flags: u32,
        pub name: Text,
        pub signature: Text,
        pub function: *const c_void,
    }

    #[repr(C)]
    pub struct Plugin {
        pub struct_size: u32,
        pub abi_version: u32,
        pub id: Text,
        pub version: Text,
        pub classes: *const *const Class,
        pub class_count: u64,
        pub converters: *const *const Converter,
        pub converter_count: u64,
    }

    #[repr(C)]
    pub struct Converter {
        pub struct_size: u32,
        pub reserved: u32,
        pub id: Text,
        pub convert: extern "C" fn(*const Converter, *mut Coder, *mut Coder) -> Status,
    }

    /// The ELF note for hosts. `N` is the manifest's size, rounded up to a multiple of four.
    #[repr(C, align(4))]
    pub struct Note<const N: usize> {
        pub owner_size: u32,
        pub manifest_size: u32,
        pub kind: u32,
        pub owner: [u8; 12],
        pub manifest: [u8; N],
    }

    impl<const N: usize> Note<N> {
        pub const fn new(text: &str) -> Self {
            let bytes = text.as_bytes();
            assert!(bytes.len() <= 32768, "a manifest has at most 32,768 bytes");
            let mut manifest = [0; N];
            let mut index = 0;
            while index < bytes.len() {
                manifest[index] = bytes[index];
                index += 1;
            }
            Note {
                owner_size: 12,
                manifest_size: bytes.len() as u32,
                kind: 0x5253_5401,
                owner: *b"Restoration\0",
                manifest,
            }
        }
    }
}

pub use ffi::{Date, Handle, Uuid};

/// Why a call failed. `Failure::Declined` (from `create`): deliberately no object.
/// `Failure::NotYet` (from `create` and `decode`): data that the object needs has not arrived. The
/// host calls again after `Host::arrived`. A new object cannot wait: if `Request::reason` is 0
/// (`RESTORATION_REASON_MAKE`), create it without its data, and add the data later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    Declined,
    NotYet,
    Because(String),
}

impl<E: std::fmt::Display> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure::Because(error.to_string())
    }
}

pub(crate) fn lend(text: &str) -> ffi::Text {
    ffi::Text { bytes: text.as_ptr(), count: text.len() as u64 }
}

/// SAFETY: the other side lends `count` readable bytes for `'a`.
pub(crate) unsafe fn borrow<'a>(text: ffi::Text) -> &'a [u8] {
    if text.count == 0 {
        &[]
    } else {
        unsafe { std::slice::from_raw_parts(text.bytes, text.count as usize) }
    }
}

fn check(status: ffi::Status, what: &str, key: &str) -> Result<(), Failure> {
    let reason = match status {
        ffi::OK => return Ok(()),
        ffi::ABSENT => "absent",
        ffi::MISMATCH => "another kind of value, or out of range",
        ffi::UNSUPPORTED => "not supported by this host",
        ffi::LIMIT => "a limit is exceeded",
        ffi::INVALID => "the host does not accept it",
        ffi::WRONG_THREAD => "called on another thread than the session's",
        ffi::NOT_YET => {
            "its class waits for data; ask again later, or let the class make new objects without \
             the data"
        }
        _ => "failed",
    };
    // The host itself reports the details, with the full path of the value.
    Err(Failure::Because(format!("cannot {what} {}: {reason}", place(key))))
}

fn place(key: &str) -> String {
    if key.is_empty() { "an element".to_string() } else { format!("'{key}'") }
}

// MARK: Values

/// A type that coders store: `bool`, integers, floats, `String`, `Bytes`, `Date`, `Uuid`,
/// `Reference`, and `Option`, `Vec` and `BTreeMap<String, _>` of them. For your own types, use
/// `Encoder::put_dictionary` and `Decoder::with_dictionary` with the given key:
///
/// ```ignore
/// impl Value for Row {
///     fn put(&self, coder: &mut Encoder, key: &str) -> Result<(), Failure> {
///         coder.put_dictionary(key, |row| row.put("count", &self.count))
///     }
///     fn get(coder: &mut Decoder, key: &str) -> Result<Option<Self>, Failure> {
///         coder.with_dictionary(key, |row| Ok(Row { count: row.get("count")?.unwrap_or(0) }))
///     }
/// }
/// ```
pub trait Value: Sized {
    fn put(&self, coder: &mut Encoder, key: &str) -> Result<(), Failure>;
    /// `Ok(None)` if the value is absent or null.
    fn get(coder: &mut Decoder, key: &str) -> Result<Option<Self>, Failure>;
}

/// Bytes, stored as one value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bytes(pub Vec<u8>);

/// A reference to another object of the session, or 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reference(pub Handle);

/// Stores values. Valid during the call that lent it.
pub struct Encoder<'a> {
    pub(crate) coder: *mut ffi::Coder,
    pub(crate) lent: PhantomData<&'a mut ffi::Coder>,
}

/// Reads values. Valid during the call that lent it. Reads as empty if the host lends no coder.
pub struct Decoder<'a> {
    pub(crate) coder: *mut ffi::Coder,
    pub(crate) lent: PhantomData<&'a mut ffi::Coder>,
}

macro_rules! has {
    ($pointer:expr, $table:ty, $field:ident) => {
        !$pointer.is_null() && {
            let example = std::mem::MaybeUninit::<$table>::uninit();
            // SAFETY: the host lent the pointer. Only addresses of the example are taken.
            let (size, start, field) = unsafe {
                let start = example.as_ptr();
                ((*$pointer).struct_size, start, std::ptr::addr_of!((*start).$field))
            };
            size as usize >= field as usize - start as usize + 8
        }
    };
}

/// Calls a coder function. UNSUPPORTED if the host lacks it.
macro_rules! ask {
    ($coder:expr, $field:ident $(, $argument:expr)*) => {
        if has!($coder, ffi::Coder, $field) {
            unsafe { ((*$coder).$field)($coder $(, $argument)*) }
        } else {
            ffi::UNSUPPORTED
        }
    };
}

impl Encoder<'_> {
    /// Stores a value under `key`, replacing an earlier one.
    pub fn put<V: Value>(&mut self, key: &str, value: &V) -> Result<(), Failure> {
        value.put(self, key)
    }

    pub fn put_text(&mut self, key: &str, value: &str) -> Result<(), Failure> {
        self.store(key, ffi::KIND_STRING, ffi::Data { string: lend(value) })
    }

    fn store(&mut self, key: &str, kind: u32, data: ffi::Data) -> Result<(), Failure> {
        check(ask!(self.coder, put, lend(key), &ffi::Value::new(kind, data)), "store", key)
    }

    /// Stores an array. `body` adds the elements by `put` with an empty key.
    pub fn put_array(
        &mut self,
        key: &str,
        body: impl FnOnce(&mut Self) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        check(ask!(self.coder, begin, lend(key), ffi::KIND_ARRAY), "store", key)?;
        self.closing(key, body)
    }

    /// Stores a dictionary. `body` adds the entries.
    pub fn put_dictionary(
        &mut self,
        key: &str,
        body: impl FnOnce(&mut Self) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        check(ask!(self.coder, begin, lend(key), ffi::KIND_DICTIONARY), "store", key)?;
        self.closing(key, body)
    }

    /// Ends the array or dictionary, even after a failure, and returns that failure.
    fn closing(
        &mut self,
        key: &str,
        body: impl FnOnce(&mut Self) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let result = body(self);
        let ended = check(ask!(self.coder, end), "store", key);
        result.and(ended)
    }

    /// Marks the value under `key` as private: tools never show it.
    pub fn mark_sensitive(&mut self, key: &str) -> Result<(), Failure> {
        check(ask!(self.coder, mark, lend(key), ffi::MARK_SENSITIVE), "mark", key)
    }

    /// Copies a value of any kind from older state, in `migrate` and converters. Does nothing if
    /// there is none.
    pub fn put_copy(&mut self, key: &str, from: &mut Decoder, old: &str) -> Result<(), Failure> {
        match ask!(self.coder, copy, lend(key), from.coder, lend(old)) {
            ffi::ABSENT => Ok(()),
            status => check(status, "take over", key),
        }
    }
}

impl Decoder<'_> {
    /// The value under `key`, or `None` if it is absent or null, which is normal: the state may be
    /// older than the code.
    pub fn get<V: Value>(&mut self, key: &str) -> Result<Option<V>, Failure> {
        if self.coder.is_null() {
            return Ok(None);
        }
        V::get(self, key)
    }

    /// Reads the value under `key` into `value`, which stays as it is if there is none.
    pub fn read<V: Value>(&mut self, key: &str, value: &mut V) -> Result<(), Failure> {
        if let Some(found) = self.get(key)? {
            *value = found;
        }
        Ok(())
    }

    /// Runs `body` inside the array under `key`, with the number of elements. `None` if the value
    /// is absent or null. Each `get` with an empty key advances to the next element.
    pub fn with_array<T>(
        &mut self,
        key: &str,
        body: impl FnOnce(&mut Self, u64) -> Result<T, Failure>,
    ) -> Result<Option<T>, Failure> {
        self.inside(key, ffi::KIND_ARRAY, body)
    }

    /// Runs `body` inside the dictionary under `key`. `None` if the value is absent or null.
    pub fn with_dictionary<T>(
        &mut self,
        key: &str,
        body: impl FnOnce(&mut Self) -> Result<T, Failure>,
    ) -> Result<Option<T>, Failure> {
        self.inside(key, ffi::KIND_DICTIONARY, |coder, _| body(coder))
    }

    /// The kind of the value under `key`, one of `RESTORATION_KIND_…`, or `None`.
    pub fn kind(&mut self, key: &str) -> Option<u32> {
        let (status, value) = self.fetch(key, ffi::KIND_ANY);
        (status == ffi::OK).then_some(value.kind)
    }

    /// All keys, in the order of writing.
    pub fn keys(&mut self) -> Vec<String> {
        let mut keys = Vec::new();
        let mut text = ffi::Text { bytes: std::ptr::null(), count: 0 };
        while ask!(self.coder, key_at, keys.len() as u64, &mut text) == ffi::OK {
            // SAFETY: readable until the host's current call returns.
            keys.push(String::from_utf8_lossy(unsafe { borrow(text) }).into_owned());
        }
        keys
    }

    /// The schema version of the class that wrote this state, or 0 if the host does not provide it.
    pub fn schema_version(&self) -> u32 {
        if self.coder.is_null() { 0 } else { unsafe { (*self.coder).schema_version } }
    }

    fn fetch(&mut self, key: &str, kind: u32) -> (ffi::Status, ffi::Value) {
        let mut value = ffi::Value::wanted(kind);
        (ask!(self.coder, get, lend(key), &mut value), value)
    }

    /// Converts an absent or null value to `None`. In an array, advances past the null.
    fn found<T>(&mut self, status: ffi::Status, key: &str, value: T) -> Result<Option<T>, Failure> {
        match status {
            ffi::OK => Ok(Some(value)),
            ffi::ABSENT => Ok(None),
            ffi::MISMATCH if self.pass_null(key) => Ok(None),
            other => check(other, "read", key).map(|_| None),
        }
    }

    fn pass_null(&mut self, key: &str) -> bool {
        self.kind(key) == Some(ffi::KIND_NULL) && self.fetch(key, ffi::KIND_NULL).0 == ffi::OK
    }

    fn inside<T>(
        &mut self,
        key: &str,
        wanted: u32,
        body: impl FnOnce(&mut Self, u64) -> Result<T, Failure>,
    ) -> Result<Option<T>, Failure> {
        let mut count = 0;
        let status = ask!(self.coder, enter, lend(key), wanted, &mut count);
        if self.coder.is_null() || self.found(status, key, ())?.is_none() {
            return Ok(None);
        }
        let result = body(self, count);
        ask!(self.coder, leave);
        result.map(Some)
    }
}

macro_rules! integer {
    ($($type:ty: $wide:ty, $kind:ident, $member:ident;)*) => { $(
        impl Value for $type {
            fn put(&self, coder: &mut Encoder, key: &str) -> Result<(), Failure> {
                coder.store(key, ffi::$kind, ffi::Data { $member: *self as $wide })
            }
            fn get(coder: &mut Decoder, key: &str) -> Result<Option<Self>, Failure> {
                let (status, value) = coder.fetch(key, ffi::$kind);
                // SAFETY: the member matches the kind. It is zero if nothing was read.
                match coder.found(status, key, unsafe { value.data.$member })? {
                    None => Ok(None),
                    Some(wide) => match <$type>::try_from(wide) {
                        Ok(value) => Ok(Some(value)),
                        Err(_) => check(ffi::MISMATCH, "read", key).map(|_| None),
                    },
                }
            }
        }
    )* };
}
integer! {
    i8: i64, KIND_INTEGER, int64;
    i16: i64, KIND_INTEGER, int64;
    i32: i64, KIND_INTEGER, int64;
    i64: i64, KIND_INTEGER, int64;
    isize: i64, KIND_INTEGER, int64;
    u8: u64, KIND_UNSIGNED, uint64;
    u16: u64, KIND_UNSIGNED, uint64;
    u32: u64, KIND_UNSIGNED, uint64;
    u64: u64, KIND_UNSIGNED, uint64;
    usize: u64, KIND_UNSIGNED, uint64;
}

macro_rules! plain {
    ($($type:ty, $kind:ident, $member:ident;)*) => { $(
        impl Value for $type {
            fn put(&self, coder: &mut Encoder, key: &str) -> Result<(), Failure> {
                coder.store(key, ffi::$kind, ffi::Data { $member: *self })
            }
            fn get(coder: &mut Decoder, key: &str) -> Result<Option<Self>, Failure> {
                let (status, value) = coder.fetch(key, ffi::$kind);
                // SAFETY: the member matches the kind. It is zero if nothing was read.
                coder.found(status, key, unsafe { value.data.$member })
            }
        }
    )* };
}
plain! {
    f32, KIND_FLOAT, float32;
    f64, KIND_DOUBLE, float64;
    Date, KIND_DATE, date;
    Uuid, KIND_UUID, uuid;
}

impl Value for bool {
    fn put(&self, coder: &mut Encoder, key: &str) -> Result<(), Failure> {
        coder.store(key, ffi::KIND_BOOL, ffi::Data { boolean: u8::from(*self) })
    }
    fn get(coder: &mut Decoder, key: &str) -> Result<Option<Self>, Failure> {
        let (status, value) = coder.fetch(key, ffi::KIND_BOOL);
        // SAFETY: as above.
        coder.found(status, key, unsafe { value.data.boolean } != 0)
    }
}

impl Value for Reference {
    fn put(&self, coder: &mut Encoder, key: &str) -> Result<(), Failure> {
        coder.store(key, ffi::KIND_REFERENCE, ffi::Data { reference: self.0 })
    }
    fn get(coder: &mut Decoder, key: &str) -> Result<Option<Self>, Failure> {
        let (status, value) = coder.fetch(key, ffi::KIND_REFERENCE);
        // SAFETY: as above.
        let handle = unsafe { value.data.reference };
        Ok(coder.found(status, key, handle)?.filter(|&handle| handle != 0).map(Reference))
    }
}

impl Value for String {
    fn put(&self, coder: &mut Encoder, key: &str) -> Result<(), Failure> {
        coder.put_text(key, self)
    }
    fn get(coder: &mut Decoder, key: &str) -> Result<Option<Self>, Failure> {
        let (status, value) = coder.fetch(key, ffi::KIND_STRING);
        // SAFETY: as above.
        let text = coder.found(status, key, unsafe { value.data.string })?;
        // SAFETY: readable until the host's current call returns. Copied here.
        Ok(text.map(|text| String::from_utf8_lossy(unsafe { borrow(text) }).into_owned()))
    }
}

impl Value for Bytes {
    fn put(&self, coder: &mut Encoder, key: &str) -> Result<(), Failure> {
        let bytes = ffi::Text { bytes: self.0.as_ptr(), count: self.0.len() as u64 };
        coder.store(key, ffi::KIND_BYTES, ffi::Data { bytes })
    }
    fn get(coder: &mut Decoder, key: &str) -> Result<Option<Self>, Failure> {
        let (status, value) = coder.fetch(key, ffi::KIND_BYTES);
        // SAFETY: as above.
        let bytes = coder.found(status, key, unsafe { value.data.bytes })?;
        // SAFETY: as for text.
        Ok(bytes.map(|bytes| Bytes(unsafe { borrow(bytes) }.to_vec())))
    }
}

impl<V: Value> Value for Option<V> {
    fn put(&self, coder: &mut Encoder, key: &str) -> Result<(), Failure> {
        match self {
            Some(value) => value.put(coder, key),
            None => coder.store(key, ffi::KIND_NULL, ffi::Data { uint64: 0 }),
        }
    }
    fn get(coder: &mut Decoder, key: &str) -> Result<Option<Self>, Failure> {
        V::get(coder, key).map(Some)
    }
}

impl<V: Value> Value for Vec<V> {
    fn put(&self, coder: &mut Encoder, key: &str) -> Result<(), Failure> {
        coder.put_array(key, |coder| self.iter().try_for_each(|value| value.put(coder, "")))
    }
    fn get(coder: &mut Decoder, key: &str) -> Result<Option<Self>, Failure> {
        coder.inside(key, ffi::KIND_ARRAY, |coder, count| {
            // The count comes from stored data, so do not reserve space for it.
            let mut values = Vec::new();
            for _ in 0..count {
                match V::get(coder, "")? {
                    Some(value) => values.push(value),
                    None => check(ffi::MISMATCH, "read", key)?,
                }
            }
            Ok(values)
        })
    }
}

impl<V: Value> Value for BTreeMap<String, V> {
    fn put(&self, coder: &mut Encoder, key: &str) -> Result<(), Failure> {
        coder.put_dictionary(key, |coder| {
            self.iter().try_for_each(|(name, value)| value.put(coder, name))
        })
    }
    fn get(coder: &mut Decoder, key: &str) -> Result<Option<Self>, Failure> {
        coder.with_dictionary(key, |coder| {
            let mut entries = BTreeMap::new();
            for name in coder.keys() {
                match V::get(coder, &name)? {
                    Some(value) => {
                        entries.insert(name, value);
                    }
                    None => check(ffi::MISMATCH, "read", &name)?,
                }
            }
            Ok(entries)
        })
    }
}

// MARK: The host

static HOST: AtomicPtr<ffi::Host> = AtomicPtr::new(std::ptr::null_mut());

/// The functions with which `session.rs` stands in for a host, in a program.
pub(crate) struct Program {
    /// The table for the calling thread's session, or null.
    pub host: fn() -> *const ffi::Host,
    pub invalidate: fn(Handle),
    pub arrived: fn(Handle),
}

pub(crate) static PROGRAM: AtomicPtr<Program> = AtomicPtr::new(std::ptr::null_mut());

fn program() -> Option<&'static Program> {
    // SAFETY: null, or set from a `&'static`.
    unsafe { PROGRAM.load(Ordering::Acquire).as_ref() }
}

/// The program that loaded the plugin. In a program with `session.rs`, the session whose callback
/// runs, or else the thread's newest one.
pub struct Host;

#[derive(Clone, Copy)]
#[repr(u32)]
pub enum Level {
    Debug = 1,
    Info,
    Warning,
    Error,
}

impl Host {
    /// The C table. Null before the call of the entry point, and in a program without a session on
    /// the calling thread.
    pub fn raw() -> *const ffi::Host {
        match program() {
            Some(program) => (program.host)(),
            None => HOST.load(Ordering::Acquire),
        }
    }

    /// Writes a line to the host's log. Any thread. Never log text that a user typed.
    pub fn log(level: Level, message: &str) {
        let host = Self::raw();
        if !host.is_null() {
            // SAFETY: the table lives as long as the process.
            unsafe { ((*host).log)(host, level as u32, lend(message)) }
        }
    }

    /// Reports that an object's state has changed. Any thread.
    pub fn invalidate(object: Handle) {
        if let Some(program) = program() {
            return (program.invalidate)(object);
        }
        let host = Self::raw();
        if !host.is_null() {
            // SAFETY: as above.
            unsafe { ((*host).invalidate)(host, object) }
        }
    }

    /// Reports that an object's data has arrived. Any thread. The handle is that of the request.
    pub fn arrived(object: Handle) {
        if let Some(program) = program() {
            (program.arrived)(object)
        } else if Self::waits() {
            let host = Self::raw();
            // SAFETY: as above. The table has the field.
            unsafe { ((*host).arrived)(host, object) }
        }
    }

    /// Restarts the hang timer of the current call. For work that takes seconds.
    pub fn report_progress() {
        let host = Self::raw();
        if has!(host, ffi::Host, report_progress) {
            // SAFETY: as above. The table has the field.
            unsafe { ((*host).report_progress)(host) }
        }
    }

    fn waits() -> bool {
        has!(Self::raw(), ffi::Host, arrived)
    }

    /// The host's table for an interface, by versioned id, or null if the host does not have it.
    pub fn interface(id: &str) -> *const c_void {
        let host = Self::raw();
        if host.is_null() {
            return std::ptr::null();
        }
        // SAFETY: as above.
        unsafe { ((*host).interface)(host, lend(id)) }
    }

    /// A fact about the running program, or `None` if it is unknown.
    pub fn query(key: &str) -> Option<String> {
        let host = Self::raw();
        let mut text = ffi::Text { bytes: std::ptr::null(), count: 0 };
        if !has!(host, ffi::Host, query)
            || unsafe { ((*host).query)(host, lend(key), &mut text) } != ffi::OK
        {
            return None;
        }
        // SAFETY: readable until the host's current call returns. Copied here.
        Some(String::from_utf8_lossy(unsafe { borrow(text) }).into_owned())
    }

    /// Makes an object a child of `parent`, an object of this plugin, which keeps it alive.
    pub fn add_child(parent: Handle, child: Handle) -> Result<(), Failure> {
        let host = Self::raw();
        if !has!(host, ffi::Host, add_child) {
            return check(ffi::UNSUPPORTED, "add", "child");
        }
        // SAFETY: as above.
        check(unsafe { ((*host).add_child)(host, parent, child) }, "add", "child")
    }

    /// Removes a child, which is deallocated unless another owner keeps it alive.
    pub fn remove_child(parent: Handle, child: Handle) -> Result<(), Failure> {
        let host = Self::raw();
        if !has!(host, ffi::Host, remove_child) {
            return check(ffi::UNSUPPORTED, "remove", "child");
        }
        // SAFETY: as above.
        check(unsafe { ((*host).remove_child)(host, parent, child) }, "remove", "child")
    }

    /// The parent of an object, or `None` if it has none or is deallocated.
    pub fn parent(object: Handle) -> Option<Handle> {
        let host = Self::raw();
        let mut parent = 0;
        let is_there = has!(host, ffi::Host, parent)
            // SAFETY: as above.
            && unsafe { ((*host).parent)(host, object, &mut parent) } == ffi::OK;
        (is_there && parent != 0).then_some(parent)
    }

    /// The children of an object, in the order of adding.
    pub fn children(object: Handle) -> Vec<Handle> {
        let host = Self::raw();
        let mut children = Vec::new();
        let mut child = 0;
        while has!(host, ffi::Host, child_at)
            // SAFETY: as above.
            && unsafe { ((*host).child_at)(host, object, children.len() as u64, &mut child) }
                == ffi::OK
        {
            children.push(child);
        }
        children
    }

    /// Registers an object of this plugin, which need not be a child, under an identifier, so that
    /// references to it are restored. `parent` may be 0.
    pub fn register(object: Handle, identifier: &str, parent: Handle) -> Result<(), Failure> {
        let host = Self::raw();
        if !has!(host, ffi::Host, register_object) {
            return check(ffi::UNSUPPORTED, "register", identifier);
        }
        // SAFETY: as above.
        let status =
            unsafe { ((*host).register_object)(host, object, lend(identifier), parent) };
        check(status, "register", identifier)
    }

    /// The table of an interface of any object, and the object argument for its functions. `None`
    /// if the object does not have it. Both are valid as long as the object.
    pub fn interface_of(object: Handle, id: &str) -> Option<(*const c_void, *mut c_void)> {
        let host = Self::raw();
        let (mut table, mut pointer) = (std::ptr::null(), std::ptr::null_mut());
        let is_there = has!(host, ffi::Host, object_interface)
            // SAFETY: as above.
            && unsafe {
                ((*host).object_interface)(host, object, lend(id), &mut table, &mut pointer)
            } == ffi::OK;
        is_there.then_some((table, pointer))
    }

    /// The live object at a path, or `None`.
    pub fn find(path: &[&str]) -> Option<Handle> {
        let host = Self::raw();
        if !has!(host, ffi::Host, find) {
            return None;
        }
        let parts: Vec<ffi::Text> = path.iter().map(|part| lend(part)).collect();
        let mut found = 0;
        // SAFETY: as above. The parts are lent for the call.
        let count = parts.len() as u64;
        let status = unsafe { ((*host).find)(host, parts.as_ptr(), count, &mut found) };
        (status == ffi::OK).then_some(found)
    }

    /// Creates a new child of `parent`, with the class whose route matches its path. `parameters`
    /// writes the parameters that its `create` reads. `Failure::Declined` if the class declines.
    pub fn make(
        parent: Handle,
        identifier: &str,
        mut parameters: impl FnMut(&mut Encoder) -> Result<(), Failure>,
    ) -> Result<Handle, Failure> {
        type Write<'a> = &'a mut dyn FnMut(&mut Encoder) -> Result<(), Failure>;
        extern "C" fn write(context: *mut c_void, coder: *mut ffi::Coder) -> ffi::Status {
            // SAFETY: `context` is passed below, and valid during that call.
            let body = unsafe { &mut *context.cast::<Write>() };
            guarded(|| body(&mut Encoder { coder, lent: PhantomData }))
        }
        let host = Self::raw();
        if !has!(host, ffi::Host, make) {
            check(ffi::UNSUPPORTED, "make", identifier)?;
        }
        let mut body: Write = &mut parameters;
        let context = std::ptr::addr_of_mut!(body).cast();
        let mut made = 0;
        let identifier_lent = lend(identifier);
        // SAFETY: as above. `write` is called before this returns.
        let status = unsafe {
            ((*host).make)(host, parent, identifier_lent, Some(write), context, &mut made)
        };
        if status == ffi::DECLINED {
            return Err(Failure::Declined);
        }
        check(status, "make", identifier).map(|()| made)
    }

    fn fail(message: &str) {
        let host = Self::raw();
        if !host.is_null() {
            // SAFETY: as above.
            unsafe { ((*host).fail)(host, lend(message)) }
        }
    }
}

// MARK: Objects

/// The host's description of an object to create.
pub struct Request<'a> {
    request: &'a ffi::CreationRequest,
}

impl Request<'_> {
    /// The host's handle for the object.
    pub fn handle(&self) -> Handle {
        self.request.object
    }
    /// The reason, one of `RESTORATION_REASON_…`.
    pub fn reason(&self) -> u32 {
        self.request.reason
    }
    /// The identifiers from the root to the object. The last one is its own.
    pub fn path(&self) -> Vec<String> {
        (0..self.request.path_count as usize)
            // SAFETY: the host lends `path_count` strings for the call.
            .map(|index| unsafe { borrow(*self.request.path.add(index)) })
            .map(|bytes| String::from_utf8_lossy(bytes).into_owned())
            .collect()
    }
    /// The parameters from the code that makes the object.
    pub fn parameters(&self) -> Decoder<'_> {
        Decoder { coder: self.request.parameters, lent: PhantomData }
    }
    /// The path components that the route captured with `{name}`, as text.
    pub fn captures(&self) -> Decoder<'_> {
        Decoder { coder: self.request.captures, lent: PhantomData }
    }
    /// The state, as `decode` will receive it. Read it only to decide whether to decline.
    pub fn state(&self) -> Decoder<'_> {
        Decoder { coder: self.request.state, lent: PhantomData }
    }
}

/// A table of C functions, for `Object::interface`.
pub enum Table {
    /// A table that all objects of the class share.
    Shared(*const c_void),
    /// A table of this object, which lives as long as the object.
    Own(Box<dyn Any>),
}

impl Table {
    /// A table that all objects of the class share. Its functions receive the object.
    ///
    /// # Safety
    ///
    /// The table has the type that the header defines for the interface's id. The host calls its
    /// functions with an object of the class.
    pub const unsafe fn new<T: Sync>(table: &'static T) -> Self {
        Table::Shared(table as *const T as *const c_void)
    }

    /// A table for one object, for a header whose tables contain a context: the `context` from
    /// `Object::interface`. Created once per id. Lives as long as the object.
    ///
    /// # Safety
    ///
    /// As for `new`.
    pub unsafe fn own<T: 'static>(table: T) -> Self {
        Table::Own(Box::new(table))
    }

    pub(crate) fn address(&self) -> *const c_void {
        match self {
            Table::Shared(address) => *address,
            Table::Own(table) => &**table as *const dyn Any as *const c_void,
        }
    }
}

/// The kind of a class's objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Children, roots and others.
    Object = 0,
    /// Leaf state of one owner, such as a scroll position. `Shape::elements` of the owner lists it.
    Element = 1,
    /// An element that holds a secret, such as a password, and is never preserved.
    SecretElement = 3,
}

/// A restorable object. Dropped when the host no longer needs it.
pub trait Object: Sized + 'static {
    /// The kind of the class's objects.
    const KIND: Kind = Kind::Object;
    /// Every class of a plugin creates objects. An object that a program builds itself needs none.
    fn create(request: &Request) -> Result<Self, Failure> {
        let _ = request;
        Err("its class does not create objects".into())
    }
    /// Called once on a new object, when its request's handle is valid. Make its first children
    /// here (`Host::make`). Not called for restored objects, whose `decode` fetches their children.
    /// On a failure the host destroys the object and reports the reason to the caller.
    fn made(&mut self) -> Result<(), Failure> {
        Ok(())
    }
    /// Stores the state. On a failure the host retains the state of the last save.
    fn encode(&self, coder: &mut Encoder) -> Result<(), Failure> {
        let _ = coder;
        Ok(())
    }
    /// Applies the state. On a failure the host retains the state.
    fn decode(&mut self, coder: &mut Decoder) -> Result<(), Failure> {
        let _ = coder;
        Ok(())
    }
    /// Called after every object of this restore has been decoded.
    fn finished(&mut self) {}
    /// The host stops waiting for an object whose `create` returned `Failure::NotYet`.
    fn cancelled(object: Handle) {
        let _ = object;
    }
    /// The table of an interface, by versioned id, or `None` if the class does not have it. An
    /// associated function, since the host may call it while a function of the object runs. The
    /// table's functions access the object by `with_object`, with the pointer that the host passes,
    /// or with the `context` from here if the header's tables contain one.
    fn interface(id: &str, context: *mut c_void) -> Option<Table> {
        let _ = (id, context);
        None
    }
    /// The children, the presented object and the elements: see `Shape`.
    fn shape() -> Option<Shape<Self>> {
        None
    }
    /// The methods that the host calls by name: see `method`.
    fn methods() -> Vec<Method<Self>> {
        Vec::new()
    }
    /// The properties that the host preserves and restores: see `property`.
    fn properties() -> Vec<Property<Self>> {
        Vec::new()
    }
    /// Rewrites state of an older version as the next version. Without it, `decode` receives old
    /// state unchanged, and `Decoder::schema_version` gives its version.
    const MIGRATION: Option<Migration> = None;
}

/// Receives the state's version, the state, and a coder for the state of the next version.
pub type Migration = fn(u32, &mut Decoder, &mut Encoder) -> Result<(), Failure>;

/// Silences panic messages on stderr. The host still receives them as failures. The hook belongs to
/// the plugin's own copy of `std`, so it affects no other code. Call it in `create`.
pub fn quiet_panics() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| std::panic::set_hook(Box::new(|_| {})));
}

fn caught<R>(body: impl FnOnce() -> Result<R, Failure>) -> Result<R, Failure> {
    attempted(body).unwrap_or_else(|panic| Err(Failure::Because(panic)))
}

pub(crate) fn attempted<R>(body: impl FnOnce() -> R) -> Result<R, String> {
    catch_unwind(AssertUnwindSafe(body)).map_err(|panic| {
        let message = panic
            .downcast_ref::<&str>()
            .map(|text| text.to_string())
            .or_else(|| panic.downcast_ref::<String>().cloned());
        match message {
            Some(message) => format!("it panicked: {message}"),
            None => {
                // Another payload than a text may panic again when dropped.
                std::mem::forget(panic);
                "it panicked".to_string()
            }
        }
    })
}

pub(crate) fn guarded(body: impl FnOnce() -> Result<(), Failure>) -> ffi::Status {
    match caught(body) {
        Ok(()) => return ffi::OK,
        Err(Failure::Declined) => return ffi::DECLINED,
        Err(Failure::NotYet) if Host::waits() => return ffi::NOT_YET,
        Err(Failure::NotYet) => {
            Host::fail("its data is not available yet, and this host does not wait")
        }
        Err(Failure::Because(message)) => Host::fail(&message),
    }
    ffi::FAILED
}

/// Creates an object with its bookkeeping.
///
/// # Safety
///
/// The host lends the request for the call.
pub(crate) unsafe fn created<T: Object>(
    request: *const ffi::CreationRequest,
) -> Result<Held<T>, Failure> {
    let request = Request { request: unsafe { &*request } };
    Ok(Held::new(T::create(&request)?, request.handle()))
}

extern "C" fn create<T: Object>(
    request: *const ffi::CreationRequest,
    object: *mut *mut c_void,
) -> ffi::Status {
    guarded(|| {
        // SAFETY: the host lends the request, and space for the pointer, for the call.
        unsafe { *object = Box::into_raw(Box::new(created::<T>(request)?)).cast() };
        Ok(())
    })
}

/// An object with its bookkeeping, to which the host has a pointer.
pub(crate) struct Held<T> {
    /// Borrowed while a function of the object runs. Such a function may call the host, and the
    /// host may then call others.
    pub(crate) object: Rc<RefCell<T>>,
    pub(crate) handle: Cell<Handle>,
    tables: RefCell<BTreeMap<String, Table>>,
}

impl<T> Held<T> {
    pub(crate) fn new(object: T, handle: Handle) -> Self {
        Held {
            object: Rc::new(RefCell::new(object)),
            handle: Cell::new(handle),
            tables: RefCell::default(),
        }
    }
}

const BUSY: &str = "the object is in use by the caller of the host";

/// Runs `body` with exclusive access. Fails if the object is in use.
///
/// SAFETY of this and the functions below: `object` is the pointer from `create`, before `destroy`.
/// The host calls one function at a time, on one thread, and lends coders for the call.
fn exclusively<T, R>(
    object: *mut c_void,
    body: impl FnOnce(&mut T) -> Result<R, Failure>,
) -> Result<R, Failure> {
    let object = unsafe { &*object.cast::<Held<T>>() }.object.clone();
    let mut borrowed = object.try_borrow_mut().map_err(|_| BUSY)?;
    body(&mut borrowed)
}

/// Runs `body` with shared access. Fails if the object may be changing.
fn shared<T, R>(
    object: *mut c_void,
    body: impl FnOnce(&T) -> Result<R, Failure>,
) -> Result<R, Failure> {
    let object = unsafe { &*object.cast::<Held<T>>() }.object.clone();
    let borrowed = object.try_borrow().map_err(|_| BUSY)?;
    body(&borrowed)
}

/// Lends an object to a function of an interface's table. Fails if the object is in use: the host
/// may call the function while another function of the object is calling the host. A panic in
/// `body` is a failure, and is logged, since the table may have no way to report the reason. A
/// panic outside `body`, in a function that C calls, ends the program.
///
/// # Safety
///
/// `object` is the pointer that the host passed to the function, or the `context` of
/// `Object::interface`. `T` is the class whose `interface` returned the table. Create no other
/// reference from the pointer.
pub unsafe fn with_object<T: Object, R>(
    object: *mut c_void,
    body: impl FnOnce(&mut T) -> Result<R, Failure>,
) -> Result<R, Failure> {
    attempted(|| exclusively(object, body)).unwrap_or_else(|panic| {
        Host::log(Level::Error, &panic);
        Err(Failure::Because(panic))
    })
}

extern "C" fn made<T: Object>(object: *mut c_void) -> ffi::Status {
    let status = guarded(|| exclusively(object, |object: &mut T| object.made()));
    fail_for_answer(status);
    status
}

extern "C" fn encode<T: Object>(object: *mut c_void, coder: *mut ffi::Coder) -> ffi::Status {
    guarded(|| {
        shared(object, |object: &T| object.encode(&mut Encoder { coder, lent: PhantomData }))
    })
}

extern "C" fn decode<T: Object>(object: *mut c_void, coder: *mut ffi::Coder) -> ffi::Status {
    guarded(|| {
        exclusively(object, |object: &mut T| {
            object.decode(&mut Decoder { coder, lent: PhantomData })
        })
    })
}

extern "C" fn finished<T: Object>(object: *mut c_void) {
    guarded(|| {
        exclusively(object, |object: &mut T| {
            object.finished();
            Ok(())
        })
    });
}

extern "C" fn destroy<T: Object>(object: *mut c_void) {
    guarded(|| {
        drop(unsafe { Box::from_raw(object.cast::<Held<T>>()) });
        Ok(())
    });
}

extern "C" fn interface<T: Object>(object: *mut c_void, id: ffi::Text) -> *const c_void {
    let mut address = std::ptr::null();
    guarded(|| {
        let id = String::from_utf8_lossy(unsafe { borrow(id) });
        // The object may be in use, but its tables are separate.
        let tables = unsafe { &(*object.cast::<Held<T>>()).tables };
        if let Some(table) = tables.borrow().get(&*id) {
            address = table.address();
            return Ok(());
        }
        if let Some(table) = T::interface(&id, object) {
            address = table.address();
            if let Table::Own(_) = table {
                tables.borrow_mut().insert(id.into_owned(), table);
            }
        }
        Ok(())
    });
    address
}

extern "C" fn cancelled<T: Object>(_: *const ffi::Class, object: Handle) {
    guarded(|| {
        T::cancelled(object);
        Ok(())
    });
}

extern "C" fn migrate<T: Object>(
    _: *const ffi::Class,
    from: u32,
    state: *mut ffi::Coder,
    migrated: *mut ffi::Coder,
) -> ffi::Status {
    guarded(|| {
        let migration = T::MIGRATION.ok_or("it has no migration")?;
        let mut state = Decoder { coder: state, lent: PhantomData };
        migration(from, &mut state, &mut Encoder { coder: migrated, lent: PhantomData })
    })
}

// MARK: Shape

/// A child in a container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Child {
    pub object: Reference,
    /// A name of the place in the container, such as "primary". Empty if the child's identifier
    /// suffices.
    pub slot: String,
}

/// The children of an object, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Children {
    pub list: Vec<Child>,
    /// The selected child. In `attach`, `None` for no change.
    pub selected: Option<Reference>,
}

impl Children {
    pub fn selecting(self, selected: Option<impl Into<Reference>>) -> Self {
        Children { selected: selected.map(Into::into), ..self }
    }
    /// The children without their slots.
    pub fn references(&self) -> Vec<Reference> {
        self.list.iter().map(|child| child.object).collect()
    }
}

impl<R: Into<Reference>> FromIterator<R> for Children {
    /// Children without slots.
    fn from_iter<I: IntoIterator<Item = R>>(objects: I) -> Self {
        let list = objects.into_iter();
        let list = list.map(|object| Child { object: object.into(), slot: String::new() });
        Children { list: list.collect(), selected: None }
    }
}

/// The objects that an object contains, presents or owns:
///
/// ```ignore
/// fn shape() -> Option<Shape<Self>> {
///     Some(Shape::new().stack(Self::children, Self::attach))
/// }
/// ```
///
/// If a class has a shape, only the shape lists the children; `Host::add_child` and related
/// functions serve objects without a shape. The host calls these functions often, so they must be
/// quick, and give the same answer until the object changes.
pub struct Shape<T> {
    flags: u32,
    children: Option<fn(&T) -> Children>,
    attach: Option<fn(&mut T, Children)>,
    presented: Option<fn(&T) -> Option<Reference>>,
    present: Option<fn(&mut T, Reference)>,
    elements: Option<fn(&T) -> Result<Vec<Reference>, Failure>>,
}

impl<T> Default for Shape<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Shape<T> {
    pub fn new() -> Self {
        let (children, attach) = (None, None);
        Shape { flags: 0, children, attach, presented: None, present: None, elements: None }
    }
    /// Stacked children, whose order is state. A restore ends the stack at a child that was
    /// declined or not built. `attach` replaces the children by the restored ones and those that
    /// only the program attached.
    pub fn stack(self, children: fn(&T) -> Children, attach: fn(&mut T, Children)) -> Self {
        Shape { flags: 1, children: Some(children), attach: Some(attach), ..self }
    }
    /// Children that the program arranges, such as tabs. A restore adds missing ones.
    pub fn places(self, children: fn(&T) -> Children, attach: fn(&mut T, Children)) -> Self {
        Shape { flags: 0, children: Some(children), attach: Some(attach), ..self }
    }
    /// The order distinguishes children with equal identifiers and no slots.
    pub fn by_position(self) -> Self {
        Shape { flags: self.flags | 2, ..self }
    }
    /// The object that is presented now outside any container, such as a dialog.
    pub fn presenting(
        self,
        presented: fn(&T) -> Option<Reference>,
        present: fn(&mut T, Reference),
    ) -> Self {
        Shape { presented: Some(presented), present: Some(present), ..self }
    }
    /// The elements whose nearest owner is this object. `Failure::NotYet` while elements may still
    /// be loaded, whose saved state is then retained. It must not load them.
    pub fn elements(self, elements: fn(&T) -> Result<Vec<Reference>, Failure>) -> Self {
        Shape { elements: Some(elements), ..self }
    }
}

fn shape<T: Object>() -> Result<Shape<T>, Failure> {
    T::shape().ok_or_else(|| "it has no shape".into())
}

/// SAFETY of these: as above. The host lends `list`, `selected` and the attached children for the
/// call.
extern "C" fn children<T: Object>(
    object: *mut c_void,
    list: *mut ffi::Children,
    selected: *mut Handle,
) -> ffi::Status {
    guarded(|| {
        let children = shape::<T>()?.children.ok_or("it has no children")?;
        let children = shared(object, |object: &T| Ok(children(object)))?;
        for child in &children.list {
            let child = ffi::Child { object: child.object.0, slot: lend(&child.slot) };
            // An invalid handle is left out, and logged by the host.
            unsafe { ((*list).add)(list, &child) };
        }
        unsafe { *selected = children.selected.unwrap_or_default().0 };
        Ok(())
    })
}

extern "C" fn attach<T: Object>(
    object: *mut c_void,
    list: *const ffi::Child,
    count: u64,
    selected: Handle,
) {
    guarded(|| {
        let attach = shape::<T>()?.attach.ok_or("it attaches no children")?;
        let children = (0..count as usize).map(|index| {
            let child = unsafe { *list.add(index) };
            let slot = String::from_utf8_lossy(unsafe { borrow(child.slot) }).into_owned();
            Child { object: Reference(child.object), slot }
        });
        let children = Children { list: children.collect(), selected: reference(selected) };
        exclusively(object, |object: &mut T| {
            attach(object, children);
            Ok(())
        })
    });
}

fn reference(handle: Handle) -> Option<Reference> {
    (handle != 0).then_some(Reference(handle))
}

extern "C" fn presented<T: Object>(object: *mut c_void) -> Handle {
    let mut handle = 0;
    guarded(|| {
        let presented = shape::<T>()?.presented.ok_or("it presents nothing")?;
        handle = shared(object, |object: &T| Ok(presented(object)))?.unwrap_or_default().0;
        Ok(())
    });
    handle
}

extern "C" fn present<T: Object>(object: *mut c_void, presented: Handle) {
    guarded(|| {
        let present = shape::<T>()?.present.ok_or("it presents nothing")?;
        exclusively(object, |object: &mut T| {
            present(object, Reference(presented));
            Ok(())
        })
    });
}

extern "C" fn elements<T: Object>(object: *mut c_void, list: *mut ffi::Children) -> ffi::Status {
    guarded(|| {
        let elements = shape::<T>()?.elements.ok_or("it has no elements")?;
        for element in shared(object, |object: &T| elements(object))? {
            let child = ffi::Child { object: element.0, slot: lend("") };
            // As in `children`.
            unsafe { ((*list).add)(list, &child) };
        }
        Ok(())
    })
}

/// A class's shape in C. Never freed.
fn shape_table<T: Object>() -> *const ffi::Shape {
    T::shape().map_or(std::ptr::null(), |shape| {
        Box::leak(Box::new(ffi::Shape {
            struct_size: std::mem::size_of::<ffi::Shape>() as u32,
            flags: shape.flags,
            children: shape.children.map(|_| children::<T> as _),
            attach: shape.attach.map(|_| attach::<T> as _),
            presented: shape.presented.map(|_| presented::<T> as _),
            present: shape.present.map(|_| present::<T> as _),
            elements: shape.elements.map(|_| elements::<T> as _),
        }))
    })
}

// MARK: Methods

/// A method of `T` that the host calls by name. Create it with `method`.
pub struct Method<T> {
    name: &'static str,
    signature: String,
    function: *const c_void,
    object: PhantomData<fn(T)>,
}

/// Creates a method from a function of `&T` or `&mut T` that the host calls by name, with the
/// signature of its type:
///
/// ```ignore
/// fn methods() -> Vec<Method<Self>> {
///     vec![method("zoom", Map::zoom), method("setZoom", Map::set_zoom)]
/// }
/// ```
///
/// It takes up to six parameters of `bool`, integers of 8 to 64 bits, `f32`, `f64`, `String`, and
/// `Reference` for objects of any class. It returns one of these, `()`, or a `Result` whose failure
/// becomes the caller's error. Text that may be null is `Option<String>`. Panics become failures.
/// Call `Host::invalidate` if the state changes.
pub fn method<T, Shape, F: Callable<T, Shape>>(name: &'static str, _function: F) -> Method<T> {
    Method { name, signature: F::signature(), function: F::address(), object: PhantomData }
}

/// A parameter type of a method.
pub trait Argument: Sized {
    type C;
    const NAME: &'static str;
    /// SAFETY: the host lends a valid value of the C type for the call.
    unsafe fn take(value: Self::C) -> Result<Self, Failure>;
}

/// A result type of a method.
pub trait Outcome: Sized {
    type C;
    const NAME: &'static str;
    fn give(self) -> Result<Self::C, Failure>;
    /// The result after a failure.
    fn nothing() -> Self::C;
}

macro_rules! plain {
    ($($type:ty, $name:literal;)*) => {$(
        impl Argument for $type {
            type C = $type;
            const NAME: &'static str = $name;
            unsafe fn take(value: $type) -> Result<Self, Failure> {
                Ok(value)
            }
        }
        impl Outcome for $type {
            type C = $type;
            const NAME: &'static str = $name;
            fn give(self) -> Result<$type, Failure> {
                Ok(self)
            }
            fn nothing() -> $type {
                <$type>::default()
            }
        }
    )*};
}

plain! {
    bool, "bool"; i8, "int8"; i16, "int16"; i32, "int32"; i64, "int64";
    u8, "uint8"; u16, "uint16"; u32, "uint32"; u64, "uint64"; f32, "float32"; f64, "float64";
}

impl Argument for Reference {
    type C = Handle;
    const NAME: &'static str = "object?";
    unsafe fn take(value: Handle) -> Result<Self, Failure> {
        Ok(Reference(value))
    }
}

impl Outcome for Reference {
    type C = Handle;
    const NAME: &'static str = "object?";
    fn give(self) -> Result<Handle, Failure> {
        Ok(self.0)
    }
    fn nothing() -> Handle {
        0
    }
}

impl Argument for String {
    type C = *const c_char;
    const NAME: &'static str = "string";
    unsafe fn take(value: *const c_char) -> Result<Self, Failure> {
        Ok(unsafe { CStr::from_ptr(value) }.to_str()?.to_owned())
    }
}

impl Argument for Option<String> {
    type C = *const c_char;
    const NAME: &'static str = "string?";
    unsafe fn take(value: *const c_char) -> Result<Self, Failure> {
        if value.is_null() { Ok(None) } else { unsafe { String::take(value) }.map(Some) }
    }
}

thread_local! {
    /// The last returned text. The host copies it before the next call.
    static RETURNED: RefCell<CString> = RefCell::default();
}

impl Outcome for String {
    type C = *const c_char;
    const NAME: &'static str = "string";
    fn give(self) -> Result<*const c_char, Failure> {
        let text = CString::new(self)?;
        Ok(RETURNED.with(|returned| {
            *returned.borrow_mut() = text;
            returned.borrow().as_ptr()
        }))
    }
    fn nothing() -> *const c_char {
        b"\0".as_ptr().cast()
    }
}

impl Outcome for Option<String> {
    type C = *const c_char;
    const NAME: &'static str = "string?";
    fn give(self) -> Result<*const c_char, Failure> {
        self.map_or(Ok(std::ptr::null()), String::give)
    }
    fn nothing() -> *const c_char {
        std::ptr::null()
    }
}

impl Outcome for () {
    type C = ();
    const NAME: &'static str = "void";
    fn give(self) -> Result<(), Failure> {
        Ok(())
    }
    fn nothing() {}
}

impl<R: Outcome> Outcome for Result<R, Failure> {
    type C = R::C;
    const NAME: &'static str = R::NAME;
    fn give(self) -> Result<R::C, Failure> {
        self?.give()
    }
    fn nothing() -> R::C {
        R::nothing()
    }
}

/// A function that can be a method. `Shape` contains its receiver, result and arguments.
pub trait Callable<T, Shape> {
    fn signature() -> String;
    /// The address of a C function with that signature.
    fn address() -> *const c_void;
}

/// The receivers of methods.
pub struct Shared;
pub struct Exclusive;

/// Recreates a zero-sized function from its type, since a C function pointer has no captures.
fn function<F: Copy>() -> F {
    struct Check<F>(PhantomData<F>);
    impl<F> Check<F> {
        const IS_EMPTY: () = assert!(std::mem::size_of::<F>() == 0, "a method captures nothing");
    }
    let () = Check::<F>::IS_EMPTY;
    // SAFETY: `F` has no bytes, `method` received a value, and `F` is `Copy`.
    unsafe { std::mem::MaybeUninit::<F>::uninit().assume_init() }
}

/// Runs a method. After a failure the host ignores the result. There is no status: only
/// `Host::fail` reports a failure.
fn answer<T, R: Outcome>(
    object: *mut c_void,
    body: impl FnOnce(&mut T) -> Result<R, Failure>,
) -> R::C {
    let mut result = R::nothing();
    let status = guarded(|| {
        result = exclusively(object, body)?.give()?;
        Ok(())
    });
    fail_for_answer(status);
    result
}

/// Reports a status that only `create` and `decode` may return.
fn fail_for_answer(status: ffi::Status) {
    match status {
        ffi::DECLINED => Host::fail("it declined, which only create can"),
        ffi::NOT_YET => Host::fail("it asked for time, which only create and decode can"),
        _ => {}
    }
}

macro_rules! callable {
    ($receiver:ident, $self:ty; $($argument:ident $value:ident),*) => {
        impl<T, F, R, $($argument),*> Callable<T, ($receiver, R, $($argument,)*)> for F
        where
            T: Object,
            F: Fn($self $(, $argument)*) -> R + Copy + 'static,
            R: Outcome + 'static,
            $($argument: Argument + 'static,)*
        {
            fn signature() -> String {
                let list: &[&str] = &["object", $($argument::NAME),*];
                format!("({}) -> {}", list.join(", "), R::NAME)
            }
            fn address() -> *const c_void {
                extern "C" fn call<T, F, R, $($argument),*>(
                    object: *mut c_void,
                    $($value: $argument::C),*
                ) -> R::C
                where
                    T: Object,
                    F: Fn($self $(, $argument)*) -> R + Copy + 'static,
                    R: Outcome + 'static,
                    $($argument: Argument + 'static,)*
                {
                    answer::<T, R>(object, |object| {
                        // SAFETY: the host calls with the signature above.
                        Ok(function::<F>()(object $(, unsafe { $argument::take($value) }?)*))
                    })
                }
                call::<T, F, R, $($argument),*> as *const c_void
            }
        }
    };
}

macro_rules! callables {
    ($($argument:ident $value:ident),*) => {
        callable!(Shared, &T; $($argument $value),*);
        callable!(Exclusive, &mut T; $($argument $value),*);
    };
}

callables!();
callables!(A a);
callables!(A a, B b);
callables!(A a, B b, C c);
callables!(A a, B b, C c, D d);
callables!(A a, B b, C c, D d, E e);
callables!(A a, B b, C c, D d, E e, G g);

/// A class's methods in C. Never freed.
fn method_table<T: Object>() -> (*const *const ffi::Method, u64) {
    let table = T::methods().into_iter().map(|method| {
        let signature: &'static str = Box::leak(method.signature.into_boxed_str());
        Box::leak(Box::new(ffi::Method {
            struct_size: std::mem::size_of::<ffi::Method>() as u32,
            flags: 0,
            name: lend(method.name),
            signature: lend(signature),
            function: method.function,
        })) as *const ffi::Method
    });
    let table = Vec::leak(table.collect());
    (table.as_ptr(), table.len() as u64)
}

// MARK: Properties

/// A property of `T` that the host preserves and restores. Create it with `property`.
pub struct Property<T> {
    key: &'static str,
    getter: Method<T>,
    setter: Method<T>,
    flags: u32,
    restored_after: &'static str,
    default_value: &'static str,
}

/// Creates a property from a getter and a setter, which the host calls when it preserves and
/// restores an object, instead of code in `encode` and `decode`:
///
/// ```ignore
/// fn properties() -> Vec<Property<Self>> {
///     vec![property("zoom", Map::zoom, Map::set_zoom).omitting_default()]
/// }
/// ```
///
/// They take the types of methods, except `Reference`. A failure is a failure to encode or decode,
/// even `Failure::Declined` and `Failure::NotYet`, which are reserved for `create` and `decode`.
pub fn property<T, G, S, Getter: Callable<T, G>, Setter: Callable<T, S>>(
    key: &'static str,
    getter: Getter,
    setter: Setter,
) -> Property<T> {
    let (getter, setter) = (method("", getter), method("", setter));
    Property { key, getter, setter, flags: 0, restored_after: "", default_value: "" }
}

impl<T> Property<T> {
    /// Stores nothing while the value is the default: the declared one, or the value after
    /// `create`.
    pub fn omitting_default(self) -> Self {
        Property { flags: self.flags | 1, ..self }
    }
    /// Tools never show the value.
    pub fn sensitive(self) -> Self {
        Property { flags: self.flags | 2, ..self }
    }
    /// Restores this property right after the property with that key.
    pub fn after(self, key: &'static str) -> Self {
        Property { restored_after: key, ..self }
    }
    /// Sets this JSON value if none is stored.
    pub fn defaulting_to(self, json: &'static str) -> Self {
        Property { default_value: json, ..self }
    }
}

/// A class's properties in C. Never freed.
fn property_table<T: Object>() -> (*const *const ffi::Property, u64) {
    let text = |text: String| -> ffi::Text { lend(Box::leak(text.into_boxed_str())) };
    let table = T::properties().into_iter().map(|property| {
        Box::leak(Box::new(ffi::Property {
            struct_size: std::mem::size_of::<ffi::Property>() as u32,
            flags: property.flags,
            key: lend(property.key),
            getter_signature: text(property.getter.signature),
            getter: property.getter.function,
            setter_signature: text(property.setter.signature),
            setter: property.setter.function,
            restored_after: lend(property.restored_after),
            default_value: lend(property.default_value),
        })) as *const ffi::Property
    });
    let table = Vec::leak(table.collect());
    (table.as_ptr(), table.len() as u64)
}

/// The C table of a class.
pub fn class<T: Object>(id: &'static str, schema_version: u32) -> ffi::Class {
    let (methods, method_count) = method_table::<T>();
    let (properties, property_count) = property_table::<T>();
    ffi::Class {
        struct_size: std::mem::size_of::<ffi::Class>() as u32,
        schema_version,
        id: lend(id),
        create: create::<T>,
        encode: Some(encode::<T>),
        decode: Some(decode::<T>),
        finished: Some(finished::<T>),
        destroy: destroy::<T>,
        interface: Some(interface::<T>),
        migrate: T::MIGRATION.map(|_| migrate::<T> as _),
        properties,
        property_count,
        cancelled: Some(cancelled::<T>),
        methods,
        method_count,
        made: Some(made::<T>),
        shape: shape_table::<T>(),
        user_data: std::ptr::null_mut(),
        flags: T::KIND as u32,
        reserved: 0,
    }
}

// MARK: Converters

/// Rewrites state of one class and version as state of another. Values that are not written are
/// dropped. `Encoder::put_copy` copies values, and is the only way to copy references.
pub type Conversion = fn(&mut Decoder, &mut Encoder) -> Result<(), Failure>;

/// A converter for `restoration_plugin!`. Create it with `converter`.
#[repr(C)]
pub struct Converter {
    /// First, so that the host's pointer to it points to the whole.
    table: ffi::Converter,
    conversion: Conversion,
}

/// Creates a converter with the manifest's id. The host retains the state if it fails.
pub fn converter(id: &'static str, conversion: Conversion) -> Converter {
    Converter {
        table: ffi::Converter {
            struct_size: std::mem::size_of::<ffi::Converter>() as u32,
            reserved: 0,
            id: lend(id),
            convert,
        },
        conversion,
    }
}

extern "C" fn convert(
    converter: *const ffi::Converter,
    state: *mut ffi::Coder,
    converted: *mut ffi::Coder,
) -> ffi::Status {
    guarded(|| {
        // SAFETY: the host passes the pointer from `enter`, where a `Converter` begins.
        let conversion = unsafe { (*converter.cast::<Converter>()).conversion };
        let mut state = Decoder { coder: state, lent: PhantomData };
        conversion(&mut state, &mut Encoder { coder: converted, lent: PhantomData })
    })
}

// MARK: The entry point

/// The parts of a plugin.
pub struct Parts {
    pub classes: Vec<ffi::Class>,
    pub converters: Vec<Converter>,
}

/// Initialises the plugin. Returns a descriptor that lives until the process ends, or null if
/// `parts` panics, since it calls `methods` and `properties` of each class.
pub fn enter(
    host: *const ffi::Host,
    id: &'static str,
    version: &'static str,
    parts: impl FnOnce() -> Parts,
) -> *const ffi::Plugin {
    HOST.store(host as *mut _, Ordering::Release);
    let mut made = Parts { classes: Vec::new(), converters: Vec::new() };
    let status = guarded(|| {
        made = parts();
        Ok(())
    });
    if status != ffi::OK {
        return std::ptr::null();
    }
    let classes: Vec<*const ffi::Class> =
        made.classes.into_iter().map(|class| &*Box::leak(Box::new(class)) as *const _).collect();
    let converters: Vec<*const ffi::Converter> = made
        .converters
        .into_iter()
        .map(|converter| (&*Box::leak(Box::new(converter)) as *const Converter).cast())
        .collect();
    let (classes, converters) = (Vec::leak(classes), Vec::leak(converters));
    Box::leak(Box::new(ffi::Plugin {
        struct_size: std::mem::size_of::<ffi::Plugin>() as u32,
        abi_version: ffi::ABI_VERSION,
        id: lend(id),
        version: lend(version),
        classes: classes.as_ptr(),
        class_count: classes.len() as u64,
        converters: converters.as_ptr(),
        converter_count: converters.len() as u64,
    }))
}

/// Defines the entry point and embeds the manifest. Takes `classes`, `converters` or both, in
/// order:
///
/// ```ignore
/// restoration_plugin! {
///     id: "org.example.tally", version: "1.0.0",
///     manifest: include_str!("restoration-plugin.json"),
///     classes: [restoration::class::<Tally>("Tally", 1)],
///     converters: [restoration::converter("TallyFromCounter", tally_from_counter)],
/// }
/// ```
#[macro_export]
macro_rules! restoration_plugin {
    (id: $id:expr, version: $version:expr, manifest: $manifest:expr
     $(, classes: [$($class:expr),+ $(,)?])?
     $(, converters: [$($converter:expr),+ $(,)?])? $(,)?) => {
        $crate::restoration::restoration_item! {
            _, [link_section = ".note.restoration"]
            #[allow(clippy::all)] // which otherwise concern the file that uses the macro
            #[used]
            static RESTORATION_NOTE: $crate::restoration::ffi::Note<
                { ($manifest.len() + 3) / 4 * 4 },
            > = $crate::restoration::ffi::Note::new($manifest);
        }
        $crate::restoration::restoration_item! {
            _, [no_mangle]
            pub extern "C" fn restoration_plugin_entry(
                host: *const $crate::restoration::ffi::Host,
            ) -> *const $crate::restoration::ffi::Plugin {
                $crate::restoration::enter(host, $id, $version, || $crate::restoration::Parts {
                    classes: vec![$($($class),+)?],
                    converters: vec![$($($converter),+)?],
                })
            }
        }
    };
}

/// An item with an attribute that edition 2024 writes as `unsafe(…)`, which Rust before 1.82 does
/// not know. In edition 2024, and only there, `_` is an expression for macros.
#[allow(unused_macros)] // in a crate without a plugin
macro_rules! restoration_item {
    ($edition:expr, [$($attribute:tt)+] $($item:tt)+) => {
        #[unsafe($($attribute)+)]
        $($item)+
    };
    (_, [$($attribute:tt)+] $($item:tt)+) => {
        #[$($attribute)+]
        $($item)+
    };
}

#[allow(unused_imports)] // as above
pub(crate) use restoration_item;
