package render

// The pages of lessons, each with its picture below its text, on one page.

const (
	// lessonCell is the largest cell of the pictures.
	lessonCell = 13
	lessonGap  = 16
)

// placed is a lesson with its height.
type placed struct {
	Lesson
	lines  []string
	layout *layout // nil without a picture
	cell   float64
	height float64
}

// addLessons adds the pages of the lessons.
func (n *binder) addLessons() {
	if len(n.book.Lessons) == 0 {
		return
	}
	n.lessonsFrom = n.next()
	body := n.frame.body(1)
	var list []placed
	used := partRoom
	flush := func() {
		if len(list) > 0 {
			here, marked := list, n.next() == n.lessonsFrom
			n.add(leaf{part: n.say(lessonsPart), paint: func(p *page) { n.lessonsPage(p, here, marked) }})
		}
		list, used = nil, partRoom
	}
	for _, l := range n.book.Lessons {
		lesson := n.place(l, body.w)
		if len(list) > 0 && used+lesson.height > body.h {
			flush()
		}
		list, used = append(list, lesson), used+lesson.height+lessonGap
	}
	flush()
}

// place measures a lesson.
func (n *binder) place(l Lesson, width float64) placed {
	m := placed{Lesson: l, lines: n.wrap(l.Text, width, bodySize, false)}
	m.height = headingSize*leading + float64(len(m.lines))*bodySize*leading
	if l.Drawing == nil {
		return m
	}
	d := *l.Drawing
	d.Style.colors, d.Style.Gray = n.theme, n.style.Gray
	m.layout = newLayout(&d, n.fonts)
	columns, rows := m.layout.whole()
	m.cell = min(lessonCell, width/columns)
	m.height += rows*m.cell + bodySize
	return m
}

func (n *binder) lessonsPage(p *page, list []placed, marked bool) {
	n.partHeading(p, n.say(lessonsPart), marked)
	y := p.body.y + partRoom
	for _, l := range list {
		n.lesson(p, l, y)
		y += l.height + lessonGap
	}
}

func (n *binder) lesson(p *page, l placed, y float64) {
	y += headingSize
	p.group(asHeading, "", func() {
		n.text(p, p.body.x, y, headingSize, true, atStart, n.fonts.clip(l.Heading, p.body.w, headingSize, true))
	})
	y += headingSize*(leading-1) + bodySize
	p.group(asParagraph, "", func() {
		for _, line := range l.lines {
			n.text(p, p.body.x, y, bodySize, false, atStart, line)
			y += bodySize * leading
		}
	})
	if l.layout != nil {
		p.group(asFigure, l.Heading, func() {
			l.layout.paint(&p.scene, p.body.x+l.layout.left*l.cell, y+l.layout.top*l.cell, l.cell, hairline)
		})
	}
}
