package line

// Scratch is the working memory of the kernels. The zero value is ready; it
// grows to the largest line it has served and then stays. One goroutine at a
// time.
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
