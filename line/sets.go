package line

// Set holds the candidates of one cell: bit c is set if the cell may have color
// c. Bit 0 is the background.
type Set uint64
