# Everything that the page of the R package nonogram by H. R. Johnston does, as it stands there.
library(nonogram)

non_3x3 <- nonogram(
  rows    = list(c(1, 1), 1, 3),
  columns = list(c(1, 1), 2, c(1, 1))
)
non_3x3
non_3x3 <- solve(non_3x3, algorithm = "force", max_iter = Inf)
plot(non_3x3)
stopifnot(non_3x3$solution == rbind(c(1, 0, 1), c(0, 1, 0), c(1, 1, 1)))

data(examples)
ex36 <- examples[[36]]
ex36
plot(ex36, with_solution = FALSE)
ex36 <- solve(ex36, algorithm = "perm_elim", verbose = TRUE, parallel = TRUE)
plot(ex36)
stopifnot(dim(ex36$solution) == 15, identical(ex36$solution, solve(examples[[36]], algorithm = "engine")$solution))

perms15 <- make_full_perm_set(15)
perms15[1:10, ] # just the first 10 rows
dim(perms15)
stopifnot(dim(perms15) == c(2^15, 15))
ex36 <- ex36 |>
  solve(row_permutations = perms15, column_permutations = perms15) |>
  plot()
stopifnot(inherits(ex36, "nonogram"))
