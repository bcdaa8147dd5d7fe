package solve

// Tuning constants of the engine: the effect of each, the values tried, and the gain.
// Limits that follow from a data layout, and estimates of memory, are next to the layout.
//
// Figures are conflicts or CPU seconds of one run, before → after. docs/algorithms.md and
// the commits that introduced a value describe the experiments. Conflicts of a set of
// boards vary by about a fifth from seed to seed ("chance"). "icga2018" stands for the
// first solutions of that set with three seeds, 396 k conflicts before frequent dives,
// where chance is a tenth.

// pictureClustering is the clustering above which a puzzle is a drawing: it is probed, its
// messages that turn back are damped and its learned clauses are minimized. Noise has 0.87 to 1.09 on
// 6,000 boards of 25×25 of any density; all hard drawings seen have more than 1.3. Without
// the distinction the survey takes 1.5 → 10.6 s.
const pictureClustering = 1.2

// probePatience is the number of line solves, per line of the board, that probing may spend
// without finding a fact. Without probing the survey takes 1.5 → 2.6 s. On noise even 10
// gained nothing, so noise is not probed (median of 25×25 0.97 → 0.82 ms).
const probePatience = 300

// Belief propagation. Without it 1,000 boards of noise take 234 k → 3,879 k conflicts, and
// 981 k if beliefs are not refreshed during a dive.
const (
	// noiseSweeps bounds the sweeps at the root of a board of noise. 15 sends half as many
	// messages again; six sets with three seeds take 570 k, 626 k, 611 k → 603 k, 626 k,
	// 687 k conflicts.
	noiseSweeps = 4
	// pictureSweeps is the same for a drawing, whose messages take longer. On 24 hard drawings
	// with five seeds, at most 6,000 conflicts each, 8, 20 and 60 take 58 k, 52 k and 46 k.
	pictureSweeps = 60
	// damping is the share of an old message in a new one that turns back, on drawings. The
	// word kernel uses the same value (line.Messages). Verdicts with eight seeds, at most 6,000
	// conflicts each, before, when all messages were damped until 400 conflicts: 24 hard
	// drawings 116 k → 68 k, undecided 6 → 1; 60 made ones 56 k → 44 k, 7 → 4; the survey 55 k →
	// 71 k, 7 → 8. 60 made ones of more than 64 columns with two seeds 110 k → 94 k. Of messages
	// that turn back two or three times in a row alone, 24 hard ones with five seeds 46 k →
	// 62 k, 58 k. On noise damping takes 1.1 to 1.2 times the conflicts.
	damping = 0.5
	// beforeFrequent is the number of conflicts before the frequent dives of a drawing. Those 24
	// with 0, 200 and 400: 48 k, 49 k, 46 k.
	beforeFrequent = 2 * lubyUnit
	// noiseTolerance is the residual above which a line of noise is updated. On 1,000 boards
	// 0.3, 0.4 and 0.5 have medians of 0.90, 0.79 and 0.74 ms; with 1 only 14 % of the boards
	// take no conflict instead of 49 %. On 22 hard boards with two seeds, at most
	// 15,000 conflicts, 0.3 and 0.1 take 242 k → 270 k and 297 k.
	noiseTolerance = 0.5
	// pictureTolerance is the same for drawings. With 0.5 those 24 take 46 k → 76 k.
	pictureTolerance = 0.1
	// refreshSweeps is the number of sweeps of a refresh during a dive. On icga2018: 1,
	// 511 k; 4, 445 k. One sweep before the first conflict saves no messages.
	refreshSweeps = 2
	// Beliefs are refreshed after refreshMin assigned cells or a refreshPart-th of all
	// cells, whichever is more. On icga2018: 5, 440 k; 20, 545 k.
	refreshMin  = 10
	refreshPart = 64
	// messageNoise is the perturbation of messages for a new dive: odds are multiplied by up
	// to e^±½. Other values: within chance.
	messageNoise = 0.5
	// listLength is the number of literals that one scan for the most certain ones keeps on
	// boards that are not word boards. On icga2018, when word boards used it too: 1, 411 k;
	// 16, 458 k.
	listLength = 4
	// weightMin keeps a message from excluding a color.
	weightMin = 1e-6
)

// Decisions and restarts.
const (
	// lubyUnit is the number of conflicts to the first restart. 20 to 400 differ by chance in
	// conflicts, but a restart costs the messages of a dive: 50 → 200 took the survey from
	// 3.55 to 2.24 s and first solutions of tcga2012 from 6.43 to 4.89 s.
	lubyUnit = 200
	// diveConflicts is the number of conflicts that a dive survives. 0 to 10: within chance.
	// Without dives at restarts 234 k → 731 k conflicts.
	diveConflicts = 3
	// randomDecisions is the number of random decisions at the start of a dive on noise, on
	// cells whose belief differs from a half by more than randomMin and less than randomMax;
	// randomDraws bounds the draws for one. On 600 boards of 30×30 of at most 2,500 conflicts:
	// 0, 165 k; 3, 154 k; 6, 174 k; 12, 301 k. Of 36 boards of more than 10,000 conflicts 18
	// instead of 11 are solved within 8,000. See docs/decisions/0017-randomized-dives.md.
	randomDecisions = 3
	randomMin       = 0.2
	randomMax       = 0.45
	randomDraws     = 50
	// earlyConflicts is the length of the period of frequent dives, earlyRestart the conflicts
	// from one to the next, and one in earlyFresh starts from the root beliefs instead of the
	// last ones. On 84 hard boards with two seeds: without, 768 k conflicts, 26.4 s; with,
	// 384 k to 528 k, 14.6 to 23.0 s. See docs/decisions/0017-randomized-dives.md. Without
	// an end: four boards with 12 seeds, 82 k → 58 k conflicts; two boards with four seeds that
	// vary little and need nearly a proof, 79 k → 265 k, four runs over 40,000. Periods in
	// turns: 19.4 → 22 s on 22 hard boards with two seeds. On noise such a period begins after
	// every earlyPeriod conflicts, because some boards take 200 or 100,000 conflicts by seed: 94
	// runs of 18 boards, at most 20,000 or 25,000 conflicts, 689 k → 581 k, 31.4 → 27.2 s, 15 →
	// 7 undecided.
	earlyConflicts = 1500
	earlyPeriod    = 4 * earlyConflicts
	earlyRestart   = 50
	earlyFresh     = 10
	// From largeBoard cells on noise keeps to frequent dives, since a proof is out of reach. 17
	// fresh hard boards of 40×40, at most 20,000 conflicts instead of 40,000: 21.4 → 16.3 s, 4 →
	// 2 undecided; 25 of 60×60, at most 10,000 instead of 20,000: 9.5 → 8.7 s, 4 → 1. With 900,
	// one of 900 boards of 30×30 takes 0.6 → over 14 s.
	largeBoard = 1600
	// firstDescent is the number of dives before the first descent and after one that fails; each
	// further one that fails doubles it. 35 dithers of 90×90 to 150×150, at most 5,000 conflicts:
	// never, 13.3 M lines and messages, 6 undecided; 2, 2.3 M, none; 4, 2.8 M, none; 8, 5.2 M,
	// one. 498 runs of noise of 30×30 and 40×40, at most 20,000: 67.5 M → 53.6 M, 6 → 3 undecided.
	firstDescent = 4
	// rootReturn is the number of conflicts after which a dive that ends returns to the root.
	// On icga2018: 0, 632 k; never, 619 k.
	rootReturn = 300
	// planUnit is the first grant of conflicts to dives or to proof mode; it doubles.
	planUnit = 1000
	// firstGrant is added for the dives of a first solution of noise: hard boards need up to
	// ten thousand conflicts, and hardly ever a proof. On icga2018: 0, 496 k. Drawings alternate
	// from the start: verdicts of the survey 22.6 k → 6.4 k conflicts, 3.1 → 1.2 s, and an
	// unsolvable 30×30 of one block in every row, undecided after 20 k → 10.6 k.
	firstGrant = 20000
	// Up to hopefulGrant, proof mode takes only a hopefulShare-th of its grant while dives
	// look for a first solution of noise. Boards of more than 21,000 conflicts solved within
	// 160,000: 18 of 30×30, 13 → 16; 13 of 40×40, 4 → 8.
	hopefulGrant = 8000
	hopefulShare = 100
	// activityDecay is the factor of activities per conflict. Other values: within chance.
	activityDecay = 0.9
	// rephaseEvery is the number of conflicts to the first rephasing, and by how much the
	// interval grows. Other values: within chance. Without target phases first solutions of
	// two sets with three seeds take 700 k → 958 k conflicts.
	rephaseEvery = 1000
	// rephaseFlips is one in how many phases a rephasing flips.
	rephaseFlips = 8
)

// The clause database. Without reductions noise takes 234 k → 259 k conflicts and proofs
// 5.3 → 8.9 s.
const (
	// reduceEvery is the number of conflicts to the first reduction, and reduceStep how much
	// later each next one is. Twice and four times as often: 239 k → 312 k and 387 k conflicts
	// for 13- to 15-dom; twice as often on 25 hard boards of noise, 821 k → 978 k. A step of
	// 100 on five hard boards of 30×30: 177 k → 209 k conflicts, 45 → 41 µs each.
	reduceEvery = 2000
	reduceStep  = 300
	// A reduction drops reducePart of reduceOf clauses that are neither good nor in use. On
	// icga2018: half of them, 463 k.
	reducePart, reduceOf = 3, 4
	// Clauses of at most keptGlue levels are kept for ever, and of at most usefulGlue levels
	// while they are used. After Glucose. On icga2018: useful up to 3, 421 k; up to 12, 495 k.
	keptGlue   = 2
	usefulGlue = 6
)

// Proof mode.
const (
	// secondTry is the number of conflicts of plain search near a known solution of a drawing
	// before proof mode; noiseTry the same on noise before dives. With 0 or 200 for noise one
	// of 1,000 boards of tcga2012 takes 0.2 → 1.7 s.
	secondTry = 200
	noiseTry  = 1000
	// proofDecay is activityDecay in proof mode. 0.85 to 0.97: within a tenth, except for 0.85.
	proofDecay = 0.92
	// maxMinimizeDepth bounds the recursion of minimizeDeep.
	maxMinimizeDepth = 100
	// A restart is due when the fast average of glue exceeds restartMargin times the slow one,
	// at least restartPause conflicts after the last. Margins 1 to 1.25: 94 k, 94 k → 123 k
	// conflicts of 11- to 13-dom; pauses 2 to 10: within chance; no restarts, 298 k.
	restartMargin = 1.1
	restartPause  = 10
	// fastGlue and slowGlue are the weights of a new clause in the two averages.
	fastGlue = 0.03
	slowGlue = 0.001
	// maxBlockVars bounds the block variables, to about 190 MB. Faase, 99×59, has 30 k.
	maxBlockVars = 1 << 19
)

// The Lagrangian bound.
const (
	// costUnit is the cost of a cell before rounding, and inverseTemperature the factor of
	// costs in exponents: a unit counts as 1/8.
	costUnit           = 64
	inverseTemperature = 1.0 / 512
	// agreement is the difference between rows and columns, in cells per line, at which the
	// bound gives up: the linear program has a solution.
	agreement = 0.001
	// stepGrowth is the greatest growth of the length of a step from round to round.
	stepGrowth = 1.02
	// beforeBound is the number of conflicts of dives for the first solution of a drawing
	// before the bound.
	beforeBound = 50
	// fixEvery is the number of rounds between two searches for facts.
	fixEvery = 10
	// lagrangianPatience is the number of rounds without a fact per line, at most
	// lagrangianWork blocks and offsets in all; after the first fact lagrangianExtension times
	// as many. 10-, 16- and 24-dom have their first fact after 50, 110 and 210 rounds, and end
	// after 240, 680 and 2,190.
	lagrangianPatience  = 3
	lagrangianWork      = 3 << 20
	lagrangianExtension = 4
	// stepFactor is the length of a subgradient step relative to Polyak's. With 1 13-dom takes
	// more than 10,000 rounds instead of 420; with 1.6, 740; with 1.9 multipliers of 28-dom
	// overflow.
	stepFactor = 1.8
	// A subgradient step keeps 1 - friction of the last one; friction is at most
	// frictionBySize over the square of the number of lines. 0.02 and 0.01 solve up to 13-dom,
	// 0.005 up to 16, 0.003 up to 18, 0.001 up to 24; beyond, multipliers overflow.
	friction       = 0.005
	frictionBySize = 12
	// maxLagrangianStates bounds the blocks and offsets of all lines: with more there would
	// be too few rounds.
	maxLagrangianStates = 1 << 16
	// maxUnknownStates is the same without a known solution, where the bound seldom helps on
	// dense drawings and the search pauses for it: paused after 50 conflicts, webpbn 2712
	// takes 165 → 777 conflicts, Faase 201 → 719.
	maxUnknownStates = 1 << 13
)

// backboneConflicts bounds the search for a solution that differs in one cell, for counting.
// A cell that it does not decide stays open, which is sound.
const backboneConflicts = 5000

// maxModels bounds the known solutions that a count keeps for a lower bound.
const maxModels = 64

// Parallel search.
const (
	// helpAfter is the number of conflicts after which helpers start, at a restart: about 8 ms
	// on a board of 25×25.
	helpAfter = lubyUnit
	// maxHelpers bounds a portfolio, since each member reads the clauses of all others.
	maxHelpers = 31
	// shareGlue and shareSize bound the clauses shared. On 84 hard boards of 25×25 with eight
	// seeds and two searchers, mean conflicts: nothing shared 6,079; glue up to 2, 5,726;
	// these limits 5,382; no limit 5,237, with 37 % more CPU.
	shareGlue = 6
	shareSize = 25
)

// Polling the context.
const (
	// workPerPoll is the work between two polls, in words of masks: ten microseconds on short
	// lines and at most a millisecond on the longest.
	workPerPoll = 128
	// lineStageWork is the same in stage 0.
	lineStageWork = 4 * workPerPoll
	// messageWork is the cost of a message in line solves.
	messageWork = 4
	// pollsPerErr is the number of polls between two calls of the context's Err, which may
	// yield the thread.
	pollsPerErr = 32
)
