// Between R and the C library, which is loaded by the first call, so that a process may fork before
// it. A job is a number.

#include "nonogram.h"

#include <R.h>
#include <R_ext/Rdynload.h>
#include <Rinternals.h>
#include <dlfcn.h>

static struct {
  nonogram_job (*start)(const char *, const char *, size_t, int);
  int (*wait)(nonogram_job, int64_t);
  char *(*progress)(nonogram_job);
  char *(*answer)(nonogram_job, size_t *);
  void (*cancel)(nonogram_job);
  void (*free)(char *);
} library;

static void *symbol(void *handle, const char *name) {
  void *found = dlsym(handle, name);
  if (found == NULL) Rf_error("%s", dlerror());
  return found;
}

// c_start starts a job, of the library in a file.
static SEXP c_start(SEXP path, SEXP operation, SEXP request) {
  if (library.free == NULL) {
    void *handle = dlopen(CHAR(STRING_ELT(path, 0)), RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) Rf_error("%s", dlerror());
    *(void **)&library.start = symbol(handle, "nonogram_start");
    *(void **)&library.wait = symbol(handle, "nonogram_wait");
    *(void **)&library.progress = symbol(handle, "nonogram_progress");
    *(void **)&library.answer = symbol(handle, "nonogram_answer");
    *(void **)&library.cancel = symbol(handle, "nonogram_cancel");
    *(void **)&library.free = symbol(handle, "nonogram_free");
  }
  SEXP text = STRING_ELT(request, 0);
  return Rf_ScalarReal((double)library.start(CHAR(STRING_ELT(operation, 0)), CHAR(text), (size_t)LENGTH(text), 0));
}

static nonogram_job job_of(SEXP job) { return (nonogram_job)Rf_asReal(job); }

// c_wait reports whether a job has ended, at most 50 milliseconds later. An interrupt leaves it.
static SEXP c_wait(SEXP job) {
  int ended = library.wait(job_of(job), 50);
  R_CheckUserInterrupt();
  return Rf_ScalarLogical(ended);
}

static SEXP taken(char *text) {
  SEXP result = PROTECT(Rf_ScalarString(Rf_mkCharCE(text == NULL ? "" : text, CE_UTF8)));
  library.free(text);
  UNPROTECT(1);
  return result;
}

static SEXP c_progress(SEXP job) { return taken(library.progress(job_of(job))); }

static SEXP c_answer(SEXP job) { return taken(library.answer(job_of(job), NULL)); }

static SEXP c_cancel(SEXP job) {
  library.cancel(job_of(job));
  return R_NilValue;
}

static const R_CallMethodDef calls[] = {
    {"c_start", (DL_FUNC)&c_start, 3}, {"c_wait", (DL_FUNC)&c_wait, 1},     {"c_progress", (DL_FUNC)&c_progress, 1},
    {"c_answer", (DL_FUNC)&c_answer, 1}, {"c_cancel", (DL_FUNC)&c_cancel, 1}, {NULL, NULL, 0},
};

void R_init_nonogram(DllInfo *info) {
  R_registerRoutines(info, NULL, calls, NULL, NULL);
  R_useDynamicSymbols(info, FALSE);
}
