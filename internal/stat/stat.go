// Package stat computes the statistics of reports and charts.
package stat

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// Mean returns the arithmetic mean, NaN without values.
func Mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// GeometricMean returns the geometric mean, NaN without values.
func GeometricMean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(len(values)))
}

// Quantile returns the quantile by nearest rank, NaN without values.
func Quantile(values []float64, share float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	rank := int(math.Ceil(share*float64(len(sorted)) - 1e-9))
	return sorted[max(rank, 1)-1]
}

// Median returns the quantile of one half.
func Median(values []float64) float64 { return Quantile(values, 0.5) }

// Interval returns the 95 % interval of a statistic of n observations by the percentile
// bootstrap (Efron 1979). The statistic is called with the indices of a sample. Interval
// returns NaN if the statistic is NaN for most samples. It is deterministic.
func Interval(n int, figure func(pick []int) float64) (low, high float64) {
	random := rand.New(rand.NewPCG(uint64(n), 1))
	pick := make([]int, n)
	var values []float64
	for range samples {
		for i := range pick {
			pick[i] = random.IntN(n)
		}
		if v := figure(pick); !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	if 2*len(values) < samples {
		return math.NaN(), math.NaN()
	}
	return Quantile(values, 0.025), Quantile(values, 0.975)
}

// samples is the number of bootstrap samples.
const samples = 400

// Wilson returns the 95 % score interval (Wilson 1927) of a probability after hits in n
// trials, which is accurate near 0 and 1 too. Without trials it is 0 to 1.
func Wilson(hits, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	const z = 1.959964 // the 97.5 % quantile of the normal distribution
	share, trials := float64(hits)/float64(n), float64(n)
	center := (share + z*z/(2*trials)) / (1 + z*z/trials)
	half := z / (1 + z*z/trials) * math.Sqrt(share*(1-share)/trials+z*z/(4*trials*trials))
	low, high = center-half, center+half
	if hits == 0 {
		low = 0 // without rounding errors
	}
	if hits == n {
		high = 1
	}
	return low, high
}

// SignTest returns the probability that fair signs differ from an even split by as much as this
// many positive and negative ones (two-sided). Without signs it is 1.
func SignTest(positive, negative int) float64 {
	n, k := positive+negative, min(positive, negative)
	term, sum := math.Exp2(-float64(n)), 0.0 // C(n, 0) / 2^n
	for i := 0; i <= k; i++ {
		sum += term
		term *= float64(n-i) / float64(i+1)
	}
	return min(2*sum, 1)
}

// Slope returns the slope of the least-squares line, NaN if all x are equal.
func Slope(xs, ys []float64) float64 {
	mx, my := Mean(xs), Mean(ys)
	var xy, xx float64
	for i := range xs {
		xy += (xs[i] - mx) * (ys[i] - my)
		xx += (xs[i] - mx) * (xs[i] - mx)
	}
	if xx == 0 {
		return math.NaN()
	}
	return xy / xx
}

// RankCorrelation returns Spearman's rank correlation, NaN if one variable is constant.
func RankCorrelation(xs, ys []float64) float64 {
	rx, ry := ranks(xs), ranks(ys)
	mx, my := Mean(rx), Mean(ry)
	var xy, xx, yy float64
	for i := range rx {
		dx, dy := rx[i]-mx, ry[i]-my
		xy += dx * dy
		xx += dx * dx
		yy += dy * dy
	}
	return xy / math.Sqrt(xx*yy)
}

// ranks gives equal values the mean of their ranks.
func ranks(values []float64) []float64 {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(values[a], values[b]) })
	out := make([]float64, len(values))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && values[order[j]] == values[order[i]] {
			j++
		}
		for _, at := range order[i:j] {
			out[at] = float64(i+j-1) / 2
		}
		i = j
	}
	return out
}
