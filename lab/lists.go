package lab

// Work on lists of possibilities: on which cells they agree, and which of them agree
// with what is known. These two loops are where the methods that keep lists spend
// their time, some two nanoseconds for every line.

// agreement collects on which cells lines agree.
type agreement struct {
	all   uint64 // boxes in all lines
	none  uint64 // spaces in all lines
	count int
}

// newAgreement is that of no lines at all: they agree on everything.
func newAgreement() agreement { return agreement{all: ^uint64(0), none: ^uint64(0)} }

func (a *agreement) add(line uint64) {
	a.all &= line
	a.none &^= line
	a.count++
}

// known is what all lines of n cells agree on.
func (a *agreement) known(n int) known {
	return known{cells: (a.all | a.none) & prefix(n), boxes: a.all & prefix(n)}
}

// split moves the lines that agree with what is known to the front of a list and
// returns how many they are. It adds them to a, if that is not nil. There are no
// branches on the lines, which nobody could predict.
func split(list []uint64, k known, a *agreement) int {
	n := 0
	all, none := ^uint64(0), ^uint64(0)
	for i, line := range list {
		list[i] = list[n]
		list[n] = line
		differs := (line ^ k.boxes) & k.cells
		keep := ((differs | -differs) >> 63) ^ 1 // 1 if differs is 0
		n += int(keep)
		all &= line | (keep - 1) // keep-1 is all ones for a line that goes
		none &^= line &^ (keep - 1)
	}
	if a != nil {
		a.all, a.none, a.count = a.all&all, a.none&none, a.count+n
	}
	return n
}
