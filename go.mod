module nonogram

go 1.26
