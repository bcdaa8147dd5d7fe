package teach

// Complete line logic: whatever all arrangements of a line agree on. It is used
// where no technique with a name explains a deduction, and then the only way for a
// person is to try the arrangements out.
//
//	2 1   │ ? ? · █ ? ? ? │      │ █ █ · █ · · · │
//	                             │ · · · █ █ · █ │      ─▶   │ ? ? · █ ? · ? │
//
// Cost: a call of package line, and for an explanation one to count arrangements.

// maxTold is the largest number of arrangements that a sentence mentions; beyond
// it a number is of no use to a reader.
const maxTold = 1000

// lineLogic is what complete line logic finds in line i.
func (p *path) lineLogic(i int) []finding {
	var eliminated []candidate
	p.b.solve(i, func(c candidate) { eliminated = append(eliminated, c) })
	r := reason{Part: span{0, p.b.Len(i)}}
	if p.record {
		r.Count = p.b.arrangements(i)
	}
	var found []finding
	decided, pencil := p.b.divide(eliminated)
	if len(decided) > 0 {
		found = append(found, finding{technique: LineLogic, line: i, reason: r, eliminated: decided})
	}
	if len(pencil) > 0 {
		found = append(found, finding{technique: LineLogic, line: i, reason: r, eliminated: pencil, pencil: true})
	}
	return found
}

// arrangements counts the arrangements of line i, 0 for more than maxTold.
func (b *sheet) arrangements(i int) int64 {
	n := b.Lines[i].Count(b.Masks(i), &b.Scratch)
	if n > maxTold {
		return 0
	}
	return int64(n)
}
