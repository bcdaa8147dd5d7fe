// Applies the stored themes before the first paint, so that no page flashes white in dark
// mode. It is a separate file because the content policy forbids inline scripts.
try {
  const { theme, board, hand } = JSON.parse(localStorage.getItem('nonogram/settings')).value;
  const { dataset } = document.documentElement;
  if (theme === 'light' || theme === 'dark') dataset.theme = theme;
  if (/^[a-z]+$/.test(board) && board !== 'paper') dataset.board = board;
  if (hand === 'left') dataset.hand = hand;
} catch {
  // No settings yet, or no storage: the system decides.
}
