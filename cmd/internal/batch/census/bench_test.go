package census

import "testing"

// BenchmarkClass counts a class of middling size of 7×7.
func BenchmarkClass(b *testing.B) {
	p, err := New(Size{Width: 7, Height: 7})
	if err != nil {
		b.Fatal(err)
	}
	c := p.NewCounter()
	const class = 854099
	var t Tally
	for b.Loop() {
		t = c.Count(b.Context(), class, class+1)
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(t.Grids), "ns/grid")
}
