import RestorationDiscovery
import RestorationPlugins
import Testing

/// Uses made-up facts about files, so that no test needs files of other users.
@Suite struct `Trusting the parent directories of a plugin` {
    private let rule = TrustRule(user: 1000, isPrivateGroup: { $0 == 1000 })

    private func item(
        _ kind: FileFacts.Kind,
        owner: UInt32 = 1000,
        group: UInt32 = 50,
        mode: UInt32,
        hasAccessList: Bool = false
    ) -> FileFacts {
        FileFacts(
            kind: kind,
            owner: owner,
            group: group,
            mode: mode,
            hasAccessList: hasAccessList
        )
    }

    @Test(arguments: [0, 1000] as [UInt32], [FileFacts.Kind.file, .directory])
    func `accepts files that only root or the user own and write`(
        owner: UInt32,
        kind: FileFacts.Kind
    ) {
        #expect(rule.fault(of: item(kind, owner: owner, mode: 0o755)) == nil)
    }

    @Test(arguments: [FileFacts.Kind.file, .directory, .link])
    func `refuses files of another user`(kind: FileFacts.Kind) {
        let facts = item(kind, owner: 1001, mode: 0o755)

        #expect(rule.fault(of: facts) == .foreignOwner(1001))
    }

    @Test(arguments: [FileFacts.Kind.file, .directory])
    func `refuses files that others may write`(kind: FileFacts.Kind) {
        #expect(rule.fault(of: item(kind, mode: 0o757)) == .writableByEveryone)
        #expect(rule.fault(of: item(kind, mode: 0o775)) == .writableByGroup(50))
    }

    @Test func `accepts files that a group without other members may write`() {
        #expect(rule.fault(of: item(.file, group: 1000, mode: 0o775)) == nil)
    }

    @Test func `refuses files that an access list opens to others`() {
        let facts = item(.file, group: 1000, mode: 0o775, hasAccessList: true)

        #expect(rule.fault(of: facts) == .writableByGroup(1000))
    }

    @Test func `does not accept a sticky bit on a file that everyone may write to`() {
        #expect(rule.fault(of: item(.file, mode: 0o1777)) == .writableByEveryone)
    }

    @Test func `checks a link's owner, not its mode`() {
        #expect(rule.fault(of: item(.link, mode: 0o777)) == nil)
    }
}
