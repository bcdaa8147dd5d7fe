package lab

// Lists of possibilities: the cells on which they agree, and those that agree with known
// cells. Methods with lists spend their time in these two loops, some two nanoseconds for
// every line.

// agreement collects the cells on which lines agree.
type agreement struct {
	all   uint64 // boxes in all lines
	none  uint64 // spaces in all lines
	count int
}

// newAgreement is the agreement of no lines: all cells.
func newAgreement() agreement { return agreement{all: ^uint64(0), none: ^uint64(0)} }

func (a *agreement) add(line uint64) {
	a.all &= line
	a.none &^= line
	a.count++
}

// known returns the cells on which all lines of n cells agree.
func (a *agreement) known(n int) known {
	return known{cells: (a.all | a.none) & prefix(n), boxes: a.all & prefix(n)}
}

// split moves the lines that agree with the known cells to the front of a list and returns
// their number. It adds them to a, if a is not nil. It has no branches on the lines, which
// would be unpredictable.
func split(list []uint64, k known, a *agreement) int {
	n := 0
	all, none := ^uint64(0), ^uint64(0)
	for i, line := range list {
		list[i] = list[n]
		list[n] = line
		differs := (line ^ k.boxes) & k.cells
		keep := ((differs | -differs) >> 63) ^ 1 // 1 if differs is 0
		n += int(keep)
		all &= line | (keep - 1) // keep-1 is all ones for a removed line
		none &^= line &^ (keep - 1)
	}
	if a != nil {
		a.all, a.none, a.count = a.all&all, a.none&none, a.count+n
	}
	return n
}
