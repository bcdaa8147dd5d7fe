// Package batch runs jobs that are too large for one process: a million puzzles to
// validate, a census of all small grids, one puzzle split over many machines. The queue
// is NATS JetStream, embedded in the program or as a separate server or cluster.
//
//	items ─ Submit ─▶ work stream ─ Workers ─▶ done stream ─ Results ─▶ output
//	        chunks    (work queue)   any number  one message    in input order
//	                                 of machines  per chunk
//
// # Terms
//
// An item is the unit that a [Kind] of work answers, usually a puzzle. A chunk is a
// sequence of items, the unit that is queued, answered and stored. A job is a sequence
// of chunks, numbered from 0, with a kind and a request.
//
// # Guarantees
//
// Nothing is lost. A chunk leaves the work queue only after its result is stored, and
// the embedded server syncs every write. The chunk of a dead worker is delivered to
// another within [AckWait]; a live worker sends a heartbeat every [Heartbeat].
//
// Nothing counts twice. Chunks are delivered at least once, so two workers may have the
// same one. The result of chunk i is published to a subject of its own, on the condition
// that the subject is empty: the first result stays. Every job has streams and subjects of
// its own, also if its name was used before. A result carries a key, the hash of
// the program's version, the kind, the request and the items. Workers of another version
// skip the job.
//
// The output does not depend on the number of workers, crashes and restarts: results
// are read by number, and records carry no times (elapsed_ms is 0). The one exception
// are time limits, whose first result is kept.
//
// A deadly item does not stop a job. A panic becomes an error record. If a process dies,
// the next worker answers the chunk in a worker process (process.go), and an item that
// kills three of them is set aside with an error record (delivery_record.go).
//
// Workers are not trusted: the collector compares results with the items that the sender
// stored beside the queue, and verdicts with certificates if the job asks for them (check.go).
//
// Memory is bounded. Items are read as they are sent, a worker holds a few chunks,
// results wait in the stream, and the sender waits while the work queue holds
// [QueueChunks].
//
// # The server
//
// [Config].URL selects a server. Otherwise a folder has its own: the first process that
// opens the folder locks it and runs the server, on loopback with a token; others read
// the address from the folder. When that process ends, another one takes over within a
// second (host.go). JetStream cannot elect this process, because no server runs yet.
//
// Sources: docs.nats.io describes work queues, acknowledgements and conditional
// publishing.
package batch
