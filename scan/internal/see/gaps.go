package see

import "slices"

// Gaps between cells, as in apps: cells differ little from the paper between them, and some are
// filled with black. Pixels darker than the usual brightness nearby are raised to it, which
// removes black cells, digits and shadows and leaves the gaps. This works on light paper only.
// Cost: linear in the pixels.

const (
	groundTile  = 16 // pixels of a tile whose usual brightness is looked for
	groundReach = 2  // tiles around it that are asked, too
	groundSlack = 3  // levels of brightness, for noise
)

// histogram counts pixels by brightness, four levels together.
type histogram [64]int32

// gaps is the plane without filled cells.
func (p *plane) gaps() *plane {
	grounds := p.grounds().least(groundReach)
	out := newPlane(p.w, p.h)
	along := make([]float64, grounds.w)
	for y := range p.h {
		for x := range along {
			along[x] = grounds.at(float64(x), (float64(y)+.5)/groundTile-.5)
		}
		row := out.row(y)
		for x, v := range p.row(y) {
			at := max((float64(x)+.5)/groundTile-.5, 0)
			k := min(int(at), max(len(along)-2, 0))
			ground := along[k] + (along[min(k+1, len(along)-1)]-along[k])*(at-float64(k))
			row[x] = max(v, uint8(max(ground-groundSlack, 0)))
		}
	}
	return out
}

// grounds is the usual brightness around each tile, of its lighter pixels.
func (p *plane) grounds() *plane {
	tw, th := p.w/groundTile+1, p.h/groundTile+1
	tiles := make([]histogram, tw*th)
	for y := range p.h {
		for x, v := range p.row(y) {
			tiles[y/groundTile*tw+x/groundTile][v/4]++
		}
	}
	out := newPlane(tw, th)
	for ty := range th {
		for tx := range tw {
			var sum histogram
			for y := max(ty-groundReach, 0); y <= min(ty+groundReach, th-1); y++ {
				for x := max(tx-groundReach, 0); x <= min(tx+groundReach, tw-1); x++ {
					for k, n := range &tiles[y*tw+x] {
						sum[k] += n
					}
				}
			}
			out.pix[ty*tw+tx] = sum.usual()
		}
	}
	return out
}

// usual is the brightness that is met most in the lighter half of those that are met.
func (h *histogram) usual() uint8 {
	low, high := 0, len(h)-1
	for low < high && h[low] == 0 {
		low++
	}
	for high > low && h[high] == 0 {
		high--
	}
	best, most := high, int32(0)
	for k := (low + high) / 2; k <= high; k++ {
		n := 2 * h[k]
		if k > 0 {
			n += h[k-1]
		}
		if k+1 < len(h) {
			n += h[k+1]
		}
		if n > most {
			best, most = k, n
		}
	}
	return uint8(4*best + 2)
}

// least is the plane with the least brightness around each pixel.
func (p *plane) least(reach int) *plane {
	out := newPlane(p.w, p.h)
	for y := range p.h {
		for x := range p.w {
			v := p.pix[y*p.w+x]
			for by := max(y-reach, 0); by <= min(y+reach, p.h-1); by++ {
				v = min(v, slices.Min(p.row(by)[max(x-reach, 0):min(x+reach+1, p.w)]))
			}
			out.pix[y*p.w+x] = v
		}
	}
	return out
}
