// Arrow keys for a group of buttons with the role "radio", as a group of radio fields has them.
// The buttons have a roving tabindex: the chosen one can be reached by Tab.

const MOVES: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Attached to the group. A key chooses a button and keeps the focus on it. */
export function radioKeys(group: HTMLElement): () => void {
  function onkeydown(event: KeyboardEvent) {
    const radios = [...group.querySelectorAll<HTMLElement>('[role="radio"]')];
    const at = radios.indexOf(event.target as HTMLElement);
    const move = MOVES[event.key];
    if (at < 0 || !move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const radio = radios[move(at, radios.length)];
    radio.click();
    radio.focus();
  }
  group.addEventListener('keydown', onkeydown);
  return () => group.removeEventListener('keydown', onkeydown);
}
