package solve

// Every number that steers the engine, in one table: what it does, which range was
// tried, and what it is worth. Limits that follow from a layout, and estimates of
// memory, are where the layout is.
//
// Figures are conflicts or CPU seconds, before → after, of one run; where they come
// from is said in docs/algorithms.md ("what each part is worth", "what was tried")
// and in the message of the commit that brought the number. "Chance" is a fifth:
// so much do the conflicts of a set of boards vary from seed to seed. "icga2018" is the
// first solutions of that set, three seeds, 396 k conflicts when these were measured,
// before frequent descents; there chance is a tenth. "No record" means that the number
// has been as it is from the beginning and that nobody wrote down what another one does.

// Which puzzles are treated as pictures.
const (
	// pictureClustering is the clustering above which a puzzle is a picture: it is
	// probed, its messages are damped and its learned clauses are minimised.
	// Tried: noise has 0.87 to 1.09 on 6,000 boards of 25×25, whatever its density;
	// most drawings, and all hard ones seen, have more than 1.3. Worth: without
	// telling them apart the survey takes 1.5 → 10.6 s.
	pictureClustering = 1.2
)

// Probing (probe.go).
const (
	// probePatience is how many line solves probing may spend for every line of the
	// board without learning anything. Tried: 10 on noise too, which bought nothing,
	// so that noise is not probed at all (median of 25×25 0.97 → 0.82 ms); other
	// values on pictures: no record. Worth: without probing the survey takes
	// 1.5 → 2.6 s.
	probePatience = 300
)

// Beliefs (beliefs.go). Without any, 1,000 boards of noise take 234 k → 3,879 k
// conflicts, and 981 k if they are not refreshed on the way down.
const (
	// rootSweeps bounds the sweeps at the root of a board of noise. Tried: 15; with 4,
	// and news at 0.2, a third fewer messages, conflicts of six sets and three seeds
	// 603 k, 626 k, 687 k → 570 k, 626 k, 611 k.
	noiseSweeps = 4
	// slowSweeps is the same for a picture, whose damped messages take smaller steps.
	// Tried: 8, 15 and 30 on the survey but for its hardest, three seeds, 7.3, 2.8 and 7.0 s
	// where this takes 2.8; on drawn boards of 36 to 50 cells no difference. Worth, with
	// damping: without both the survey takes 1.5 → 1.8 s.
	pictureSweeps = 60
	// damping is how much of an old message stays in a new one on pictures; the word
	// kernel has the same number (line.Messages). Tried: 0 and this.
	damping = 0.5
	// dampedConflicts is for how long that is so: then descents wander as on noise, and
	// messages are not damped. Tried on 90 fresh drawn boards, at most 5,000 conflicts
	// each: for ever, 153 k conflicts, 9.0 s, 67 solved; 200, 57 k, 5.5 s, 84; 400, 59 k,
	// 6.0 s, 85; but with 200 or 0 one survey puzzle takes 201 → 1,000 conflicts. Only wandering, or only
	// undamped, from the start, at most 3,000 conflicts: 94 k → 46 k and 63 k, both 23 k.
	dampedConflicts = 2 * lubyUnit
	// noiseNews is how far the beliefs in the cells of a line of noise must have moved,
	// in all, for it to speak again. Tried: 0.3, 0.4, 0.5, 1, on 1,000 boards: median
	// 0.90, 0.79, 0.74 ms (1.00 when every message that moved by 0.2 was news), boards
	// without a conflict 59, 57, 49 % (52); and with 1, 14 %. After the first descent,
	// on 84 hard boards with two seeds, 0.2, 0.3 and 0.5 took 448 k, 484 k and 384 k
	// conflicts, 17.9, 19.9 and 14.6 s.
	noiseTolerance = 0.5
	// pictureNews is the same for damped messages, which take smaller steps. Tried: on
	// six survey puzzles with five seeds, 5.4 s when every message that moved by 0.05
	// was news, 3.9 s with 0.1. Once they are not damped any more, on 90 drawn boards, 0.1, 0.5 and 1:
	// 57 k, 63 k and 65 k conflicts, 5.5, 6.4 and 5.9 s.
	pictureTolerance = 0.1
	// retrace is the sweeps on the way down. Tried on icga2018: 1, 511 k; 4, 445 k.
	refreshSweeps = 2
	// retraceMin is how many cells must have been assigned since the last refresh, and
	// retracePart the part of all cells, whichever is more. Tried on icga2018: 5, 440 k;
	// 20, 545 k. Other parts: no record.
	refreshMin  = 10
	refreshPart = 64
	// messageNoise is how far a message is disturbed for a new descent: its odds are
	// multiplied by up to e^±½. Tried: more and less, within chance.
	messageNoise = 0.5
	// listLength is how many of the surest literals one scan of a board keeps that is not
	// a word board, so that not every decision scans it again. Beliefs are refreshed after a few
	// decisions, and then the rest of the list is void. Tried on icga2018, when word
	// boards had it too: 1, 411 k; 16, 458 k; the time is the same but for chance.
	listLength = 4
	// weightMin keeps a message from ruling out a color altogether. Tried: no record.
	weightMin = 1e-6
)

// Decisions (search.go, plan.go, order.go, phases.go).
const (
	// lubyUnit is the conflicts to the first restart. Tried: 20 to 400, conflicts
	// within chance; but a restart costs a descent's worth of messages, so that 50 → 200
	// took the survey from 3.55 to 2.24 s and first solutions of tcga2012 from 6.43 to
	// 4.89 s. 1000 is no better on hard boards of noise.
	lubyUnit = 200
	// descentConflicts is how many conflicts a descent goes on through. Tried: 0 to 10,
	// within chance. Worth, descents at restarts: 234 k → 731 k conflicts without.
	diveConflicts = 3
	// strayDecisions is how many decisions a descent on noise begins with that are drawn by chance,
	// from cells whose belief is further than strayLeast and nearer than strayMost from a
	// half; strayDraws bounds the search for one. Tried on 600 boards of 30×30 of the density
	// at which hard ones are, at most 2,500 conflicts: 0, 165 k; 3, 154 k; 6, 174 k; 12, 301 k. Worth,
	// 36 boards that take more than 10,000, at most 8,000: 11 → 18 solved. Other bounds: no
	// record. See docs/decisions/0017-randomised-dives.md.
	randomDecisions = 3
	randomMin       = 0.2
	randomMax       = 0.45
	randomDraws     = 50
	// earlyConflicts is for how long a board is in the time of frequent
	// descents, earlyRestart the conflicts from one to the next, and one in earlyFresh
	// starts from the root's beliefs and not from those of the last. Tried on 84 hard
	// boards with two seeds: without, 768 k conflicts, 26.4 s; with, 384 k to 528 k,
	// 14.6 to 23.0 s, of which 3000 for the first had the most seconds and 30 for the
	// second 391 k, 17.9 s. See docs/decisions/0017-randomised-dives.md.
	earlyConflicts = 1500
	earlyRestart   = 50
	earlyFresh     = 10
	// rootReturn is the conflicts in all after which a descent that hands over returns
	// to the root first. Tried on icga2018: 0, 632 k; never, 619 k.
	rootReturn = 300
	// planUnit is the first grant of conflicts to one way of searching; it doubles with
	// every turn. Tried: no record.
	planUnit = 1000
	// firstGrant is added for the descents of a first solution: hard boards of noise
	// have been seen to need ten thousand conflicts of them, and hardly ever a proof.
	// Tried on icga2018: 0, 496 k; on 14 hard boards with four seeds, 4000, 473 k → 578 k.
	firstGrant = 20000
	// hopefulGrant is up to which grant the proof phase takes a hopefulShare-th of its own
	// while a first solution of noise is looked for: descents alone for 81,000 conflicts, and
	// then proofs in earnest. Worth, boards that take more than 21,000 conflicts, at most
	// 160,000: 18 of 30×30, 13 → 16 solved, 101 → 93 s; 13 of 40×40, 4 → 8, 120 → 92 s.
	hopefulGrant = 8000
	hopefulShare = 100
	// activityDecay is by how much activities fade with every conflict. Tried: other
	// values, within chance.
	activityDecay = 0.9
	// rephaseEvery is the conflicts to the first rephasing; each later one comes that
	// much later. Tried: other rhythms, within chance. Worth, all target phases: first
	// solutions of two sets, three seeds each, take 700 k → 958 k conflicts without.
	rephaseEvery = 1000
	// rephaseFlips is one in how many phases a rephasing flips. Tried: no record.
	rephaseFlips = 8
)

// Learned clauses (clauses.go). Without any clean-up noise takes 234 k → 259 k
// conflicts and proofs 5.3 → 8.9 s.
const (
	// reduceEvery is the conflicts to the first clean-up, and reduceStep how much later
	// each next one is. Tried: twice and four times as often, 239 k → 312 k and 387 k
	// conflicts for 13- to 15-dom; twice as often on 25 hard boards of noise, four seeds,
	// 821 k → 978 k conflicts, 46.6 → 63.2 s.
	reduceEvery = 2000
	reduceStep  = 300
	// reducePart of reduceOf are dropped, of the clauses that are neither good nor in
	// use. Tried on icga2018: half of them, 463 k.
	reducePart, reduceOf = 3, 4
	// keptGlue and usefulGlue: clauses with so few levels are kept for ever, or as long
	// as they are used. After Glucose. Tried on icga2018: useful up to 3, 421 k; up to 12,
	// 495 k.
	keptGlue   = 2
	usefulGlue = 6
)

// The proof phase (refute.go, blocks.go).
const (
	// secondTry is the conflicts of plain search near a known solution of a picture
	// before the proof phase begins, and noiseTry the same on noise, where descents come
	// next. Tried: 0, 200 and 1000; on 1,000 boards of tcga2012, verdicts, 0 and 200 made
	// one board take 0.2 → 1.7 s, while n-dom takes that many conflicts less.
	secondTry = 200
	noiseTry  = 1000
	// proofDecay is activityDecay in the proof phase. Tried: 0.85 to 0.97, conflicts of
	// 11- to 13-dom within a tenth, but for 0.85.
	proofDecay = 0.92
	// minimizeDepth bounds how many steps back minimising a clause goes, as a matter of
	// the stack.
	maxMinimizeDepth = 100
	// restartMargin is by how much the glue of recent clauses must exceed the average
	// for a restart, and restartPause the conflicts that must lie between two. Tried:
	// margins 1 to 1.25 (94 k, 94 k → 123 k conflicts of 11- to 13-dom), pauses 2 to 10,
	// within chance; no restarts at all, 94 k → 298 k.
	restartMargin = 1.1
	restartPause  = 10
	// fastGlue and slowGlue are how much a new clause counts in the two averages. Tried:
	// 0.03 to 0.2 for the first, within chance.
	fastGlue = 0.03
	slowGlue = 0.001
	// maxBlockVars bounds the block literals: some 190 MB. Faase, 99×59, has 30 k of
	// them at the root.
	maxBlockVars = 1 << 19
)

// Weighing (weigh.go).
const (
	// weightUnit is the weight of a cell, and the scale of what is rounded. Tried: 16, 64,
	// 1024 and 4096, rounds of 10- to 16-dom within a tenth.
	costUnit = 16
	// weighEvery is the rounds from one search for facts to the next.
	fixEvery = 10
	// weighPatience is the rounds for every line after which weighing is given up without a
	// fact, but no more than weighWork blocks and offsets; once there is one, weighAgain times as many
	// to the next. 10-, 16- and 24-dom have their first fact after 50, 110 and 210 rounds,
	// and are through after 240, 680 and 2,190.
	lagrangianPatience  = 3
	lagrangianWork      = 3 << 20
	lagrangianExtension = 4
	// weighStride is by how much steps are longer than Polyak's. With 1 they converge, and 13-dom takes
	// more than 10,000 rounds instead of 420; with 1.6, 740; with 1.9 weights of 28-dom become too large too soon.
	stepFactor = 1.8
	// weighFriction is what a step does not take over from the last, but no more than
	// weighFrictionBySize over the square of the lines. Tried for 10- to 30-dom: 0.02 and
	// 0.01 up to 13-dom, 0.005 up to 16, 0.003 up to 18, 0.001 up to 24: beyond, weights become too large too soon.
	friction       = 0.005
	frictionBySize = 12
	// maxWeighed bounds the blocks and offsets of all lines: with more, there would not be
	// rounds enough to find anything.
	maxLagrangianStates = 1 << 16
)

// Counting (count.go). The sweep has its own table, in internal/count.
const (
	// backboneConflicts bounds the search for a solution that differs in one cell. A
	// cell that cannot be settled stays open, which is sound. Tried: no record.
	backboneConflicts = 5000
)

// Several searchers (team.go, portfolio.go, exchange.go).
const (
	// helpAfter is the conflicts after which a search counts as hard. Helpers come in
	// at a restart, the first of which is due then anyway: some 8 ms on a board of
	// 25×25, where a helper is ready in half a millisecond.
	helpAfter = lubyUnit
	// maxHelpers bounds a portfolio, since each reads what all the others learn.
	maxHelpers = 31
	// shareGlue and shareSize bound the clauses that are told to the others. Those
	// with few levels prune most and get used most; of the many others hardly any
	// would be worth its visits. Tried on 84 hard boards of 25×25, eight seeds each,
	// two searchers, conflicts in the mean: nothing shared 6,079, glue up to 2 5,726,
	// these limits 5,382, no limit 5,237 but 37 % more CPU.
	shareGlue = 6
	shareSize = 25
)

// Looking at the clock (stop.go).
const (
	// ticksPerPoll is the work between two looks at the context, in words of masks:
	// some ten microseconds on short lines and at most a millisecond on the longest.
	workPerPoll = 128
	// settleTicks is the same in the stage of lines only, where nothing comes between them.
	lineStageWork = 4 * workPerPoll
	// messageTicks is what a message costs, in line solves.
	messageWork = 4
	// pollsPerAsking is how many polls there are to a question to the context, which
	// may let go of the thread for a moment.
	pollsPerErr = 32
)
