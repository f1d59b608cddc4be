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
        .library(name: "RestorationPluginKit", targets: ["RestorationPluginKit"]),
        .plugin(name: "RestorationPluginBuilder", targets: ["RestorationPluginBuilder"]),
        .library(
            name: "RestorationSwiftSample", type: .dynamic, targets: ["RestorationSwiftSample"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
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
            name: "RestorationLoading",
            dependencies: [
                "CRestorationPlugin",
                "CRestorationSystem",
                "RestorationCore",
                "RestorationEngine",
            ]
        ),
        .target(
            name: "RestorationKit",
            dependencies: [
                "RestorationCore",
                "RestorationEngine",
                "RestorationStorage",
                "RestorationLoading",
                "CRestorationSystem",
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .target(
            name: "RestorationPluginKit",
            dependencies: ["RestorationCore", "CRestorationPlugin"],
            linkerSettings: [
                // A plugin exports its entry point and nothing else, whoever builds it.
                .unsafeFlags([
                    "-Xlinker", "--version-script=\(Context.packageDirectory)/Plugins/exports.map",
                ])
            ]
        ),
        .plugin(
            name: "RestorationPluginBuilder",
            capability: .buildTool(),
            dependencies: ["restoration-plugin-generator"],
            path: "Sources/RestorationPluginBuilder"
        ),
        .executableTarget(
            name: "restoration-plugin-generator",
            dependencies: ["RestorationCore", "CRestorationPlugin"]
        ),
        .target(
            name: "RestorationSwiftSample",
            dependencies: ["RestorationPluginKit"],
            path: "Tests/Fixtures/Plugins/SwiftSample",
            plugins: ["RestorationPluginBuilder"]
        ),
        .testTarget(name: "RestorationCoreTests", dependencies: ["RestorationCore"]),
        .executableTarget(
            name: "StorageTestHelper",
            dependencies: ["RestorationStorage"],
            path: "Tests/Support/StorageTestHelper"
        ),
        .testTarget(
            name: "RestorationStorageTests",
            dependencies: [
                "RestorationCore",
                "RestorationStorage",
                "StorageTestHelper",
                .product(name: "Crypto", package: "swift-crypto"),
            ]
        ),
        .testTarget(
            name: "RestorationKitTests",
            dependencies: [
                "RestorationCore", "RestorationEngine", "RestorationKit", "RestorationStorage",
            ]
        ),
        .testTarget(
            name: "RestorationLoadingTests",
            dependencies: ["RestorationCore", "RestorationLoading"]
        ),
    ]
)

for target in package.targets where target.type != .system && target.type != .plugin {
    guard !target.name.hasPrefix("C") else { continue }
    target.swiftSettings = strictSettings + (target.swiftSettings ?? [])
}
