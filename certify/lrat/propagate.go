package lrat

import "slices"

// Unit propagation with two watched literals, which records the clause behind every
// literal. There are two levels: what is known, and what follows from the assumptions of
// one step.
type propagation struct {
	clauses map[int64][]int32 // by number; the first two literals are watched
	watches [][]int64         // by literal: the clauses that watch it
	value   []int8            // by literal: 1 true, -1 false
	reason  []int64           // by variable: the clause behind it, 0 for an assumption
	unit    []int64           // by variable: the clause of this literal alone, 0 if there is none yet
	trail   []int32
	head    int
	known   int // length of the trail without assumptions
}

func newPropagation(vars int32) *propagation {
	return &propagation{
		clauses: map[int64][]int32{}, watches: make([][]int64, 2*vars+2), value: make([]int8, 2*vars+2),
		reason: make([]int64, vars+1), unit: make([]int64, vars+1),
	}
}

func index(l int32) int32 {
	if l < 0 {
		return -2*l + 1
	}
	return 2 * l
}

func variable(l int32) int32 { return max(l, -l) }

func (p *propagation) of(l int32) int8 { return p.value[index(l)] }

func (p *propagation) assign(l int32, reason int64) {
	p.value[index(l)], p.value[index(-l)] = 1, -1
	p.reason[variable(l)] = reason
	p.trail = append(p.trail, l)
}

// add stores a clause while there are no assumptions, and assigns its literal if only one is
// open. It returns the number of the clause if it is violated, otherwise 0.
func (p *propagation) add(id int64, clause []int32) int64 {
	c := slices.Clone(clause)
	open := 0
	for i, l := range c {
		if p.of(l) >= 0 && open < 2 {
			c[i], c[open] = c[open], c[i]
			open++
		}
	}
	p.clauses[id] = c
	if len(c) == 1 && open == 1 {
		p.unit[variable(c[0])] = id
	}
	if len(c) > 1 {
		p.watches[index(c[0])] = append(p.watches[index(c[0])], id)
		p.watches[index(c[1])] = append(p.watches[index(c[1])], id)
	}
	switch {
	case open == 0:
		return id
	case open == 1 && p.of(c[0]) == 0:
		p.assign(c[0], id)
	}
	return 0
}

// propagate draws all consequences. It returns a clause that is violated, or 0.
func (p *propagation) propagate() int64 {
	for p.head < len(p.trail) {
		false1 := -p.trail[p.head]
		p.head++
		list := p.watches[index(false1)]
		kept := list[:0]
		for n, id := range list {
			c, ok := p.clauses[id]
			if !ok {
				continue // deleted
			}
			if c[0] == false1 {
				c[0], c[1] = c[1], c[0]
			}
			if p.of(c[0]) > 0 || !p.watchAnother(id, c) {
				kept = append(kept, id)
			}
			switch p.of(c[0]) {
			case 0:
				if c[1] == false1 {
					p.assign(c[0], id)
				}
			case -1:
				if c[1] == false1 {
					p.watches[index(false1)] = append(kept, list[n+1:]...)
					return id
				}
			}
		}
		p.watches[index(false1)] = kept
	}
	return 0
}

// watchAnother replaces the second watched literal by one that is not false.
func (p *propagation) watchAnother(id int64, c []int32) bool {
	for k := 2; k < len(c); k++ {
		if p.of(c[k]) >= 0 {
			c[1], c[k] = c[k], c[1]
			p.watches[index(c[1])] = append(p.watches[index(c[1])], id)
			return true
		}
	}
	return false
}

// undo takes the assumptions back.
func (p *propagation) undo() {
	for _, l := range p.trail[p.known:] {
		p.value[index(l)], p.value[index(-l)] = 0, 0
	}
	p.trail = p.trail[:p.known]
	p.head = p.known
}
