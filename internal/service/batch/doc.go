// Package batch runs jobs that are too large for one process: a million puzzles to
// validate, a census of all small grids, one puzzle split over many machines. The
// queue is NATS JetStream, embedded in the program or a server or cluster of its
// own; the code is the same.
//
//	items ─ Submit ─▶ work stream ─ Workers ─▶ done stream ─ Results ─▶ output
//	        chunks    (work queue)   any number  one message    in input order
//	                                 of machines  per chunk
//
// # Words
//
// An item is what a [Kind] of work handles at a time, for most kinds a puzzle. A
// chunk is some consecutive items, the unit that is queued, worked on and stored. A
// job is a sequence of chunks, numbered from 0, with a kind and a request: what
// exactly is to be done.
//
// # What is promised
//
// Nothing is lost. A chunk leaves the work queue only after its result is stored,
// and what the embedded server has acknowledged is on the disk (every write is
// synced). A worker that dies has its chunk delivered to another within [AckWait];
// one that lives says so every [Heartbeat], however long its chunk takes.
//
// Nothing counts twice. Chunks are delivered at least once, so two workers may have
// the same one; but the result of chunk i is stored at a subject of its own, on the
// condition that there is none yet: the first stays and the others are dropped. The
// result carries a key, the hash of the program's version, the kind, the request and
// the items, and whoever meets a chunk again compares it. A worker of another
// version leaves the job alone.
//
// The output is the same, byte for byte, whatever the number of workers, crashes
// and restarts: results are read back by number, and records carry no times
// (elapsed_ms is 0). Only a time limit brings chance in; what it made of a puzzle is
// kept as it was first stored.
//
// A killer does not stop the rest. What panics becomes an error record at once. If
// the whole process dies, the next worker has the items of the chunk answered by a
// process of their own and looks on (mark.go, hand.go); an item that has killed three
// such processes is set aside, with an error record in its place. A worker that dies
// itself counts against nobody.
//
// Memory is bounded. Items are read as they are sent, a worker holds the chunk it
// works on and the next one, results wait in the stream, and a work queue that has
// grown to [QueueChunks] makes the sender wait.
//
// # Where the server is
//
// With [Config].URL it is wherever that points to. Otherwise it belongs to a folder:
// the first process that needs it takes the folder's lock and runs the server inside
// itself, on loopback behind a token; the others find the address in the folder.
// When that process ends, or is killed, one of the others takes over within a
// second (host.go). So nobody has to start anything, and there is no lock that could
// be left behind.
//
// Sources: the work queue pattern, the consumer acknowledgements and the publishing
// on condition are described in the JetStream documentation at docs.nats.io; cube and
// conquer is due to Heule, Kullmann, Wieringa and Biere (2011).
package batch
