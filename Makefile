# What people type. Every target installs what it needs with apt-get when it is missing, and says so.

.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c

# Where `make install` puts things, and the build that it takes them from.
PREFIX ?= /usr/local
DESTDIR ?=
CONFIGURATION ?= release

# The tests that `make test` runs, as a regular expression; all of them if empty.
FILTER ?=

.PHONY: help demo demo-gtk test library docs conformance soak soak-lives benchmark benchmark-against install install-sdk install-headers install-files uninstall format lint prepare prepare-tests

# What AddressSanitizer exports, as the compiler's own linker list has it.
SANITIZER_SYMBOLS = $$(echo $$(dirname $$(readlink -f $$(command -v swift)))/../lib/clang/*/lib/linux/libclang_rt.asan-$$(uname -m).a.syms)

# The notes editor is a package of its own; nothing is built among the documents.
NOTES_BUILD = --package-path Docs/Examples/Notes --scratch-path .build/notes

# All Swift sources that are ours; the build directory is not among them.
SWIFT_SOURCES := Package.swift Sources Plugins Tests Docs

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/make \1\t\2/' \
		| expand -t 23

prepare: ## Install the Debian packages that the build needs
	@Tests/Support/install-packages.sh

prepare-tests: # And the compilers of the sample plugins
	@Tests/Support/install-packages.sh test

demo: prepare ## Kill Pet Finder with half-typed text in it, and watch it come back
	@echo "Building Pet Finder and its plugins (the first time takes a few minutes) ..."
	@swift build --product petfinder
	@swift build --product PetEditor
	@swift build --product PetNotes
	@swift build --product petfinder-demo
	@"$$(swift build --show-bin-path)/petfinder-demo"

demo-gtk: ## Kill a notes editor on GTK 4, and compare pictures of its windows
	@Tests/Support/install-packages.sh gtk
	@echo "Building Notes (the first time takes a few minutes) ..."
	@swift build --product notes-demo
	@swift build $(NOTES_BUILD)
	@$(MAKE) --no-print-directory -C Plugins/GTK4 DESTINATION="$(CURDIR)/.build/notes/plugins"
	@"$$(swift build --show-bin-path)/notes-demo" \
		"$$(swift build $(NOTES_BUILD) --show-bin-path)/notes" \
		"$(CURDIR)/.build/notes/plugins" "$(CURDIR)/.build/notes/pictures"

library: prepare ## Build the library for hosts in C, C++ and Rust in .build/library
	@Tests/Support/make-library.sh $(CONFIGURATION)

test: prepare-tests lint ## Check style, then build and run all tests, or those of FILTER=...
	swift build --build-tests
	@$(MAKE) --no-print-directory library CONFIGURATION=debug
	Tests/Support/run-tests.sh "$(FILTER)"

docs: prepare ## Make a site of all public symbols, Swift and C
	@for target in RestorationTerminal RestorationTesting RestorationPluginKit; do \
		swift build --target $$target || exit 1; \
	done
	@Tests/Support/make-docs.sh "$$(swift build --show-bin-path)"

conformance: prepare ## Test the rules of Docs/Semantics.md, and print the results by rule
	@# With a test that failed, too: the table says which rules that leaves unproven.
	@table="$$(swift build --show-bin-path)/conformance.md"; rm -f "$$table"; status=0; \
		swift test --filter ConformanceTests || status=$$?; \
		[ ! -f "$$table" ] || cat "$$table"; exit $$status

soak: prepare-tests ## Run long tests: AddressSanitizer, 100,000 lives, 2,000 of a GTK program, 10,000 UIKit programs, 100,000 keys, 500 libraries, 200 rounds of kills
	@# Plugins find the sanitizer in the program that runs the tests, which must export it for that.
	@mkdir -p .build
	@sed -e 's/^{/{ global: restoration_plugin_entry;/' -e 's/^};/local: *; };/' $(SANITIZER_SYMBOLS) \
		> .build/address.map
	@# Leaks are not looked for: those at the end are of XCTest and of Foundation's Process. Swift's own
	@# handler of crashes reads what the sanitizer forbids, and would hang.
	RESTORATION_EXPORTS=$(CURDIR)/.build/address.map RESTORATION_CORPUS=500 \
		RESTORATION_FLIPS=50 RESTORATION_SESSIONS=1000 RESTORATION_TERMINAL_EVENTS=100000 \
		ASAN_OPTIONS=detect_leaks=0 SWIFT_BACKTRACE=enable=no \
		swift test --sanitize=address --scratch-path .build/address --filter \
		'PluginTests|PluginContractTests|RestorationInvocationTests|^BindingTests\.|RandomKeyTests'
	@# Optimized, which takes a third of the time, and plays what people run.
	RESTORATION_FLIPS=500 RESTORATION_UIKIT_SEEDS=10000 \
		swift test --configuration release -Xswiftc -enable-testing \
		--scratch-path .build/optimized --filter 'DamagedLibrary|RandomProgram'
	@$(MAKE) --no-print-directory soak-lives
	@$(MAKE) --no-print-directory library
	@Tests/Support/install-packages.sh soak
	Tests/Support/bare-host.sh
	RESTORATION_HOST_ROUNDS=50 RESTORATION_SESSIONS=1000 swift test --filter HostLibraryTests
	Tests/Support/test-pythons.sh
	swift build --product generate-manual
	RESTORATION_GTK_LIVES=2000 swift test --filter 'A program of GTK in random launches'
	RESTORATION_REMOTE_ROUNDS=1000 RESTORATION_NETWORK_ROUNDS=20 \
		swift test --filter RestorationPostgreSQLTests
	RESTORATION_ROUNDS=200 RESTORATION_MAIL_ROUNDS=200 RESTORATION_ALL_RULES=1 \
		swift test --filter 'KillRounds|MailTests|PluginCheckTests|SDKTests'

soak-lives: prepare-tests ## Play 100,000 random lives, or as many as LIVES=... says, from FIRST=... on
	RESTORATION_LIVES=$(or $(LIVES),100000) RESTORATION_FIRST_LIFE=$(or $(FIRST),1) \
		swift test --configuration release -Xswiftc -enable-testing \
		--scratch-path .build/optimized --filter RandomLivesTests

benchmark: ## Measure beside NSKeyedArchiver, JSON, GStreamer, Qt, libffi and others
	@Tests/Support/install-packages.sh benchmark
	swift run -c release --package-path Tests/Benchmarks Benchmarks $(ARGUMENTS)
	swift run -c release --package-path Tests/Benchmarks Calls $(filter --check,$(ARGUMENTS))
	swift run -c release --package-path Tests/Benchmarks BoundObjects $(filter --check,$(ARGUMENTS))
	swift run -c release --package-path Tests/Benchmarks Controllers $(filter --check,$(ARGUMENTS))
	swift run -c release --package-path Tests/Benchmarks Remote $(filter --check --quick,$(ARGUMENTS))
	swift build -c release --package-path Tests/Benchmarks --product SwiftPanel
	swift run -c release --package-path Tests/Benchmarks PluginBenchmarks $(filter --check,$(ARGUMENTS))
	@$(MAKE) --no-print-directory library
	Tests/Support/in-python.sh Tests/Benchmarks/Python/benchmark.py $(filter --check,$(ARGUMENTS))
	@$(MAKE) --no-print-directory library
	Tests/Benchmarks/compare-hosts.sh $(filter --check,$(ARGUMENTS))

# Of what a session does alone: the others do not change with it.
benchmark-against: prepare ## Compare the session's figures with those of another commit, BASE=...
	@Tests/Support/benchmark-against.sh "$(BASE)" $(ROUNDS)

install: prepare library ## Build for release, and install below PREFIX (/usr/local)
	@for product in restorectl petfinder PetEditor PetNotes generate-manual; do \
		swift build --configuration $(CONFIGURATION) --product $$product || exit 1; \
	done
	@$(MAKE) --no-print-directory install-files

# Swift's runtime is linked into restorectl, so that it needs no toolchain. That compiles all modules
# anew, and so has a directory of its own.
SDK_BUILD = --configuration release --static-swift-stdlib --scratch-path .build/sdk

install-sdk: prepare ## Install what authors of plugins need: headers, SDK, restorectl, documents
	@swift build $(SDK_BUILD) --product restorectl
	@swift build $(SDK_BUILD) --product generate-manual
	@Tests/Support/install.sh --sdk "$$(swift build $(SDK_BUILD) --show-bin-path)" \
		"$(PREFIX)" "$(DESTDIR)"

# Needs neither a build nor Swift: that is for those who write plugins in other languages.
install-headers: ## Install what plugins are built with, in seconds and without restorectl
	@Tests/Support/install.sh --headers "$(PREFIX)" "$(DESTDIR)"

# What `install` does after the build.
install-files:
	@Tests/Support/install.sh "$$(swift build --configuration $(CONFIGURATION) --show-bin-path)" \
		"$(PREFIX)" "$(DESTDIR)"

uninstall: ## Remove what these put below PREFIX
	@Tests/Support/install.sh --remove "$(PREFIX)" "$(DESTDIR)"

format: ## Lay the sources out as .swift-format says
	swift format format --in-place --parallel --recursive $(SWIFT_SOURCES)

lint: ## Check layout and the rules that a compiler does not
	swift format lint --strict --parallel --recursive $(SWIFT_SOURCES)
	@Tests/Support/check-rules.sh
