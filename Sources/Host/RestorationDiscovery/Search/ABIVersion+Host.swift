internal import CRestorationPlugin
public import RestorationCore

extension ABIVersion {
    /// The version of the C interface that this host was built with.
    public static let supportedByHost = ABIVersion(
        major: UInt16(RESTORATION_ABI_MAJOR),
        minor: UInt16(RESTORATION_ABI_MINOR)
    )
}
