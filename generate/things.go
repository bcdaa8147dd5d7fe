package generate

import (
	"math/rand/v2"

	"nonogram"
)

// Random pictures of things, by rules: a rule draws a creature, a mask, a butterfly, a flower, a
// vase, a house, a tree, an ornament, a fish, a boat, a letter or a group of islands out of
// ovals, limbs and boxes, with random parts and proportions. Most are equal on the left and
// right, and the climb keeps that.
// Sprites made of half a board of noise and its mirror image are an old trick of games; the
// other rules are our own.
//
// Cost: a few microseconds.

// minThing is the least side of a picture of a thing, minIslands that of islands.
const minThing, minIslands = 8, 14

// thing is a rule with the symmetry of its pictures.
type thing struct {
	symmetry Symmetry
	draw     func(c *canvas)
}

// mirrored is the number of rules whose pictures are equal on the left and right. They come
// first, and islands, which need space, last.
const mirrored = 8

// things are the rules; each is as likely as the others.
var things = []thing{
	{Mirror, (*canvas).creature},
	{Mirror, (*canvas).mask},
	{Mirror, (*canvas).butterfly},
	{Mirror, (*canvas).flower},
	{Mirror, (*canvas).vase},
	{Mirror, (*canvas).house},
	{Mirror, (*canvas).tree},
	{Mirrors, (*canvas).ornament},
	{none, (*canvas).fish},
	{none, (*canvas).boat},
	{none, (*canvas).letter},
	{none, (*canvas).islands},
}

// thing draws a random thing and returns the symmetry that it has.
func (r *Recipe) thing(rng *rand.Rand) (*nonogram.Grid, Symmetry) {
	rules := things
	switch {
	case r.Symmetry == Mirror:
		rules = things[:mirrored]
	case min(r.Width, r.Height) < minIslands:
		rules = things[:len(things)-1]
	}
	return rules[rng.IntN(len(rules))].picture(r.Width, r.Height, rng)
}

// picture draws by the rule.
func (rule thing) picture(width, height int, rng *rand.Rand) (*nonogram.Grid, Symmetry) {
	c := &canvas{Grid: nonogram.NewGrid(width, height), rng: rng, w: 2 * width, h: 2 * height}
	c.box(0, 0, c.w, c.h, blank)
	rule.draw(c)
	c.reflect(rule.symmetry)
	return c.Grid, rule.symmetry
}

// creature is noise on half of a coarse board, denser in the middle, with eyes.
func (c *canvas) creature() {
	step := max(1, (min(c.Width, c.Height)+7)/10)
	columns, rows := (c.Width/2+step-1)/step, c.Height/step
	filled := make([]bool, columns*rows)
	for i := range filled {
		x, y := i%columns, i/columns
		odds := 30 + 50*x/columns
		if 2*y > rows-2 && 2*y < rows+4 {
			odds += 25
		}
		filled[i] = c.chance(odds) || x == columns-1 && y > 0 && y < rows-1
	}
	c.fill(ink, func(x, y int) bool {
		u, v := (c.Width-1)/2-x/2, y/2/step
		return u >= 0 && v < rows && filled[v*columns+max(0, columns-1-u/step)]
	})
	c.eyes(c.between(28, 42, c.h), c.between(18, 24, c.w), max(1, step))
}

// eyes are two blank dots.
func (c *canvas) eyes(v, away, far int) {
	c.oval(c.w/2-away, v, far+1, far+1, blank)
	if far > 2 && c.chance(60) {
		c.oval(c.w/2-away, v, far-1, far-1, ink)
	}
}

// mask is a head with ears or horns, eyes, a nose and a mouth.
func (c *canvas) mask() {
	m := c.w / 2
	top := c.between(18, 30, c.h)
	wide, high := c.between(33, 46, c.w), (c.h-top)/2
	ear := c.between(8, 13, c.w)
	switch c.rng.IntN(4) {
	case 0: // round ears
		c.oval(m-wide+ear/2, top, ear+2, ear+2, ink)
		if ear > 4 {
			c.oval(m-wide+ear/2, top, ear-2, ear-2, blank)
		}
	case 1: // pointed ears
		c.limb(m-wide+ear/2, 1, m-wide/2, top+high/2, ear, ink)
	case 2: // horns
		c.limb(m-wide/2, top+2, m-wide, 2, 2, ink)
		c.limb(m-wide, 2, m-wide, top, 1, ink)
	default: // long ears
		c.oval(m-wide/2, top/2+2, max(3, ear/2+1), top/2+4, ink)
	}
	c.oval(m, top+high, wide, high, ink)
	c.eyes(top+high*3/4, wide/2, max(1, c.w/18))
	if c.Width < 12 {
		c.box(m-wide/2, top+high*3/2-1, m, top+high*3/2+1, blank)
		return
	}
	nose := top + high*5/4
	c.taper(nose, nose+c.h/10, c.w/14+1, 1, blank)
	switch c.rng.IntN(3) {
	case 0:
		c.box(m-wide/2, nose+c.h/7, m, nose+c.h/7+3, blank)
	case 1: // teeth
		c.fill(blank, func(x, y int) bool {
			return x > m-wide/2 && y > nose+c.h/8 && y < nose+c.h/8+4 && (m-x)/2%2 == 0
		})
	default:
		c.oval(m, nose+c.h/6, wide/3, max(2, c.h/16), blank)
	}
}

// butterfly has two pairs of wings with spots, a body and feelers.
func (c *canvas) butterfly() {
	m := c.w / 2
	upper, lower := c.between(28, 38, c.h), c.between(68, 78, c.h)
	rx, ry := c.between(20, 25, c.w), c.between(20, 27, c.h)
	c.oval(rx, upper, rx, ry, ink)
	sx, sy := c.between(14, 20, c.w), c.between(14, 20, c.h)
	c.oval(m-sx, lower, sx, sy, ink)
	spot := c.between(4, 9, c.w) + 1
	c.oval(rx, upper, spot, spot, blank)
	if c.chance(70) {
		c.oval(m-sx, lower, max(2, spot*2/3), max(2, spot*2/3), blank)
	}
	c.box(m-3, 0, m, c.h, blank)
	c.limb(m-1, upper-ry/3, m-1, c.h-3, 1, ink)
	if c.Width > 9 {
		c.limb(m-1, upper-ry/3, m-c.w/6, 1, 1, ink)
	}
}

// flower has petals around a heart, a stem and leaves.
func (c *canvas) flower() {
	m := c.w / 2
	head := c.between(30, 36, c.h)
	far := min(head*2/3, m*2/3)
	petal := max(3, far*c.between(50, 70, 100)/100)
	c.limb(m, head, m, c.h, max(1, c.w/24), ink)
	if c.chance(35) { // in a pot
		c.taper(c.h*4/5, c.h, c.between(18, 30, c.w), c.w/7, ink)
		c.box(m-c.w/6, c.h*9/10, m, c.h*9/10+2, blank)
	}
	leaf := c.between(66, 76, c.h)
	c.limb(m, leaf+c.h/10, m-c.between(25, 40, c.w), leaf-c.h/16, max(1, c.w/16), ink)
	if c.chance(40) { // a tulip
		c.oval(m, head, far*4/5, head*4/5, ink)
		c.limb(m-far*4/5, head, m-far*4/5, 2, max(2, far/5), ink)
		c.box(m-far*3/5, 0, m-far/4, head/2, blank)
		return
	}
	for _, at := range [][2]int{{0, -10}, {-7, -7}, {-10, 0}, {-7, 7}, {0, 10}} {
		if petal*3 > far*2 && at[0] == -7 && c.Width > 12 {
			c.oval(m+at[0]*far/10, head+at[1]*far/10, petal*2/3, petal*2/3, ink)
			continue
		}
		c.oval(m+at[0]*far/10, head+at[1]*far/10, petal, petal, ink)
	}
	c.oval(m, head, far*2/3, far*2/3, blank)
	c.oval(m, head, far/3, far/3, ink)
}

// vase is a body of revolution with bands, on a foot, with or without handles.
func (c *canvas) vase() {
	m, y := c.w/2, 0
	half := c.between(15, 40, c.w)
	belly := c.rng.IntN(3) + 1
	for i := range 5 {
		next, to := c.h*(i+1)/5, c.between(9, 28, c.w)
		switch i {
		case belly:
			to = c.between(36, 48, c.w)
		case 4:
			to = c.between(24, 42, c.w)
		}
		c.taper(y, next, half, to, ink)
		y, half = next, to
	}
	if c.Width > 12 && c.chance(50) {
		ring := c.between(10, 14, c.w)
		v := c.h * (belly + 1) / 5
		g := nonogram.Grid{Width: c.Width, Height: c.Height, Cells: append([]nonogram.Color(nil), c.Cells...)}
		c.oval(ring+1, v-ring, ring+1, ring+2, ink)
		c.oval(ring+1, v-ring, ring-1, ring, blank)
		for i, color := range g.Cells {
			if color == ink {
				c.Cells[i] = ink
			}
		}
	}
	for range 1 + c.rng.IntN(3) {
		v := 2 * (1 + c.rng.IntN(c.Height-2))
		switch w := c.between(12, 34, c.w); {
		case c.chance(50):
			c.box(m-w, v, m+w, v+2, blank)
		default: // a row of dots
			c.fill(blank, func(x, y int) bool { return y == v+1 && x < m && (m-x)/2%3 == 1 && x > m-w-c.w/10 })
		}
	}
}

// house has a roof, a door, windows, and perhaps towers with battlements.
func (c *canvas) house() {
	m := c.w / 2
	roof := c.between(30, 45, c.h)
	wall := c.between(32, 44, c.w)
	switch c.rng.IntN(3) {
	case 0: // battlements
		roof = c.between(25, 40, c.h)
		c.fill(ink, func(x, y int) bool { return y > roof-4 && y < roof && x > m-wall && (m-x)/2%4 < 2 })
		tower := max(4, c.w/6)
		c.box(0, roof-c.between(12, 22, c.h), tower, c.h, ink)
		c.box(tower/2-1, roof, tower/2+2, roof+4, blank)
	case 1: // a chimney: one on each side
		c.box(m-wall+2, 0, m-wall+6, roof, ink)
		c.taper(0, roof, 1, m, ink)
	default:
		c.taper(0, roof, 1, m, ink)
		c.oval(m, roof*2/3, max(2, c.w/14), max(2, c.h/14), blank)
	}
	c.box(m-wall, roof, m+wall, c.h, ink)
	if c.chance(50) {
		c.box(m-wall, roof, m+wall, roof+2, blank)
		c.box(m-wall, roof, m-wall+2, c.h, ink)
	}
	door := max(2, c.between(7, 12, c.w))
	top := c.between(66, 76, c.h)
	c.box(m-door, top, m+door, c.h, blank)
	c.oval(m, top, door, door, blank)
	if c.chance(50) {
		c.box(m-1, top+4, m+1, c.h, ink)
	}
	if c.Width < 12 {
		return
	}
	side := max(3, c.w/8)
	left, v := m-wall+max(3, c.w/14), roof+max(4, c.h/10)
	c.box(left, v, left+side, v+side, blank)
	if side > 5 {
		c.limb(left+side/2, v, left+side/2, v+side, 1, ink)
	}
}

// tree has a trunk and a crown of leaves with fruits, or the tiers of a fir.
func (c *canvas) tree() {
	m := c.w / 2
	trunk := max(2, c.between(6, 12, c.w))
	c.box(m-trunk, c.h/2, m+trunk, c.h, ink)
	if c.chance(40) {
		c.box(0, c.h-2, m, c.h, ink)
	}
	if c.chance(50) {
		tiers := 2 + c.rng.IntN(2)
		for i := range tiers {
			c.taper(c.h*4*i/(5*tiers+2), c.h*4*(i+1)/(5*tiers), 1+i*c.w/12, c.w*(4+i)/12+c.rng.IntN(3), ink)
		}
		if c.chance(60) {
			c.limb(m-c.w/8, c.h*2/5, m-c.w/6, c.h*2/5, 1, blank)
			c.limb(m-c.w/5, c.h*2/3, m-c.w/5, c.h*2/3, 1, blank)
		}
		return
	}
	crown, wide := c.between(30, 38, c.h), c.between(30, 46, c.w)
	c.oval(m, crown, wide, crown, ink)
	c.oval(m-wide*2/3, crown*5/4, c.w/5, c.h/6, ink)
	if c.Width < 14 {
		return
	}
	for range 2 + c.rng.IntN(3) {
		c.limb(m-c.rng.IntN(wide), crown/2+c.rng.IntN(crown), m-c.rng.IntN(wide), crown/2+c.rng.IntN(crown), 1, blank)
	}
}

// ornament is a rosette or a rug: rings, rays and dots around the middle.
func (c *canvas) ornament() {
	u, v := c.w/2, c.h/2
	if c.chance(50) {
		c.oval(u, v, u, v, ink)
		inner := c.between(60, 80, 100)
		c.oval(u, v, u*inner/100, v*inner/100, blank)
	} else {
		c.box(0, 0, u, v, ink)
		rim := 2 * (1 + c.rng.IntN(2))
		c.box(rim, rim, u, v, blank)
	}
	switch c.rng.IntN(3) {
	case 0:
		c.limb(u, v, u/4, v/4, max(1, c.w/16), ink)
	case 1:
		c.limb(u, 0, 0, v, max(1, c.w/14), ink)
	default:
		c.limb(u, v, u, 0, max(1, c.w/12), ink)
		c.limb(u, v, 0, v, max(1, c.h/12), ink)
	}
	heart := c.between(12, 22, c.w)
	c.oval(u, v, heart, heart, ink)
	c.oval(u, v, heart/2, heart/2, blank)
	for range 1 + c.rng.IntN(3) {
		far := max(1, c.w/20)
		x, y := c.between(15, 45, c.w), c.between(15, 45, c.h)
		c.oval(x, y, far+1, far+1, nonogram.Black-c.At(y/2, x/2))
	}
}

// fish has a body, a tail, fins, an eye, and scales or stripes.
func (c *canvas) fish() {
	v := c.between(45, 55, c.h)
	rx, ry := c.between(34, 38, c.w), c.between(24, 34, c.h)
	c.fill(ink, func(x, y int) bool { // tail
		from := c.w - 2 - rx/2
		return x > from-rx/3 && max(y-v, v-y)*rx <= (x-from+rx/4)*ry*3/2 && x < c.w-c.w/20
	})
	c.limb(rx, v-ry+1, rx*3/2, v-ry-c.h/12, max(2, c.h/12), ink)
	c.limb(rx, v+ry-1, rx*3/2, v+ry+c.h/14, max(1, c.h/16), ink)
	c.oval(rx, v, rx, ry, ink)
	c.oval(rx/2, v-ry/4, max(2, c.w/14), max(2, c.w/14), blank)
	if c.Width >= 14 {
		c.oval(rx/2, v-ry/4, max(1, c.w/28), max(1, c.w/28), ink)
	}
	c.limb(0, v+ry/3, rx/3, v+ry/3, 1, blank)
	if c.Width < 12 {
		return
	}
	if c.chance(50) {
		gap := c.between(16, 24, c.w)
		for x := rx; x < 2*rx-2; x += max(4, gap) {
			c.limb(x, v-ry*2/3, x+1, v+ry*2/3, 1, blank)
		}
	} else {
		c.fill(blank, func(x, y int) bool {
			return x > rx && x < 2*rx-4 && max(y-v, v-y) < ry*2/3 && y/2%3 == 1 && (x/2+y/6)%3 == 0
		})
	}
	if c.chance(60) {
		c.oval(3, c.between(5, 20, c.h), 2, 2, ink)
	}
}

// boat has a hull, a mast, two sails and waves.
func (c *canvas) boat() {
	deck := c.between(62, 72, c.h)
	mast := c.between(40, 60, c.w) | 1 // the middle of a column
	keel := deck + c.between(14, 20, c.h)
	c.fill(ink, func(x, y int) bool { // the hull
		in := (y - deck) / 2
		return y > deck && y < keel && x > c.w/12+in && x < c.w*11/12-in
	})
	c.box(mast-1, c.h/16, mast+1, deck, ink)
	top := c.between(5, 18, c.h)
	c.fill(ink, func(x, y int) bool { // the sails
		left, right := (mast-3)*(deck-3-top), (c.w*9/10-mast-3)*(deck-3-top)
		switch {
		case y < top || y > deck-3:
			return false
		case x < mast-1:
			return (mast-2-x)*(deck-3-top)*(deck-3-top) <= left*(y-top)
		}
		return x > mast+2 && (x-mast-2)*(deck-3-top)*(deck-3-top) <= right*(y-top)
	})
	if c.chance(60) {
		v := c.between(40, 60, c.h)
		c.box(mast+3, v, c.w, v+2, blank)
	}
	if c.chance(50) {
		c.fill(blank, func(x, y int) bool { return y/2 == deck/2+1 && x > c.w/5 && x < c.w*4/5 && x/2%3 == 0 })
	}
	phase := c.rng.IntN(5)
	c.fill(ink, func(x, y int) bool { return y > keel+1 && (x/2+phase+2*(y/2))%5 < 3 && y/2%2 == 1 })
}

// islands are a few ovals with bays and lakes, and waves between them.
func (c *canvas) islands() {
	for y := 3; y < c.h; y += 6 {
		for x := c.rng.IntN(6); x < c.w; x += 8 + 2*c.rng.IntN(4) {
			c.box(x, y-2, x+5, y+1, ink)
		}
	}
	for range 2 + c.rng.IntN(2) {
		u, v := c.between(20, 80, c.w), c.between(20, 80, c.h)
		rx, ry := c.between(16, 34, c.w), c.between(12, 26, c.h)
		c.oval(u, v, rx+3, ry+3, blank)
		c.oval(u, v, rx, ry, ink)
		c.oval(u+c.between(0, 20, c.w)-c.w/10, v+ry/2, rx*2/3, ry*2/3, ink)
		c.oval(u+c.between(0, 40, rx)-rx/5, v-c.between(0, 30, ry), max(2, rx/4), max(2, ry/4), blank)
	}
}

// letter is an initial, plain, with a shadow, or blank on a shield.
func (c *canvas) letter() {
	bits := letters[c.rng.IntN(len(letters))]
	margin := c.w / 20
	switch c.rng.IntN(3) {
	case 0: // on a shield
		margin = c.w / 6
		c.taper(0, c.h*6/10, c.w/2, c.w/2, ink)
		c.taper(c.h*6/10, c.h, c.w/2, c.w/10, ink)
	case 1: // on a disk
		margin = c.w / 5
		c.oval(c.w/2, c.h/2, c.w/2, c.h/2, ink)
	default:
		if c.Width < 14 {
			c.glyph(bits, 0, 0, c.w, c.h, ink)
			return
		}
		c.glyph(bits, margin+3, margin+3, c.w-1, c.h-1, ink)
		c.glyph(bits, margin+1, margin+1, c.w-3, c.h-3, blank)
		c.glyph(bits, margin, margin, c.w-4, c.h-4, ink)
		return
	}
	c.glyph(bits, margin, margin, c.w-margin, c.h-margin*3/2, blank)
}
