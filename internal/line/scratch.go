package line

// Scratch is the working memory of the kernels. The zero value is ready to use. It grows to
// the largest line it has served. A Scratch must not be used by two goroutines at once.
type Scratch struct {
	word   wordScratch
	odds   oddsScratch
	pair   pairScratch
	color  colorScratch
	long   longScratch
	blot   blotScratch
	margin marginScratch
	count  countScratch
}
