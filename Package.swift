// swift-tools-version: 6.3
import PackageDescription

/// The same strict settings for every Swift target: one loop at the end applies them.
let strictSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

let package = Package(
    name: "RestorationKit",
    products: [
        .library(name: "RestorationKit", targets: ["RestorationKit"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    ],
    targets: [
        .target(name: "CRestorationPlugin"),
        .target(name: "CRestorationSystem"),
        .target(name: "RestorationCore"),
        .target(name: "RestorationEngine", dependencies: ["RestorationCore"]),
        .target(
            name: "RestorationStorage",
            dependencies: [
                "RestorationCore",
                "CRestorationSystem",
                .product(name: "Crypto", package: "swift-crypto"),
            ]
        ),
        .target(
            name: "RestorationKit",
            dependencies: [
                "RestorationCore",
                "RestorationEngine",
                "RestorationStorage",
                "CRestorationSystem",
            ]
        ),
        .testTarget(name: "RestorationCoreTests", dependencies: ["RestorationCore"]),
        .testTarget(
            name: "RestorationKitTests",
            dependencies: [
                "RestorationCore", "RestorationEngine", "RestorationKit", "RestorationStorage",
            ]
        ),
    ]
)

for target in package.targets where target.type != .system && target.type != .plugin {
    guard !target.name.hasPrefix("C") else { continue }
    target.swiftSettings = strictSettings + (target.swiftSettings ?? [])
}
