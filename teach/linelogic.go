package teach

// Complete line logic: whatever all arrangements of a line agree on. It is used
// where no technique with a name explains a deduction, and then the only way for a
// person is to try the arrangements out.
//
//	1 1 2   │ ? █ ? ? ? █ ? · │       │ · █ · █ · █ █ · │
//	                                  │ █ · … does not cover the second cell
//
// Cost: a call of package line, and for an explanation one to count arrangements.

// maxTold is the largest number of arrangements that a sentence mentions; beyond
// it a number says nothing to anybody.
const maxTold = 1000

// lineLogic is the finding of complete line logic in line i.
func (p *path) lineLogic(i int) finding {
	f := finding{technique: LineLogic, line: i, reason: Reason{Part: Span{0, p.b.length(i)}}}
	p.b.solve(i, func(c candidate) { f.strikes = append(f.strikes, c) })
	if p.record {
		f.reason.Count = p.b.arrangements(i)
	}
	return f
}

// arrangements counts the arrangements of line i, 0 for more than maxTold.
func (b *board) arrangements(i int) int64 {
	masks := b.masks(i)
	now := b.now[:len(masks)]
	copy(now, masks)
	n := b.lines[i].Count(now, &b.scratch)
	if !n.IsInt64() || n.Int64() > maxTold {
		return 0
	}
	return n.Int64()
}
