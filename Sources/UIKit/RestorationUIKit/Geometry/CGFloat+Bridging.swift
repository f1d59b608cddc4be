public import Foundation

/// Converts between `CGFloat` and `NSNumber` by `as` and `as?`, also within arrays, dictionaries
/// and sets. Linux's Foundation lacks this conformance of Darwin's.
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
