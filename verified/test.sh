#!/bin/sh
# Runs nonogram-verified on certificates that it must accept, and on changed ones that it
# must reject.
#
#	test.sh PROGRAM

program=$1
cd "$(dirname "$0")/testdata" || exit 1
failures=0
accepted=0
rejected=0

fail() {
	echo "FAILED: $*"
	failures=$((failures + 1))
}

# accept FILE CLAIM
accept() {
	answer=$("$program" "$1")
	[ "$answer" = "accepted: $2" ] || fail "$1: $answer"
	accepted=$((accepted + 1))
}

# reject FILE SCRIPT: what sed makes of the file is rejected, and not because it ends early.
reject() {
	changed=$(mktemp)
	sed "$2" "$1" >"$changed"
	if cmp -s "$1" "$changed"; then fail "$1: '$2' changes nothing"; fi
	answer=$("$program" "$changed")
	status=$?
	rm -f "$changed"
	case $answer in
	"rejected: line "*) [ $status = 3 ] || fail "$1: '$2': status $status" ;;
	*) fail "$1: '$2': $answer" ;;
	esac
	rejected=$((rejected + 1))
}

accept plus.proof 'exactly 1 solution'
accept two.proof 'exactly 2 solutions'
accept given.proof 'exactly 1 solution'
accept totals.proof 'no solution'
accept unsolvable.proof 'no solution'
accept blocks.proof 'exactly 2 solutions'
accept colors.proof 'exactly 1 solution'
accept blots.proof 'exactly 1 solution'
accept missing.proof 'exactly 1 solution'
accept weights.proof 'exactly 1 solution'
accept opposed.proof 'no solution'
accept board.proof 'at least 2 solutions'

# The head.
reject plus.proof 's/certificate 2/certificate 3/'
reject plus.proof 's/size 3 3/size 3 03/'
reject plus.proof 's/size 3 3/size 3 4/'
reject plus.proof 's/size 3 3/size  3 3/'
reject plus.proof 's/colors 2/colors 1/'
reject plus.proof 's/^row 3/row 3:1/'
reject plus.proof 's/^row 3/row 3:2/'
reject plus.proof 's/^row 3/row 0/'
reject plus.proof 's/^row 3/row 2/'
reject plus.proof 's/^row 3/row/'
reject given.proof '/^given/s/?/#/'
reject given.proof '/^given/d'

# Solutions.
reject plus.proof 's/^###/##./'
reject plus.proof 's/^###/####/'
reject plus.proof 's/^###/##2/'
reject plus.proof 's/^s 1/s 0/'
reject two.proof 's/^s 2/s 1/'
reject two.proof '/^s 2/,$s/^\.#/#./;/^s 2/,$s/^#\.$/.#/'
reject colors.proof '/^s /,$s/#/2/'

# Weights without a known solution.
reject opposed.proof 's/^w 0 0/w 0 1/'
reject opposed.proof 's/^w 0 0/w 1 0/'
reject opposed.proof 's/^w 0 0 /w 0 0 0 /'
reject opposed.proof '/^w/d'

# Hints.
reject plus.proof 's/^k r2.*/k r4/'
reject plus.proof 's/^k r2.*/k r0/'
reject plus.proof 's/^k r2.*/k c4/'
reject plus.proof 's/^k r2.*/k r02/'
reject plus.proof 's/^k r2.*/k 1/'
reject plus.proof 's/ c3$//'
reject plus.proof '/^k 1/d'
reject plus.proof 's/^k 1/k 2/'
reject plus.proof 's/^k 1/k 0/'

# Clauses.
reject two.proof 's/^a 3 -1/a 3 1/'
reject two.proof 's/^a 3 -1/a 2 -1/'
reject two.proof 's/^a 3 -1/a 3 -13/'
reject two.proof 's/^a 3 -1/a 3 0/'
reject two.proof 's/^a 3 -1/a 3/'
reject two.proof 's/ 1$//'
reject two.proof 's/^a 3.*/d 2/'
reject two.proof 's/^a 3.*/d 3/'
reject two.proof 's/^a 3/d 1\na 3/'
reject two.proof 's/^\(a 3.*\)/\1\nd 3/'

# Totals.
reject totals.proof 's/^t 1/t 0/'
reject totals.proof 's/^t 1/t 2/'
reject plus.proof 's/^k r2.*/t 1/'

# Claims.
reject plus.proof 's/exactly 1/exactly 0/'
reject plus.proof 's/exactly 1/exactly 2/'
reject plus.proof 's/exactly 1/surely 1/'
reject plus.proof 's/exactly 1/exactly 01/'
reject plus.proof 's/^end exactly 1/&\nk/'
reject plus.proof '$d'
reject two.proof '/^a /,/^k /d'
reject two.proof '/^s 2/,/^#\.$/d;s/exactly 2/exactly 1/'
reject board.proof 's/at-least/exactly/'

# Weights.
reject weights.proof 's/^w 1 1.*/w 1 1 1 -1 1 0 0 0 1 -1 1/'
reject weights.proof 's/^w 1 1/w 2 1/'
reject weights.proof 's/^w 1 1/w 1 0/'
reject weights.proof 's/^w 1 1/w 1 -1/'
reject weights.proof 's/^w 1 1/w 1 2147483648/'
reject weights.proof 's/^w 1 1 0/w 1 1 -0/'
reject weights.proof 's/^w 1 1 0/w 1 1 2147483648/'
reject weights.proof 's/^w 1 1 0/w 1 1/'
reject weights.proof 's/^w 1 1/& 0/'
reject weights.proof 's/^colors 2/colors 3/'
reject two.proof '/^a /,/^k /d;s/^end .*/w 1 1 0 0 0 0\n&/'
reject two.proof '/^a /,/^k /d;s/^end .*/w 1 1 1 -1 -1 1\n&/'

# Blotted blocks.
reject blots.proof 's/^row ?/row ??/'
reject blots.proof 's/^row ?/row ?:1/'
reject blots.proof 's/^row ?/row ? ?/'
reject blots.proof 's/^k c2.*/k r1 r2 r3/'
reject blots.proof 's/^k c2.*/t 1/'
reject blots.proof 's/^k 1/w 1 1 0 0 0 0 0 0 0 0 0/'
reject blots.proof 's/^k c2/a 2 10 : r1\n&/'

# Lines without a clue.
reject missing.proof 's/^row \*/row/'
reject missing.proof 's/^row \*/row * 1/'
reject missing.proof 's/^k r2.*/k r2 c2 r1 r3 r2/'
reject missing.proof 's/^###/.#./'
reject missing.proof 's/^k r2.*/t 1/'
reject missing.proof 's/^k 1/w 1 1 0 0 0 0 0 0 0 0 0/'
reject missing.proof 's/^s 1/a 1 18 :\n&/'

# Version 1 has no literals of blocks.
reject blocks.proof 's/certificate 2/certificate 1/'

echo "nonogram-verified: $accepted certificates accepted, $rejected rejected, $failures failures"
[ $failures = 0 ]
