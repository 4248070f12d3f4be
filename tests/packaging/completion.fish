# What fish completes: completion.fish FILE.
source $argv[1]

function expect # expect WANTED LINE
    set -l got (complete -C $argv[2] | string split -f1 \t)
    test "$got" = "$argv[1]"; and return
    echo "fish completes '$argv[2]' to '$got', not to '$argv[1]'" >&2
    exit 1
end

expect evaluate "t2s eval"
expect --json "t2s ask --js"
expect "off on" "t2s ask --repair o"
expect shift "t2s study shi"
expect --kinds "t2s study shift --ki"
echo "fish completes"
