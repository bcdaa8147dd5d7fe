package batch

// Crash points: the places between two steps of which a crash may separate the first
// from the second. Each has a name, and the tests kill a process at every one of them,
// on purpose and not by chance, to see that whoever comes next does the rest.

// point is the name of a crash point: what has been done, and what has not.
type point string

const (
	pointStreams  point = "streams made, job not stored"
	pointBegun    point = "job stored, nothing sent"
	pointSent     point = "chunk sent, sender not told"
	pointAllSent  point = "all sent, not sealed"
	pointSealed   point = "sealed"
	pointTaken    point = "chunk taken, no item begun"
	pointMarked   point = "item marked, not begun"
	pointWorked   point = "chunk worked on, not stored"
	pointStored   point = "result stored, chunk not acknowledged"
	pointAcked    point = "chunk acknowledged"
	pointReturned point = "return noted, chunk not given back"
	pointAnswered point = "answer stored, parts not dropped"

	pointCancelled point = "job cancelled, work not dropped"
	pointNoWork    point = "work dropped, results not"
	pointNoResults point = "results dropped, marks not"
	pointNoMarks   point = "marks erased, job not"

	pointLocked  point = "folder locked, no server"
	pointAddress point = "address written, not in its place"
	pointServing point = "server running"

	pointOutput  point = "output written, outcome not"
	pointOutcome point = "outcome written, nobody called"
	pointCalled  point = "everybody called, queue not closed"
	pointClosed  point = "queue closed, folder not renamed"
	pointRenamed point = "folder renamed, not removed"
)

// crash, where a test has set it, is called at every crash point.
var crash func(point)

// reached says that the process is at a crash point.
func reached(p point) {
	if crash != nil {
		crash(p)
	}
}
