import Foundation

/// A goal of a benchmark, as a ratio of two figures of one run.
package struct Goal: CustomStringConvertible {
    package let name: String
    /// The measured speedup over the other figure or, for an upper bound, the slowdown. `nil` if
    /// the other figure is missing.
    package let ratio: Double?
    package let bound: Bound
    /// Whether missing the goal fails `--check`.
    package let isBinding: Bool

    package init(name: String, ratio: Double?, bound: Bound, isBinding: Bool = true) {
        self.name = name
        self.ratio = ratio
        self.bound = bound
        self.isBinding = isBinding
    }

    package enum Bound {
        case atLeast(Double)
        case atMost(Double)
    }

    /// Whether the goal is met; `true` without a ratio.
    package var isMet: Bool {
        guard let ratio else { return true }
        return switch bound {
        case .atLeast(let least): ratio >= least
        case .atMost(let most): ratio <= most
        }
    }

    package var description: String {
        let wanted =
            switch bound {
            case .atLeast(let least): "at least \(figure(least))"
            case .atMost(let most): "at most \(figure(most))"
            }
        guard let ratio else { return "       \(name): not measured, \(wanted)" }
        guard isBinding else {
            return
                "\(isMet ? "met   " : "missed") \(name): \(figure(ratio)), \(wanted); not checked"
        }
        return "\(isMet ? "met   " : "MISSED") \(name): \(figure(ratio)), \(wanted)"
    }
}

/// Formats a value with at least two significant digits.
package func figure(_ value: Double) -> String {
    String(format: value < 10 ? "%.2f" : "%.0f", value)
}

package func show(_ name: String, _ value: Double, _ unit: String, _ note: String = "") {
    let name = name.padding(toLength: 52, withPad: " ", startingAt: 0)
    let value = figure(value)
    let padding = String(repeating: " ", count: max(0, 9 - value.count))
    print("  \(name)\(padding)\(value) \(unit)\(note.isEmpty ? "" : "  \(note)")")
}
