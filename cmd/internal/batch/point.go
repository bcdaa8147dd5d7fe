package batch

// point is a crash point: a place between two steps that a crash may separate. The tests
// kill a process at every one, and check that the next process completes the work.
type point string

const (
	pointBegun    point = "job stored, no streams"
	pointStreams  point = "streams made, nothing sent"
	pointSent     point = "chunk sent, sender not informed"
	pointAllSent  point = "all sent, not sealed"
	pointSealed   point = "sealed"
	pointTaken    point = "chunk taken, no item begun"
	pointRecorded point = "delivery record written, item not begun"
	pointWorked   point = "chunk worked on, not stored"
	pointStored   point = "result stored, chunk not acknowledged"
	pointAcked    point = "chunk acknowledged"
	pointReturned point = "return noted, chunk not given back"

	pointCancelled point = "job cancelled, work not dropped"
	pointNoWork    point = "work dropped, results not"
	pointNoResults point = "results dropped, delivery records not"
	pointNoRecords point = "delivery records erased, job not"

	pointLocked  point = "folder locked, no server"
	pointAddress point = "address written, not in its place"
	pointServing point = "server running"

	pointOutput  point = "output written, end not marked"
	pointMarked  point = "end marked, not published"
	pointCalled  point = "end published, queue not closed"
	pointClosed  point = "queue closed, folder not renamed"
	pointRenamed point = "folder renamed, not removed"
)

// crash, in tests, is called at every crash point.
var crash func(point)

// reached calls crash.
func reached(p point) {
	if crash != nil {
		crash(p)
	}
}
