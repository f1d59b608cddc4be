/// Calls made in order, which end at the first failure. A call may use the results of earlier ones.
package struct CallSequence: Hashable, Sendable {
    package let calls: [CallExpression]
    /// Calls made in any case, each unless a name that it uses is undefined.
    package let cleanUp: [CallExpression]
    package let names: [String: InvocationType]
    /// The typed names that the calls take from outside.
    package let freeNames: [String: InvocationType]
    /// The type of the property's value, if a call uses it.
    package let usesValue: InvocationType?

    /// The type of the sequence's result, which is that of the last call with a result.
    package var result: InvocationType? {
        calls.last { $0.signature.result != .void }?.signature.result.ofKnownValue
    }

    /// Parses calls.
    ///
    /// - Parameters:
    ///   - texts: one call each.
    ///   - cleanUp: calls to make in any case.
    ///   - scope: the names available to the calls.
    package init(
        parsing texts: [String],
        finally cleanUp: [String] = [],
        in scope: CallScope
    ) throws(CallFault) {
        var reader = CallSequenceReader(scope: scope)
        calls = try reader.read(texts, isCleanUp: false)
        names = reader.scope.made
        freeNames = reader.scope.free
        // Calls made in any case cannot depend on values from outside.
        reader.scope.allows.subtract([.freeNames, .value, .callbacks])
        self.cleanUp = try reader.read(cleanUp, isCleanUp: true)
        usesValue = reader.scope.value
    }
}

/// A syntax error in one call of a sequence.
package struct CallFault: Error, Hashable {
    package let index: Int
    package let isCleanUp: Bool
    package let fault: SignatureFault
}

package struct CallScope: Hashable, Sendable {
    package var types: [String: InvocationType]
    package var constants: [String: CallConstant]
    /// The names known at the start.
    package var known: [String: InvocationType]
    package var allows: Allowance

    /// The names that calls have defined so far.
    var made: [String: InvocationType] = [:]
    /// The names that calls have taken from outside so far.
    var free: [String: InvocationType] = [:]
    var value: InvocationType?

    /// The features that depend on the context of a call.
    package struct Allowance: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package static let object = Allowance(rawValue: 1)
        package static let value = Allowance(rawValue: 2)
        /// Values by name, whose types the calls declare.
        package static let freeNames = Allowance(rawValue: 4)
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

    /// Whether a text can name a type, a constant or a result.
    package static func isName(_ text: String) -> Bool {
        var tokens = SignatureTokens(text)
        let token = tokens.next()
        return token.isName && token.text == text
    }

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
