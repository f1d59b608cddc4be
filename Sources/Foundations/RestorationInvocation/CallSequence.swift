/// Calls that are made one after the other. Each may use what those before it have left; the first
/// that fails is the last.
package struct CallSequence: Hashable, Sendable {
    package let calls: [CallExpression]
    /// Calls that follow in any case, each if all that it names is known by then.
    package let cleanUp: [CallExpression]
    /// What the calls make known: named results, and out-parameters.
    package let names: [String: InvocationType]
    /// What the calls take from outside by a name that they give a type.
    package let freeNames: [String: InvocationType]
    /// The type of the property's value, if a call takes it.
    package let usesValue: InvocationType?

    /// The type of the sequence's own result, which is that of the last call that has one.
    package var result: InvocationType? {
        calls.last { $0.signature.result != .void }?.signature.result.ofKnownValue
    }

    /// Reads calls.
    ///
    /// - Parameters:
    ///   - texts: one call each.
    ///   - cleanUp: the calls that follow in any case.
    ///   - scope: what they may use.
    package init(
        parsing texts: [String],
        finally cleanUp: [String] = [],
        in scope: CallScope
    ) throws(CallFault) {
        var reader = CallSequenceReader(scope: scope)
        calls = try reader.read(texts, isCleanUp: false)
        names = reader.scope.made
        freeNames = reader.scope.free
        // What runs in any case cannot wait for something from outside.
        reader.scope.allows.subtract([.freeNames, .value, .callbacks])
        self.cleanUp = try reader.read(cleanUp, isCleanUp: true)
        usesValue = reader.scope.value
    }
}

/// Why the text of a sequence's call cannot be read.
package struct CallFault: Error, Hashable {
    /// Which of the texts, from 0.
    package let index: Int
    /// Whether it is one of those that follow in any case.
    package let isCleanUp: Bool
    package let fault: SignatureFault
}

/// What calls may use where they stand.
package struct CallScope: Hashable, Sendable {
    package var types: [String: InvocationType]
    package var constants: [String: CallConstant]
    /// What is known by a name from the start.
    package var known: [String: InvocationType]
    package var allows: Allowance

    /// What calls have made known so far.
    var made: [String: InvocationType] = [:]
    /// What calls have taken from outside so far.
    var free: [String: InvocationType] = [:]
    /// The type of the property's value, as the call said that takes it.
    var value: InvocationType?

    /// What not every call may have.
    package struct Allowance: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        /// There is an object that the calls are about.
        package static let object = Allowance(rawValue: 1)
        /// There is a value of a property.
        package static let value = Allowance(rawValue: 2)
        /// There are values by name; calls say of which type.
        package static let freeNames = Allowance(rawValue: 4)
        /// The library may be given closures.
        package static let callbacks = Allowance(rawValue: 8)

        package init(rawValue: UInt8) { self.rawValue = rawValue }
    }

    package init(
        types: [String: InvocationType] = [:],
        constants: [String: CallConstant] = [:],
        known: [String: InvocationType] = [:],
        allows: Allowance = []
    ) {
        self.types = types
        self.constants = constants
        self.known = known
        self.allows = allows
    }

    /// Whether a text may name a type, a constant or a result.
    package static func isName(_ text: String) -> Bool {
        var tokens = SignatureTokens(text)
        let token = tokens.next()
        return token.isName && token.text == text
    }

    /// The type of what is known by a name.
    func type(of name: String) -> InvocationType? {
        made[name] ?? known[name] ?? free[name] ?? constants[name]?.type
    }

    var names: [String] {
        Set([made.keys, known.keys, free.keys].joined()).union(constants.keys).sorted()
    }
}

private struct CallSequenceReader {
    var scope: CallScope
    private var count = 0

    init(scope: CallScope) { self.scope = scope }

    mutating func read(_ texts: [String], isCleanUp: Bool) throws(CallFault) -> [CallExpression] {
        var calls: [CallExpression] = []
        for (index, text) in texts.enumerated() {
            do throws(SignatureFault) {
                let parser = try SignatureParser(text, types: scope.types)
                var call = CallParser(parser, scope: scope, firstNumber: count)
                calls += try call.wholeCall()
                scope = call.scope
                count = call.number
            } catch {
                throw CallFault(index: index, isCleanUp: isCleanUp, fault: error)
            }
        }
        return calls
    }
}
