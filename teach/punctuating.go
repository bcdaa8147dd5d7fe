package teach

// Punctuating: a run that is as long as any block it can belong to is complete,
// and the cells at its ends do not have its color.
//
//	1 4 2   │ ? ? ? █ █ █ █ ? ? ? │   ─▶   │ ? ? · █ █ █ █ · ? ? │

func findPunctuating(v *view, n *notes) {
	w := v.packedWindows()
	for _, r := range v.runs {
		n.holders = v.holders(r, w, n.holders)
		longest := 0
		for _, j := range n.holders {
			longest = max(longest, v.clue[j].Length)
		}
		if longest != r.Len() || v.anyBlotted(n.holders) {
			continue
		}
		if r.From > 0 {
			n.not(v, r.From-1, r.color)
		}
		if r.To < len(v.set) {
			n.not(v, r.To, r.color)
		}
		if n.any() {
			n.add(v, reason{Blocks: clone(n.holders), Runs: []span{r.span}, Count: int64(longest), Color: r.color})
		}
	}
}

func clone(s []int) []int { return append([]int(nil), s...) }
