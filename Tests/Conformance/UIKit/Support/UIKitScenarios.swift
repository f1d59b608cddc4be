import Testing

/// The scenarios on UIKit's own classes. They run one at a time, because a process has only one
/// application.
@Suite(.serialized) enum UIKitScenarios {}
