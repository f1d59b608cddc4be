import Foundation
import TestSupport
import Testing

/// Installing the part for authors of plugins with `make install-sdk`.
@Suite struct `Installing the SDK alone` {
    @Test func `installs the tools that build and check plugins, and no other program`() throws {
        let installed = try InstalledCopy.sdk.get()
        let found = Set(installed.files())
        let wanted = [
            "include/restoration/plugin.hpp", "share/restoration/doc/Docs/WritingAPlugin.md",
            "share/restoration/restoration-plugin.schema.json",
            "share/restoration/rust/restoration.rs",
        ]

        #expect(wanted.filter { !found.contains($0) } == [])
        #expect(found.filter { $0.hasPrefix("bin/") } == ["bin/restorectl"])
        #expect(found.filter { $0.hasPrefix("lib/restoration/") } == [])
    }

    @Test func `strips debug information from the program`() throws {
        let installed = try InstalledCopy.sdk.get()

        try installed.run("! readelf -S bin/restorectl | grep -q symtab", in: installed.prefix)
    }
}

/// Installing with `make install-headers`, without a build and without Swift.
@Suite struct `Installing the headers alone` {
    @Test func `builds plugins in C, C++ and Rust with the lines that it prints`() throws {
        let installed = try InstalledCopy.makeHeaders()
        let workshop = try Workshop()
        let lines = installed.output.split(separator: "\n").filter { $0.contains("export ") }
        let examples = Repository.path("Docs/Examples/Tally")

        #expect(lines.count == 1, "\(installed.output)")
        try InstalledCopy.run(
            """
            unset PKG_CONFIG_PATH
            \(lines.joined(separator: "\n"))
            cc -std=c11 -shared -fPIC \(examples)/C/tally.c \
                $(pkg-config --cflags --libs restoration-plugin) -o libtally.so
            c++ -std=c++17 -shared -fPIC \(examples)/Cxx/tally.cpp \
                $(pkg-config --cflags --libs restoration-plugin) -o libtallyxx.so
            # The version script hides the symbols of the library of C++, too.
            [ "$(nm -D --defined-only libtallyxx.so | wc -l)" = 1 ]
            test -f $(pkg-config --variable=rustdir restoration-plugin)/restoration.rs
            """,
            in: workshop.folder
        )
        #expect(installed.files().filter { $0.hasPrefix("bin/") || $0.contains("/man/") } == [])
    }

    @Test func `needs no Swift, and can be undone`() throws {
        let installed = try InstalledCopy.makeHeaders()
        try InstalledCopy.run(
            "env -i PATH=/usr/bin:/bin make -s install-headers PREFIX=\(installed.prefix.path)",
            in: Repository.root
        )

        try installed.remove()

        #expect(installed.files() == [])
    }
}

@Suite struct `The manual and the completions` {
    private static let installed = InstalledCopy.sdk

    private func run(_ command: String) throws {
        let installed = try Self.installed.get()
        try installed.run(command, in: installed.prefix)
    }

    @Test(.enabled(if: InstalledCopy.hasManual))
    func `have every command that the help has, and no other`() throws {
        try run(
            """
            commands() { # commands WORD... prints those of the help
                "$@" --help | sed -n '/^SUBCOMMANDS:/,$ s/^  \\([a-z-]*\\)[ ,].*/\\1/p'
            }
            for group in $(commands restorectl); do
                echo restorectl.$group.1
                for command in $(commands restorectl $group); do
                    echo restorectl.$group.$command.1
                done
            done | sort > wanted.txt
            (cd share/man/man1; ls restorectl.*.1) | sort > found.txt
            diff wanted.txt found.txt
            test $(wc -l < wanted.txt) -gt 20
            """
        )
    }

    @Test func `do not complete hidden commands`() throws {
        try run("! grep -rq 'check-rule' share/bash-completion share/zsh share/fish")
    }

    @Test(
        .enabled(if: Self.isThere("bash --version")),
        arguments: [
            ("restorectl plug", "plugin"), ("restorectl archive su", "suspects"),
            ("restorectl archive show --rev", "--reveal"),
            ("restorectl archive show --format js", "json"),
        ]
    )
    func `complete words in bash`(line: String, word: String) throws {
        try run(
            """
            # Each word in a directory of its own: the tests run at one time.
            place=$(mktemp -d)
            cat > $place/complete.bash <<'END'
            source share/bash-completion/completions/restorectl
            COMP_LINE="$1" COMP_POINT=${#1} COMP_WORDS=($1)
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _restorectl restorectl "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            END
            bash $place/complete.bash '\(line)' > $place/reply.txt
            test "$(sed 's/ *$//' $place/reply.txt)" = '\(word)' || { cat $place/reply.txt; exit 1; }
            rm -r $place
            """
        )
    }

    private static func isThere(_ command: String) -> Bool {
        let folder = FileManager.default.temporaryDirectory
        return (try? InstalledCopy.run(command, in: folder)) != nil
    }
}
