package study

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// The statistics of the study once more, written without looking at it.

// evidence computes the statistic of a part.
func (d *jsonStudy) evidence(p *part) evidence {
	boards := d.join(p.sample, p.side)
	if p.kind == peak {
		return hardest(boards, p.x)
	}
	share := slices.Contains([]kind{less, most, equal, ordered}, p.kind)
	var used []joined
	e := evidence{}
	for _, b := range boards {
		if p.where != "" && p.kind != excess && !(b.value(p.where, false) > 0) {
			continue
		}
		if share && b.sign(p.x, p.y) == 5 || !share && math.IsNaN(b.value(p.x, false)*b.value(p.y, false)) {
			continue
		}
		used = append(used, b)
		s := b.sign(p.x, p.y)
		near := math.Abs(b.value(p.x, false)-b.value(p.y, false)) < 1e-6
		if p.kind == equal && near || (p.kind == less || p.kind == ordered) && s == -1 || p.kind == most && s <= 0 {
			e.hits++
		}
	}
	e.n = len(used)
	n, k := float64(e.n), float64(e.hits)
	if share {
		const z2 = 1.959964 * 1.959964
		root := math.Sqrt(z2*z2 + 4*z2*k*(n-k)/n)
		e.value, e.low, e.high = k/n, (2*k+z2-root)/(2*n+2*z2), (2*k+z2+root)/(2*n+2*z2)
		return e
	}
	if e.n == 0 {
		return evidence{value: math.NaN(), low: math.NaN(), high: math.NaN()}
	}
	e.value = statistic(p, used)
	e.low, e.high = bootstrap(e.n, func(pick []int) float64 {
		list := make([]joined, len(pick))
		for i, at := range pick {
			list[i] = used[at]
		}
		return statistic(p, list)
	})
	return e
}

// bootstrap is the interval of 400 samples of a seeded generator.
func bootstrap(n int, figure func(pick []int) float64) (low, high float64) {
	random := rand.New(rand.NewPCG(uint64(n), 1))
	var values []float64
	for range 400 {
		pick := make([]int, n)
		for i := range pick {
			pick[i] = random.IntN(n)
		}
		if v := figure(pick); !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	if len(values) < 200 || n < 6 {
		return math.NaN(), math.NaN()
	}
	return nearest(values, 0.025), nearest(values, 0.975)
}

// nearest is a quantile by nearest rank.
func nearest(values []float64, share float64) float64 {
	slices.Sort(values)
	for i := range values {
		if float64(i+1) >= share*float64(len(values))-1e-9 {
			return values[i]
		}
	}
	return math.NaN()
}

func statistic(p *part, boards []joined) float64 {
	var xs, ys []float64
	var chosen, all [2]float64
	logs := 0.0
	for _, b := range boards {
		x, y := b.value(p.x, false), b.value(p.y, false)
		xs, ys, logs = append(xs, x), append(ys, y), logs+math.Log(x+1)-math.Log(y+1)
		if p.kind == excess {
			all[1]++
			hit := map[bool]float64{true: 1}[x < y]
			all[0] += hit
			if b.value(p.where, false) > 0 {
				chosen[0], chosen[1] = chosen[0]+hit, chosen[1]+1
			}
		}
	}
	switch p.kind {
	case ratio:
		return math.Exp(logs / float64(len(boards)))
	case mean:
		return average(xs)
	case means:
		return (average(xs) + 1) / (average(ys) + 1)
	case tails:
		return (nearest(slices.Clone(xs), 0.9) + 1) / (nearest(slices.Clone(ys), 0.9) + 1)
	case excess:
		return chosen[0]/chosen[1] - all[0]/all[1]
	case rank:
		return pearson(rankOf(xs), rankOf(ys))
	case slope:
		return line(xs, ys)
	case bend:
		half := (slices.Min(xs) + slices.Max(xs)) / 2
		side := func(keep func(x float64) bool) float64 {
			var a, b []float64
			for i, x := range xs {
				if keep(x) {
					a, b = append(a, x), append(b, ys[i])
				}
			}
			return line(a, b)
		}
		return side(func(x float64) bool { return x >= half }) - side(func(x float64) bool { return x <= half })
	}
	return math.NaN()
}

func average(list []float64) float64 {
	sum := 0.0
	for _, v := range list {
		sum += v
	}
	return sum / float64(len(list))
}

// covariance of two lists, times their length.
func covariance(xs, ys []float64) float64 {
	sum, mx, my := 0.0, average(xs), average(ys)
	for i := range xs {
		sum += (xs[i] - mx) * (ys[i] - my)
	}
	return sum
}

func line(xs, ys []float64) float64 {
	if v := covariance(xs, xs); v > 0 {
		return covariance(xs, ys) / v
	}
	return math.NaN()
}

func pearson(xs, ys []float64) float64 {
	return covariance(xs, ys) / math.Sqrt(covariance(xs, xs)*covariance(ys, ys))
}

// rankOf counts, for each value, the smaller ones and half of the equal ones.
func rankOf(values []float64) []float64 {
	list := make([]float64, len(values))
	for i, v := range values {
		for _, other := range values {
			list[i] += map[int]float64{-1: 1, 0: 0.5}[cmp.Compare(other, v)]
		}
	}
	return list
}

// hardest is the density with the largest geometric mean.
func hardest(boards []joined, quantity string) evidence {
	byDensity := map[float64][]float64{}
	for _, b := range boards {
		for _, r := range b {
			byDensity[r.Density] = append(byDensity[r.Density], math.Log(1+b.value(quantity, false)))
			break
		}
	}
	var shares []float64
	n := 0
	for share, list := range byDensity {
		shares, n = append(shares, share), len(list)
	}
	slices.Sort(shares)
	at := func(pick []int) float64 {
		best, top := 0.0, math.Inf(-1)
		for _, share := range shares {
			sum := 0.0
			for _, i := range pick {
				sum += byDensity[share][i]
			}
			if sum > top+1e-9 {
				best, top = share, sum
			}
		}
		return best
	}
	every := make([]int, n)
	for i := range every {
		every[i] = i
	}
	e := evidence{value: at(every), n: n}
	e.low, e.high = bootstrap(n, at)
	return e
}
