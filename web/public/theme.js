// Sets the chosen theme before anything is painted, so that no page flashes white in
// the dark. A file of its own because the content policy allows no inline scripts.
try {
  const theme = JSON.parse(localStorage.getItem('nonogram/settings')).value.theme;
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // No settings yet, or no storage: the system decides.
}
