# Sourced by scripts/test and scripts/nightly: named steps with their time, the output of a failing step (without
# what Ninja counts while it builds and tests that passed), and a closing line `N passed, N failed`. A step that ends with status 77 counts as skipped: what it
# looks at does not exist yet.
#
#   step NAME COMMAND...    runs a command (or a shell function) as one step
#   build_and_test PRESET   the two steps nearly every build needs
#   finish                  prints the closing line, exits 1 if a step failed

export LC_ALL=C.UTF-8 # times with a point, sorting by bytes
n_passed=0 n_failed=0 n_skipped=0
failed_names=""
log=$(mktemp)
trap 'rm -f "$log"' EXIT

step() {
    local name=$1 status=0 begin=$EPOCHREALTIME note seconds
    shift
    "$@" >"$log" 2>&1 </dev/null || status=$?
    seconds=$(awk -v a="$begin" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }')
    # The last count a test runner gave, so that a step that tested nothing is seen.
    note=$(grep -Eo '[0-9]+ tests failed out of [0-9]+|[0-9]+ passed, [0-9]+ failed' "$log" | tail -n 1 || true)
    case $status in
    0) n_passed=$((n_passed + 1)); printf 'ok    %-24s %6s s  %s\n' "$name" "$seconds" "$note" ;;
    77) n_skipped=$((n_skipped + 1)); printf 'skip  %-24s %6s s  %s\n' "$name" "$seconds" "$(tail -n 1 "$log")" ;;
    *)
        n_failed=$((n_failed + 1)); failed_names="$failed_names, $name"
        printf 'FAIL  %-24s %6s s  status %s\n' "$name" "$seconds" "$status"
        sed -E '/^\[[0-9]+\/[0-9]+\] (Building|Linking|Generating|Re-checking)/d
            /^ *(Start +[0-9]+:|[0-9]+\/[0-9]+ Test +#.* Passed |ok  )/d; s/^/      | /' "$log"
        ;;
    esac
    return "$status"
}

# Checks of the source tree are steps of their own and the same in every build, hence -LE.
run_ctest() {
    ctest --preset "$1" -LE tree --no-tests=error
}

build_and_test() {
    step "build $1" scripts/build "$1" && step "test $1" run_ctest "$1"
}

finish() {
    [ -z "$failed_names" ] || echo "failed: ${failed_names#, }"
    if [ "$n_skipped" -gt 0 ]; then
        echo "$n_passed passed, $n_failed failed, $n_skipped skipped"
    else
        echo "$n_passed passed, $n_failed failed"
    fi
    [ "$n_failed" = 0 ]
}
