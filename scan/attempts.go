package scan

import (
	"cmp"
	"context"
	"errors"
	"image"
	"slices"
	"strings"

	"nonogram"
	"nonogram/scan/internal/see"
)

// A picture that does not give a puzzle at once is read again: enlarged and turned, with other
// boards, with fainter and bolder ink. The attempts are compared here, and the best is kept;
// maxWork bounds their number.

// readViews reads the picture as it is, enlarged and turned, until one view is a puzzle.
func readViews(ctx context.Context, img image.Image, o Options) (*Reading, error) {
	var a attempts
	work := 0
	for v := range views(img, &a) {
		if work > maxWork {
			break
		}
		likely := a.likely(ctx, img)
		if v.turned {
			likely = anySize
		}
		r, err := readView(ctx, v, o, &work, likely)
		failed, err := unreadable(err)
		if err != nil {
			return nil, err
		}
		if failed == nil && !r.plausible() {
			failed = &sightError{err: &see.EmptyError{Width: r.sight.Width, Height: r.sight.Height}, sight: r.sight}
		}
		if failed == nil {
			r.Probability *= 1 - v.doubt
		}
		if failed == nil && v.back != nil && !v.turned {
			r.Probability *= sized(r.sight.Width, r.sight.Height, a.seen.boards)
		}
		switch {
		case failed != nil && failed.inside() && !v.turned:
			if err := a.learned(ctx, img, o); err != nil {
				return nil, err
			}
			if a.good == nil {
				return nil, failed
			}
			return a.good, nil
		case failed != nil:
			if a.failure == nil || a.failure.sight == nil {
				a.failure = failed
			}
		case r.trusted() && r.Probability >= confident:
			return r, nil
		default:
			a.add(r, v.turned)
		}
		if v.back == nil && (a.good == nil || a.good.Probability < doubtful) {
			if err := a.learned(ctx, img, o); err != nil {
				return nil, err
			}
			if len(a.seen.boards) == 0 && a.good == nil && a.best == nil {
				break // neither lines nor cells
			}
			if a.good != nil && a.good.Probability >= doubtful {
				return a.good, nil
			}
		}
	}
	switch {
	case a.good != nil:
		return a.good, nil
	case a.best != nil && a.noClues(a.best):
		return nil, &sightError{err: &see.EmptyError{Width: a.best.sight.Width, Height: a.best.sight.Height}, sight: a.best.sight}
	case a.best != nil:
		return a.best.suspect(ctx)
	}
	return nil, a.failure
}

// noClues reports whether a reading has no solution, its numbers hardly look like numbers, and the
// network sees no board. Such pictures show icons beside a grid, or a table.
func (a *attempts) noClues(r *Reading) bool {
	seen := len(a.seen.boards) > 0 && a.seen.boards[0].Fit >= leastFit
	return r.Status == nonogram.Unsolvable && !seen && r.logP < -float64(r.sight.Width+r.sight.Height)
}

// attempts are the best uncertain readings of the views of a picture.
type attempts struct {
	good    *Reading // a puzzle
	best    *Reading // with the most clues
	failure *sightError
	seen    learned // what the network sees and reads
	looked  bool
}

// likely asks the network whether there may be a board of a size, if it sees boards at all. It looks
// when it is asked first.
func (a *attempts) likely(ctx context.Context, img image.Image) sizes {
	return func(width, height int) (is bool, err error) {
		if !a.looked {
			if a.seen, err = look(ctx, img); err != nil {
				return false, err
			}
			a.looked = true
		}
		return a.seen.likely(width, height), nil
	}
}

// sizes reports whether there may be a board of a size.
type sizes func(width, height int) (bool, error)

// anySize takes any size for likely, and noSize none.
func anySize(int, int) (bool, error) { return true, nil }
func noSize(int, int) (bool, error)  { return false, nil }

func (a *attempts) add(r *Reading, turned bool) {
	if r.trusted() {
		if a.good == nil || r.Probability > a.good.Probability {
			a.good = r
		}
	} else if !turned && (a.best == nil || clued(r.sight) > clued(a.best.sight)) {
		a.best = r
	}
}

// learned adds what the network reads: a puzzle that is likelier than that beside the lines, or a
// board where they lead to none. Readings beside lines are less likely where it sees boards of
// other sizes.
func (a *attempts) learned(ctx context.Context, img image.Image, o Options) error {
	beside := cmp.Or(a.good, a.best)
	if _, err := a.likely(ctx, img)(0, 0); err != nil {
		return err
	}
	if beside != nil {
		beside.Probability *= sized(beside.sight.Width, beside.sight.Height, a.seen.boards)
	}
	if err := a.seen.read(ctx, img, o, beside); err != nil {
		return err
	}
	if a.best != nil && a.best.trusted() {
		a.add(a.best, false) // the network confirms it
	}
	switch r := a.seen.best; {
	case r == nil:
	case r.trusted():
		a.add(r, false)
	case a.best == nil || r.Status == nonogram.Unique:
		a.best = r
	}
	return nil
}

// upright reports that the picture need not be turned: it has no board, or clear clues.
func (a *attempts) upright() bool {
	certain := a.best != nil && cluedShare(a.best.sight) >= wellClued && float64(len(a.best.Doubts)) <= fewDoubts*float64(clued(a.best.sight))
	return a.good != nil || certain || a.failure != nil && a.failure.sight == nil
}

// unreadable separates the reason why a picture cannot be read from other errors.
func unreadable(err error) (*sightError, error) {
	var failed *sightError
	if errors.As(err, &failed) {
		return failed, nil
	}
	return nil, err
}

// readView reads a picture in one position.
//
// The reading of the likeliest board is usually a puzzle. If it is not, the board is examined
// again, for fainter and for bolder ink, and then other candidates for the board. A board with
// clues at few of its lines is taken only if there is no better one, and never if it has less
// than half as many clues as another: a few clues beside a part of a board often have a
// solution. Work counts glyphs and pixels; beyond maxWork no other board is examined.
func readView(ctx context.Context, v view, o Options, work *int, likely sizes) (*Reading, error) {
	eye, err := see.Open(v.img, o.Stage)
	if err != nil {
		return nil, &sightError{err: err}
	}
	c := choice{view: v}
	var narrow *Reading // of a board beside which clues go on
	before := *work
	for board := 0; (board == 0 || *work <= maxWork) && eye.Has(board) && (!v.turned || board < maxTurned); board++ {
		r, err := readBoard(ctx, eye, board, o, likely)
		*work = before + eye.Work()
		failed, err := unreadable(err)
		if err != nil {
			return nil, err
		}
		switch done := c.add(r, failed, board); {
		case done != nil && narrow == nil && eye.Wider(board):
			c.weak, narrow = done, done
			continue
		case narrow != nil && (done == nil || done.unlikely() > narrow.unlikely()):
			narrow.otherBoard = done != nil // either may be right
			return narrow, nil
		case done != nil:
			return done, nil
		}
		if board == 0 && (failed != nil && failed.inside() || r != nil && r.sight.Inside) {
			return nil, &sightError{err: see.ErrOther, sight: &see.Sight{Inside: true}}
		}
	}
	return c.result()
}

// choice collects the readings of the boards in a picture.
type choice struct {
	view        view
	first, weak *Reading
	plain       *see.Sight
	failure     *sightError
	most        int // lines with clues
}

// add adds the reading of a board, or the reason why there is none, and returns the reading if
// no other board is needed.
func (c *choice) add(r *Reading, failed *sightError, board int) *Reading {
	if failed != nil {
		c.most = max(c.most, clued(failed.sight))
	} else {
		c.place(r)
	}
	if failed == nil && r.Status != nonogram.Unsolvable && 2*clued(r.sight) >= c.most {
		if board > 0 {
			r.Decided, r.otherBoard = ByUniqueness, true
		}
		switch share := cluedShare(r.sight); {
		case share >= wellClued && (c.weak == nil || clued(r.sight) > clued(c.weak.sight)):
			return r
		case c.weak == nil && share >= leastClued:
			c.weak = r
		case board == 0 && share < fewClued:
			failed = &sightError{err: &see.CluesError{Side: "left"}, sight: r.sight}
		}
	}
	if board == 0 {
		c.first, c.failure = r, failed
	}
	return nil
}

// place maps a reading of the view to the original picture.
func (c *choice) place(r *Reading) {
	c.plain = cmp.Or(c.plain, r.sight)
	r.plain, r.view = c.plain, c.view
	r.Retried = strings.Join(slices.DeleteFunc([]string{c.view.name, r.Retried}, func(s string) bool { return s == "" }), ", ")
	c.most = max(c.most, clued(r.sight))
	r.Board = c.view.given(r.Board)
	for k := range r.Doubts {
		r.Doubts[k].At = c.view.given(r.Doubts[k].At)
	}
}

// result is the best of several incomplete readings.
func (c *choice) result() (*Reading, error) {
	switch {
	case c.weak != nil:
		return c.weak, nil
	case c.failure != nil:
		return nil, c.failure
	}
	return c.first, nil
}

// Few numbers are found beside a part of a board or beside something else, and few numbers
// often have one solution.
const (
	wellClued  = .65 // share of lines with clues from which no other board is examined
	leastClued = .4  // share from which a board is preferred to the likeliest
	fewClued   = .2  // share below which there are no clues
	smallSide  = 5   // cells of a side below which every line must have clues, and at which few may be in doubt
	leastSide  = 3   // cells of a side of a puzzle
	leastCells = .12 // share of cells that a puzzle fills at least
	// leastChosen is the probability by sight from which a chosen value is no surprise, and
	// mostSurprise how much less than certain the numbers of a line may be by sight if there is one: a
	// large board with one solution outweighs it.
	leastChosen  = .001
	mostSurprise = .1
	doubtful     = .9 // the probability below which the network is asked too
	untrusted    = .8 // the probability that other readings claim at most
	fewDoubts    = .3 // doubtful numbers for each line with clues up to which a picture is upright
)

// trusted reports that a reading is a puzzle, not a few numbers beside something else.
func (r *Reading) trusted() bool {
	if r.Status == nonogram.Unsolvable || r.Probability < .5 {
		return false
	}
	if r.surprising() && !r.agreed && r.logP < -mostSurprise*float64(r.sight.Width+r.sight.Height) {
		return false
	}
	return r.plausible()
}

// surprising reports whether a chosen number is one that the picture hardly shows.
func (r *Reading) surprising() bool {
	return slices.ContainsFunc(r.Doubts, func(d Doubt) bool { return d.Choices[d.Chosen].Probability < leastChosen })
}

// unlikely is how many numbers are not the likeliest by sight.
func (r *Reading) unlikely() (n int) {
	for _, d := range r.Doubts {
		n += min(d.Chosen, 1)
	}
	return n
}

// plausible reports a board that is not nearly empty.
func (r *Reading) plausible() bool {
	w, h := r.Puzzle.Width(), r.Puzzle.Height()
	share := cluedShare(r.sight)
	certain := min(w, h) > smallSide || 2*len(r.Doubts) <= clued(r.sight)
	return min(w, h) >= leastSide && share >= leastClued && (min(w, h) >= smallSide || share == 1) && certain && !r.bare()
}

// bare reports clues that fill hardly any cells.
func (r *Reading) bare() bool {
	cells := 0
	for _, clue := range r.Puzzle.Rows {
		cells += clue.Cells()
	}
	return float64(cells) < leastCells*float64(r.Puzzle.Width()*r.Puzzle.Height())
}

// clued is the number of lines with numbers, zeros included.
func clued(s *see.Sight) (lines int) {
	if s == nil {
		return 0
	}
	for _, line := range slices.Concat(s.Rows, s.Columns) {
		if numbered(line) {
			lines++
		}
	}
	return lines
}

// numbered reports whether a line has a number or a zero.
func numbered(line []see.Number) bool {
	return slices.ContainsFunc(line, func(n see.Number) bool { return len(n.Choices[0].Values) > 0 || n.Zero > .5 })
}

// cluedShare is the share of lines that have numbers.
func cluedShare(s *see.Sight) float64 { return float64(clued(s)) / float64(s.Width+s.Height) }

// readBoard reads the clues around a board. If the reading has no solution and the numbers
// seem to be on squares of their color, it reads them without squares.
func readBoard(ctx context.Context, eye *see.Eye, board int, o Options, likely sizes) (*Reading, error) {
	sight, r, err := readInks(ctx, eye, board, o, likely)
	if err != nil || r.Status != nonogram.Unsolvable {
		return r, err
	}
	if cluedShare(sight) >= leastClued && eye.Work() <= maxWork {
		if blank := eye.Blank(board); blank != nil {
			_, again, err := readInks(ctx, blank, 0, o, noSize)
			if err == nil && again.Status != nonogram.Unsolvable {
				again.Decided, again.Retried = ByUniqueness, cmp.Or(again.Retried, "without filled cells")
				return again, nil
			}
		}
	}
	if sight.Chips && eye.Work() <= maxWork {
		eye.IgnoreSquares(board)
		if _, again, err := readInks(ctx, eye, board, o, likely); err == nil && again.Status != nonogram.Unsolvable {
			again.Decided, again.Retried = ByUniqueness, cmp.Or(again.Retried, "numbers without squares")
			return again, nil
		}
	}
	if sight.Cut != nil {
		return nil, &sightError{err: sight.Cut, sight: sight}
	}
	return r, nil
}

// readInks reads the clues around a board. If the reading has no solution it tries one color,
// then, if the size is likely, the clues repeated at the far sides, and fainter and bolder ink.
func readInks(ctx context.Context, eye *see.Eye, board int, o Options, likely sizes) (*see.Sight, *Reading, error) {
	sight, err := eye.Look(board, see.Usual, false)
	if err != nil {
		return nil, nil, &sightError{err: err, sight: sight}
	}
	sights := []*see.Sight{sight}
	r, err := decodeColors(ctx, o, sights)
	if err != nil || r.Status != nonogram.Unsolvable {
		return sight, r, err
	}
	inks := []see.Ink{see.Usual, see.Faint, see.Bold}
	if is := cluedShare(r.sight) >= wellClued; !is {
		inks = nil // no board, mostly
	} else if is, err = likely(sight.Width, sight.Height); err != nil {
		return nil, nil, err
	} else if !is {
		inks = nil
	}
	for k, ink := range inks {
		if eye.Work() > maxWork {
			break
		}
		if again, err := eye.Look(board, ink, k == 0); err == nil && again.Width == sight.Width && again.Height == sight.Height && len(again.Palette) == len(sight.Palette) {
			sights = append(sights, again)
		}
	}
	if len(sights) > 1 {
		if r, err = decodeColors(ctx, o, sights); err != nil {
			return nil, nil, err
		}
	}
	r.Decided = ByUniqueness
	return sight, r, nil
}

// decodeColors decodes in the colors that were seen and, if that has no solution or is improbable,
// in one: numbers may be highlighted.
func decodeColors(ctx context.Context, o Options, sights []*see.Sight) (*Reading, error) {
	r, err := decode(ctx, o, sights...)
	const improbable = .1
	if err != nil || r.Status != nonogram.Unsolvable && r.Probability >= improbable || len(sights[0].Palette) <= 2 {
		return r, err
	}
	var gray []*see.Sight
	for _, s := range sights {
		gray = append(gray, s.Gray())
	}
	one, err := decode(ctx, o, gray...)
	if err != nil || one.Status == nonogram.Unsolvable || one.Probability < r.Probability {
		return r, err
	}
	if r.Status != nonogram.Unsolvable {
		one.Probability = min(one.Probability, untrusted) // an ink may not have been found
	}
	one.Decided, one.Retried = ByUniqueness, "one color"
	return one, nil
}

// sightError is the reason why there is nothing to read in a picture.
type sightError struct {
	err   error
	sight *see.Sight // the partial reading
}

func (e *sightError) Error() string { return e.err.Error() }

func (e *sightError) Unwrap() error { return ErrUnreadable }

// inside reports digits in the cells of a grid.
func (e *sightError) inside() bool { return e.sight != nil && e.sight.Inside }
