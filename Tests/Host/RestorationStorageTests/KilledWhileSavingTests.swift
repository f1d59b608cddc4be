import Glibc
import Testing

@testable import RestorationStorage

@Suite struct `A program that is killed while saving` {
    @Test(arguments: Way.allCases, 1...6)
    func `finds the old state or the new one, complete, and can save again`(way: Way, number: Int)
        throws
    {
        for step in try way.steps(ofSave: number) {
            let scratch = Scratch()

            let helper = ChildProcess(
                "save",
                scratch.path,
                way.rawValue,
                String(number),
                String(describing: step)
            )
            try #require(helper.end() == .killed(SIGKILL))

            let store = scratch.helperStore()
            let outcome = try store.open()
            let isReplaced = [.keepFound, .synchronizeDirectory].contains(step)
            let survivor = isReplaced ? number : number - 1
            if survivor == 0 {
                #expect(outcome.isNothingSaved)
            } else {
                #expect(outcome.text.map { Array($0.utf8) } == .state(survivor))
            }
            #expect(outcome.setAside == [])

            // Saving continues, with the usual previous and found generations.
            try store.commit(.state(7), as: store.nextGeneration())
            try store.commit(.state(8), as: store.nextGeneration())
            store.close()
            let found = survivor == 0 ? [] : ["archive.found"]
            #expect(
                scratch.names(in: "state") == ["archive"] + found + ["archive.previous", "lock"]
            )
            for state in [8, 7, survivor] where state > 0 {
                #expect(
                    try scratch.helperStore().open().text.map { Array($0.utf8) } == .state(state)
                )
                scratch["state/archive"] = nil
            }
        }
    }
}

extension Scratch {
    func helperStore() -> ArchiveStore {
        store(of: .helper, keys: FileKeyProvider(directory: "\(path)/keys"))
    }
}
