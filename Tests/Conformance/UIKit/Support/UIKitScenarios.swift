import Testing

/// The scenarios on UIKit's own classes. One program runs at a time: there is one application in a
/// process.
@Suite(.serialized) enum UIKitScenarios {}
