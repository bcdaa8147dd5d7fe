// Package stat holds the few statistics that reports and charts need.
package stat

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
)

// Mean is NaN without values.
func Mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// GeometricMean is NaN without values.
func GeometricMean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += math.Log(v)
	}
	return math.Exp(sum / float64(len(values)))
}

// Quantile is the smallest value that the given share of all values does not exceed
// (nearest rank). NaN without values.
func Quantile(values []float64, share float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(values))
	rank := int(math.Ceil(share*float64(len(sorted)) - 1e-9))
	return sorted[max(rank, 1)-1]
}

// Median is the quantile of one half.
func Median(values []float64) float64 { return Quantile(values, 0.5) }

// Interval is where a figure of n things lies in 95 of 100 samples of as many, drawn
// from them with replacement (the percentile bootstrap of Efron 1979). The figure is
// told which of the things to take. NaN where it has no value for most samples. The
// same question always has the same answer.
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

// samples is how many are drawn; the ends of the interval rest on a fortieth of them.
const samples = 400

// Wilson is the 95 % interval of a probability of which hits in n trials were seen (the
// score interval of Wilson 1927), which keeps its promise for shares near 0 and 1 as well.
// All is possible without trials.
func Wilson(hits, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	const z = 1.959964 // of the normal distribution, 2.5 % lie beyond
	share, trials := float64(hits)/float64(n), float64(n)
	center := (share + z*z/(2*trials)) / (1 + z*z/trials)
	half := z / (1 + z*z/trials) * math.Sqrt(share*(1-share)/trials+z*z/(4*trials*trials))
	return max(center-half, 0), min(center+half, 1)
}

// Slope is that of the line through points that has the least squares of errors in y.
// NaN if all x are the same.
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

// RankCorrelation is Spearman's: 1 if one rises with the other, −1 if it falls, 0 if
// there is nothing of the kind. NaN if one of them is always the same.
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

// NonNegative finds the factors, none of them negative, with which the columns of rows
// add up to ys as nearly as possible, by least squares. It goes from one factor to the
// next until none moves, which for the few columns that are used here is quick.
func NonNegative(rows [][]float64, ys []float64) []float64 {
	const most, still = 10_000, 1e-12
	if len(rows) == 0 {
		return nil
	}
	factors := make([]float64, len(rows[0]))
	rest := append([]float64(nil), ys...) // what is not accounted for
	for range most {
		moved := 0.0
		for k := range factors {
			along, square := 0.0, 0.0
			for i, row := range rows {
				along += row[k] * rest[i]
				square += row[k] * row[k]
			}
			if square == 0 {
				continue // nothing is known of it
			}
			step := max(along/square, -factors[k])
			factors[k] += step
			for i, row := range rows {
				rest[i] -= step * row[k]
			}
			moved = max(moved, step*step*square)
		}
		if moved < still {
			break
		}
	}
	return factors
}
