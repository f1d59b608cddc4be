#!/bin/bash
# Runs the tests of the last debug build: run-tests.sh [FILTER]
# Swift Testing runs one test for each processor at a time, and most tests wait for programs that
# they start. So three processes share all tests.
set -u
cd "$(dirname "$0")/../.."
tests=$(swift build --show-bin-path)/RestorationKitPackageTests.xctest

run() {
    # Buffers hide the test that never ends; its processes are there to see.
    Tests/Support/within.sh 30 "$tests" --testing-library swift-testing "$@"
}

if [ -n "${1:-}" ]; then
    run --filter "$1"
    exit
fi
windows='A program of GTK'
languages='^HostLibraryTests\.'
programs='^(DocumentationTests|EndToEndTests|InstallationTests|PluginContractTests|RestorectlTests)\.'
run --filter "$languages" & processes=($!)
run --filter "$programs" --skip "$windows" & processes+=($!)
run --skip "$languages" --skip "$programs" --skip "$windows" & processes+=($!)
status=0
for process in "${processes[@]}"; do wait "$process" || status=$?; done
# Pictures of windows are compared, which come and go slowly where all processors are busy.
run --filter "$windows" || status=$?
exit $status
