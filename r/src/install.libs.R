# Beside the package's own library the one that it loads, which the source package has compressed in tools.
folder <- file.path(R_PACKAGE_DIR, paste0("libs", R_ARCH))
dir.create(folder, recursive = TRUE, showWarnings = FALSE)
file.copy(Sys.glob(paste0("nonogram", SHLIB_EXT)), folder, overwrite = TRUE)
packed <- gzfile("../tools/libnonogram.gz", "rb")
unpacked <- file(file.path(folder, "libnonogram.so"), "wb")
while (length(part <- readBin(packed, "raw", 2^20)) > 0) writeBin(part, unpacked)
close(packed)
close(unpacked)
