// Package stat holds the few statistics that reports and charts need.
package stat

import (
	"cmp"
	"math"
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
