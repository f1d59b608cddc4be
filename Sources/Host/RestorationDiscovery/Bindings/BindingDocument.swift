package import RestorationCore
package import RestorationInvocation

/// The contents of a binding file, checked and with inheritance resolved: the calls that create,
/// traverse, read and write a library's objects.
///
/// `Docs/Bindings.md` describes the language.
package struct BindingDocument: Hashable, Sendable {
    /// The newest supported format.
    package static let newestFormat = 1
    /// The maximum size of a file. Bindings of large libraries are long.
    package static let maximumSizeInBytes = 1 << 20

    /// The manifest of the binding as a plugin, without abstract classes.
    package let manifest: PluginManifest
    /// Sonames and paths in order of symbol lookup. `./libnotes.so` is relative to the binding's
    /// file; documents read from a file contain the whole path.
    package internal(set) var libraries: [String]
    package let requirement: Requirement
    /// Constants by name. Calls already contain the constants' values.
    package let constants: [String: CallConstant]
    /// Returns an object's kind as text, such as `GtkEntry`.
    package let kind: CallSequence?
    /// Asks the library for the reason of a failed call, regardless of the object.
    package let failureMessage: CallSequence?
    /// In the order of the file: an object's class is the first that matches. Without abstract
    /// classes.
    package let classes: [Class]

    package struct Requirement: Hashable, Sendable {
        /// Required functions that no call names.
        package let symbols: [String]
        package let version: MinimumVersion?
    }

    /// The minimum version of the libraries.
    package struct MinimumVersion: Hashable, Sendable {
        /// The version as written: numbers separated by dots.
        package let least: String
        /// Returns the version: a text, or several numbers to join with dots.
        package let get: CallSequence

        /// Whether a library's version is sufficient.
        ///
        /// Compares number by number; a missing number is 0, and a number ends at the first
        /// character that is not a digit, as in `3.45.1-beta`. Text before the numbers is skipped,
        /// as in `expat_2.5.0`.
        package func isMet(by version: String) -> Bool {
            let (have, need) = (Self.numbers(Self.bare(version)), Self.numbers(least))
            for index in 0..<max(have.count, need.count) {
                let (left, right) = (have.at(index), need.at(index))
                if left != right { return left > right }
            }
            return true
        }

        /// The suffix from the first number that a dot and another number follow, or else from the
        /// first number.
        private static func bare(_ text: String) -> Substring {
            let starts = text.indices.filter { index in
                text[index].isDigit
                    && (index == text.startIndex || !text[text.index(before: index)].isDigit)
            }
            let dotted = starts.first { start in
                let rest = text[start...].drop(while: \.isDigit)
                return rest.first == "." && rest.dropFirst().first?.isDigit == true
            }
            return (dotted ?? starts.first).map { text[$0...] } ?? ""
        }

        private static func numbers(_ text: some StringProtocol) -> [UInt64] {
            text.split(separator: ".", omittingEmptySubsequences: false).map { part in
                UInt64(part.prefix(while: \.isDigit)) ?? 0
            }
        }
    }

    /// The calls for the objects of one class.
    package struct Class: Hashable, Sendable {
        package let name: String
        /// Selects the library's objects of this class; `nil` if the host names the class.
        package var match: Match?
        package var create: CallSequence?
        package var destroy: CallSequence?
        /// Retains an object that the host made.
        package var adopt: CallSequence?
        package var release: CallSequence?
        package var identifier: Identifier?
        package var children: Children?
        /// In the order of restoring, which respects ``Property/after``.
        package var state: [Property]
        /// Subscribes to changes.
        package var changed: CallSequence?
        package var unchanged: CallSequence?
        /// Subscribes to the object's destruction.
        package var destroyed: CallSequence?
        package var undestroyed: CallSequence?
        /// Subscribes to new children or contents of the object.
        package var appeared: CallSequence?
        package var unappeared: CallSequence?
        /// Called after the restore.
        package var finished: CallSequence?
        /// Asks for the reason of a failed call about an object; `nil` for the document's.
        package var failureMessage: CallSequence?
    }

    /// The test of whether an object belongs to a class.
    package enum Match: Hashable, Sendable {
        /// ``BindingDocument/kind`` returns one of these.
        case kinds([String])
        /// The last result is neither 0 nor null nor false.
        case calls(CallSequence)
    }

    package struct Identifier: Hashable, Sendable {
        package let get: CallSequence
        /// Returns text that does not count as an identifier, such as the name of the object's
        /// kind.
        package let unless: CallSequence?
    }

    package enum Children: Hashable, Sendable {
        /// As a linked list: `next` returns the sibling of a child.
        case linked(first: CallSequence, next: CallSequence)
        /// By number, `index`.
        case counted(count: CallSequence, at: CallSequence)
    }

    package struct Property: Hashable, Sendable {
        package let key: String
        package let get: CallSequence
        /// `nil` for a value that only `create` uses.
        package let set: CallSequence?
        package let after: [String]
        /// Returns a digest of the value that a person has changed, or null for a value of the
        /// program. The value of these calls is a salt.
        package let base: CallSequence?
        /// Returns a digest of the present value, as ``base`` does.
        package let shows: CallSequence?
        package let `default`: RestorationValue?
        package let omitsDefault: Bool
        package let isSensitive: Bool
        package let changed: CallSequence?
        package let unchanged: CallSequence?
        /// Subscribes to readiness: the object may now accept a value that it refused earlier.
        package let ready: CallSequence?
        package let unready: CallSequence?
        /// `nil` for a single value.
        package let list: List?
        /// The shape of the value, or of each value of the list.
        package let shape: Shape
    }

    package struct List: Hashable, Sendable {
        /// The first `index`.
        package let from: Int64
        /// Returns the number of values; `nil` if the list ends where `get` returns null.
        package let count: CallSequence?
        /// Empties the list before its values are set.
        package let clear: CallSequence?
    }

    package enum Shape: Hashable, Sendable {
        /// The last result of `get`. An `object` is a reference to another object of the session.
        case single(InvocationType)
        /// Results of `get` by name.
        case named([String: InvocationType])
    }
}

extension [UInt64] {
    fileprivate func at(_ index: Int) -> UInt64 { index < count ? self[index] : 0 }
}

extension Character {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
