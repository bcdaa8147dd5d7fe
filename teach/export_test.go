package teach

// OpenAfter is for tests that leave techniques out.
var OpenAfter = openAfter
