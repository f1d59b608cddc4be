package import RestorationCore
package import RestorationInvocation

/// A binding as its file declares it, checked and with inheritance resolved: how the objects of a
/// library that never heard of restoration are made, walked, read and written.
///
/// `Docs/Bindings.md` holds the language.
package struct BindingDocument: Hashable, Sendable {
    /// The newest format that is understood.
    package static let newestFormat = 1
    /// The largest file. Bindings of large libraries are long.
    package static let maximumSizeInBytes = 1 << 20

    /// What the binding is as a plugin. Classes that others only inherit from are not listed.
    package let manifest: PluginManifest
    /// Sonames and paths; functions are looked for in this order. `./libnotes.so` lies beside the
    /// binding's file; read from there, it is the whole path.
    package internal(set) var libraries: [String]
    package let requirement: Requirement
    /// Constants by the names that the binding gives them. Calls have their values already.
    package let constants: [String: CallConstant]
    /// What an object is, as text: `GtkEntry`.
    package let kind: CallSequence?
    /// Asks the library for the reason when a call has failed, of no object in particular.
    package let failureMessage: CallSequence?
    /// In the order of the file: the first that fits an object is its class. Those that others only
    /// inherit from are left out.
    package let classes: [Class]

    /// What the libraries must have.
    package struct Requirement: Hashable, Sendable {
        /// Functions beyond those that calls name.
        package let symbols: [String]
        package let version: MinimumVersion?
    }

    /// The version that the libraries must have at least.
    package struct MinimumVersion: Hashable, Sendable {
        /// As the file has it: numbers with dots between.
        package let least: String
        /// What tells the version: the results of its calls in their order, joined by dots if they
        /// are numbers, or one text.
        package let get: CallSequence

        /// Whether a version, as the library tells it, is enough. Compares number by number; a
        /// number that is not there counts as 0, and one ends at its first character that is no
        /// digit, as in `3.45.1-beta`. What stands before the numbers is passed over, as in
        /// `expat_2.5.0`.
        package func isMet(by version: String) -> Bool {
            let (have, need) = (Self.numbers(Self.bare(version)), Self.numbers(least))
            for index in 0..<max(have.count, need.count) {
                let (left, right) = (have.at(index), need.at(index))
                if left != right { return left > right }
            }
            return true
        }

        /// From the first number on that has a dot and another number behind it or, if there is
        /// none, from the first number on.
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

    /// How objects of one kind are handled.
    package struct Class: Hashable, Sendable {
        package let name: String
        /// Which objects of the library this is for; `nil` for those that the host names it for.
        package var match: Match?
        package var create: CallSequence?
        /// Ends what ``create`` has made.
        package var destroy: CallSequence?
        /// Keeps an object that the host has made.
        package var adopt: CallSequence?
        /// Ends what ``adopt`` began.
        package var release: CallSequence?
        package var identifier: Identifier?
        package var children: Children?
        /// In the order in which they are restored, which honours ``Property/after``.
        package var state: [Property]
        /// Has the library tell about changes.
        package var changed: CallSequence?
        package var unchanged: CallSequence?
        /// Has the library tell that it has destroyed the object.
        package var destroyed: CallSequence?
        package var undestroyed: CallSequence?
        /// Has the library tell that there may be more in the object than there was.
        package var appeared: CallSequence?
        package var unappeared: CallSequence?
        /// When all has been restored.
        package var finished: CallSequence?
        /// Asks for the reason when a call about an object has failed; `nil` for that of the file.
        package var failureMessage: CallSequence?
    }

    /// How it is found out whether an object is one of a class.
    package enum Match: Hashable, Sendable {
        /// ``BindingDocument/kind`` says one of these.
        case kinds([String])
        /// The last result is neither 0 nor null nor false.
        case calls(CallSequence)
    }

    /// How an object's restoration identifier is read.
    package struct Identifier: Hashable, Sendable {
        package let get: CallSequence
        /// Text that is no identifier, such as the name of the object's kind.
        package let unless: CallSequence?
    }

    /// How an object's children are walked.
    package enum Children: Hashable, Sendable {
        /// From one to the next, of which `next` is asked.
        case linked(first: CallSequence, next: CallSequence)
        /// By their number, `index`.
        case counted(count: CallSequence, at: CallSequence)
    }

    /// One part of an object's state.
    package struct Property: Hashable, Sendable {
        package let key: String
        package let get: CallSequence
        /// `nil` for what only `create` uses.
        package let set: CallSequence?
        package let after: [String]
        package let `default`: RestorationValue?
        package let omitsDefault: Bool
        package let isSensitive: Bool
        package let changed: CallSequence?
        package let unchanged: CallSequence?
        /// Has the library tell that it may now take what it refused.
        package let ready: CallSequence?
        package let unready: CallSequence?
        /// `nil` for one value.
        package let list: List?
        /// Of the value, or of one value of the list.
        package let shape: Shape
    }

    /// How the values of a list are told apart.
    package struct List: Hashable, Sendable {
        /// The first `index`.
        package let from: Int64
        /// How many there are; `nil` if the list ends where `get` returns null.
        package let count: CallSequence?
        /// Empties the list before its values are set.
        package let clear: CallSequence?
    }

    /// What a property's value is made of.
    package enum Shape: Hashable, Sendable {
        /// The last result of `get`. An `object` is a reference to another object of the session.
        case single(InvocationType)
        /// Results of `get` by their names.
        case named([String: InvocationType])
    }
}

extension [UInt64] {
    fileprivate func at(_ index: Int) -> UInt64 { index < count ? self[index] : 0 }
}

extension Character {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
