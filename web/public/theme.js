// Sets the chosen themes before anything is painted, so that no page flashes white in
// the dark. A file of its own because the content policy allows no inline scripts.
try {
  const { theme, board } = JSON.parse(localStorage.getItem('nonogram/settings')).value;
  const { dataset } = document.documentElement;
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  if (/^(sepia|blueprint|contrast)$/.test(board)) dataset.board = board;
} catch {
  // No settings yet, or no storage: the system decides.
}
