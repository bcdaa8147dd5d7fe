package teach

import (
	"cmp"
	"slices"

	"nonogram"
	"nonogram/internal/line"
)

// Why a supposition breaks, as briefly as possible. A trial draws far more
// consequences than it needs. Starting at the line that broke, this keeps as few
// of the marks on it as still break it, then for each of those as few of the marks
// on the line it came from as still imply it, and so on back to the supposition.
//
// Few means that none can be left out; late ones are left out first, since they
// have the longest history.
//
// Lines solved in the same round do not know of each other. On a triddler the marks of one may break
// another that the chain tells after it; then the chain ends there.
//
// Cost: a feasibility check for every mark on every line of the chain, together
// some hundred.

// chain supposes a candidate, runs it to the contradiction and records the way there.
func (p *path) chain(c candidate) *Chain {
	t := p.trial
	defer t.undo(0)
	t.suppose(c)
	o := t.run(noLimit)
	k := &chaining{t: t}
	broken := o.broken
	for next := broken; next != noLine; next = k.brokenBefore() {
		broken = next
		k.needed = make([]bool, len(t.trail))
		k.need(broken, candidate{}, len(t.trail))
		k.fatal = k.knowing(broken)
		for i := len(t.trail) - 1; i >= 0; i-- {
			if k.needed[i] && t.trail[i].line != noLine {
				k.need(int(t.trail[i].line), t.trail[i].candidate, i)
			}
		}
	}
	flaw, color := k.flaw(broken)
	return &Chain{
		Suppose: p.b.mark(c), Links: k.links(), Breaks: p.b.Ref(broken),
		flaw: flaw, flawColor: color, Rounds: o.rounds, Depth: 1,
	}
}

type chaining struct {
	t      *trial
	needed []bool // of the trail
	among  []bool // of the trail, what can be needed; nil is all
	own    []int
	can    []uint64
	fatal  []line.Set // the line that broke, with only the marks that break it
}

// need marks as few consequences as possible from before the given time that make
// line i eliminate a candidate, or break if there is none: the time of the end.
func (k *chaining) need(i int, c candidate, time int) {
	k.own = k.own[:0]
	for at, x := range k.t.trail[:time] {
		if time < len(k.t.trail) && x.round >= k.t.trail[time].round {
			break
		}
		if k.t.b.At(i, int(x.cell)) >= 0 && (k.among == nil || k.among[at]) {
			k.own = append(k.own, at)
		}
	}
	dropped := make([]bool, len(k.own))
	for n := len(k.own) - 1; n >= 0; n-- {
		dropped[n] = true
		if k.possible(i, c, time, dropped) {
			dropped[n] = false
		}
	}
	for n, at := range k.own {
		if !dropped[n] {
			k.needed[at] = true
		}
	}
}

// possible reports whether line i can be filled, with the candidate if there is
// one, knowing only the consequences on it that are not dropped.
func (k *chaining) possible(i int, c candidate, time int, dropped []bool) bool {
	b := k.t.b
	k.can = append(k.can[:0], b.Masks(i)...)
	words := line.Words(b.Len(i))
	bit := func(x candidate) (at int, mask uint64) {
		j := b.At(i, int(x.cell))
		return int(x.color)*words + j>>6, 1 << uint(j&63)
	}
	for _, x := range k.t.trail {
		if b.At(i, int(x.cell)) >= 0 {
			at, mask := bit(x.candidate)
			k.can[at] |= mask
		}
	}
	for n, index := range k.own {
		if !dropped[n] {
			at, mask := bit(k.t.trail[index].candidate)
			k.can[at] &^= mask
		}
	}
	if time < len(k.t.trail) {
		for color := range b.Colors {
			if at, mask := bit(candidate{c.cell, uint8(color)}); uint8(color) != c.color {
				k.can[at] &^= mask
			}
		}
	}
	return b.Lines[i].Feasible(k.can, &b.Scratch)
}

// brokenBefore returns the first line of a link that cannot be filled with what the chain has said
// before it, noLine if there is none. Nothing else can be needed from then on.
func (k *chaining) brokenBefore() int {
	order, groups := k.groups()
	said := make([]bool, len(k.t.trail))
	for i, x := range k.t.trail {
		said[i] = x.line == noLine
	}
	for _, g := range order {
		k.own = k.own[:0]
		for at, x := range k.t.trail {
			if said[at] && k.t.b.At(int(g.line), int(x.cell)) >= 0 {
				k.own = append(k.own, at)
			}
		}
		if !k.possible(int(g.line), candidate{}, len(k.t.trail), make([]bool, len(k.own))) {
			k.among = said
			return int(g.line)
		}
		for _, at := range groups[g] {
			said[at] = true
		}
	}
	return noLine
}

// groups groups the needed consequences by round and line. The lists are indices into the trail.
func (k *chaining) groups() (order []consequence, groups map[consequence][]int) {
	groups = map[consequence][]int{}
	for i, x := range k.t.trail {
		if !k.needed[i] || x.line == noLine {
			continue
		}
		g := consequence{round: x.round, line: x.line}
		if groups[g] == nil {
			order = append(order, g)
		}
		groups[g] = append(groups[g], i)
	}
	slices.SortFunc(order, func(a, b consequence) int { return cmp.Or(cmp.Compare(a.round, b.round), cmp.Compare(a.line, b.line)) })
	return order, groups
}

// links returns the needed consequences, a link for each round and line.
func (k *chaining) links() []Link {
	order, groups := k.groups()
	var links []Link
	for _, g := range order {
		links = append(links, Link{k.t.b.Ref(int(g.line)), k.marks(groups[g], g)})
	}
	return links
}

// marks converts eliminated candidates of a link, indices into the trail, to marks.
func (k *chaining) marks(eliminated []int, link consequence) []Mark {
	var marks []Mark
	for i, at := range eliminated {
		c := k.t.trail[at].candidate
		place := k.t.b.place(int(c.cell))
		only, ok := k.stated(c.cell, link).Only()
		switch {
		case !ok:
			marks = append(marks, Mark{place, nonogram.Color(c.color), true})
		case !slices.ContainsFunc(eliminated[:i], func(s int) bool { return k.t.trail[s].cell == c.cell }):
			marks = append(marks, Mark{place, only, false})
		}
	}
	slices.SortFunc(marks, func(a, b Mark) int {
		return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Col, b.Col), cmp.Compare(a.Color, b.Color))
	})
	return marks
}

// stated is what the chain says about a cell up to a link: the position before the chain
// without the candidates that the supposition, links of earlier rounds and the link itself
// eliminate.
func (k *chaining) stated(cell int32, link consequence) line.Set {
	set := k.t.b.set(int(cell))
	for i, x := range k.t.trail {
		said := x.line == noLine || k.needed[i] && (x.round < link.round || x.round == link.round && x.line == link.line)
		if x.cell == cell && !said {
			set |= line.Of(nonogram.Color(x.color))
		}
	}
	return set
}

// knowing is a line with only those consequences that are marked as needed.
func (k *chaining) knowing(i int) []line.Set {
	b := k.t.b
	sets := b.sets(i, nil)
	for at, x := range k.t.trail {
		if j := b.At(i, int(x.cell)); j >= 0 && !k.needed[at] {
			sets[j] |= line.Of(nonogram.Color(x.color))
		}
	}
	return sets
}

// flaw looks for a plain reason why the line that broke cannot be filled.
func (k *chaining) flaw(i int) (flaw, nonogram.Color) {
	clue := k.t.b.clue(i)
	for c := nonogram.Color(1); int(c) < k.t.b.Colors; c++ {
		want, longest, blotted := 0, 0, false
		for _, b := range clue {
			if b.Color == c {
				want += max(b.Length, 1)
				longest = max(longest, b.Length)
				blotted = blotted || b.Length == 0
			}
		}
		have, may, run := countColor(k.fatal, c)
		switch {
		case have > want && !blotted:
			return tooMany, c
		case may < want:
			return tooFew, c
		case run > longest && !blotted:
			return tooLong, c
		}
	}
	return noPlace, nonogram.Empty
}

// countColor counts the cells that have a color and that can have it, and measures
// the longest run.
func countColor(sets []line.Set, c nonogram.Color) (have, may, longest int) {
	run := 0
	for _, s := range sets {
		if s.Has(c) {
			may++
		}
		if s == line.Of(c) {
			have++
			run++
		} else {
			run = 0
		}
		longest = max(longest, run)
	}
	return have, may, longest
}
