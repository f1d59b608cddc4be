public import Foundation

/// Lets a `CGFloat` become an `NSNumber`, and a number a `CGFloat`, by `as` and `as?`: also within
/// arrays, dictionaries and sets. Darwin's Foundation has this conformance, and Linux's lacks it.
extension CGFloat: @retroactive _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSNumber { NSNumber(value: Double(self)) }

    public static func _forceBridgeFromObjectiveC(
        _ number: NSNumber,
        result: inout CGFloat?
    ) {
        result = CGFloat(number.doubleValue)
    }

    public static func _conditionallyBridgeFromObjectiveC(
        _ number: NSNumber,
        result: inout CGFloat?
    ) -> Bool {
        var double: Double?
        guard Double._conditionallyBridgeFromObjectiveC(number, result: &double) else {
            return false
        }
        result = double.map { CGFloat($0) }
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ number: NSNumber?) -> CGFloat {
        CGFloat(number?.doubleValue ?? 0)
    }
}
