// A game controller on the board: the cross or the left stick moves the cursor, as the pad of
// cursor mode does, and buttons draw while they are held. Controllers have no events, so they
// are read in every frame, but only while one is connected.

/** The buttons of the standard layout: https://w3c.github.io/gamepad/#remapping. */
const BUTTON = { a: 0, b: 1, x: 2, y: 3, left: 4, right: 5, start: 9 } as const;
const CROSS = [
  { button: 12, axis: 1, sign: -1, down: -1, across: 0 },
  { button: 13, axis: 1, sign: 1, down: 1, across: 0 },
  { button: 14, axis: 0, sign: -1, down: 0, across: -1 },
  { button: 15, axis: 0, sign: 1, down: 0, across: 1 },
] as const;
/** How far the stick is pushed to count. */
const PUSHED = 0.5;
/** Holding the cross repeats it. */
const HELD_MS = 350;
const REPEAT_MS = 80;

export interface Controls {
  readonly step: (down: number, across: number) => void;
  /** Begins a stroke with the chosen tool or another one. */
  readonly press: (tool?: 'cross' | 'maybe') => void;
  readonly lift: () => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly hint: () => void;
  readonly changeMode: () => void;
}

/** Follows controllers until the function that it returns is called. */
export function followGamepads(controls: Controls, onconnect: () => void): () => void {
  const held = new Set<number>();
  let direction: (typeof CROSS)[number] | undefined;
  let repeat = 0;
  let frame = 0;
  const connected = () => navigator.getGamepads().find((pad) => pad?.connected);

  const pressed: Readonly<Record<number, () => void>> = {
    [BUTTON.a]: () => controls.press(),
    [BUTTON.b]: () => controls.press('cross'),
    [BUTTON.x]: () => controls.press('maybe'),
    [BUTTON.y]: controls.changeMode,
    [BUTTON.left]: controls.undo,
    [BUTTON.right]: controls.redo,
    [BUTTON.start]: controls.hint,
  };
  const draws = [BUTTON.a, BUTTON.b, BUTTON.x] as readonly number[];

  function look(now: number) {
    const pad = connected();
    frame = pad ? requestAnimationFrame(look) : 0;
    if (!pad) return;
    for (const [name, act] of Object.entries(pressed)) {
      const button = Number(name);
      const down = pad.buttons[button]?.pressed ?? false;
      if (down === held.has(button)) continue;
      if (down) {
        held.add(button);
        act();
      } else {
        held.delete(button);
        if (draws.includes(button)) controls.lift();
      }
    }
    const next = CROSS.find(
      ({ button, axis, sign }) =>
        pad.buttons[button]?.pressed || (pad.axes[axis] ?? 0) * sign > PUSHED,
    );
    if (next && (next !== direction || now >= repeat)) {
      controls.step(next.down, next.across);
      repeat = now + (next === direction ? REPEAT_MS : HELD_MS);
    }
    direction = next;
  }

  const begin = () => {
    if (!frame) frame = requestAnimationFrame(look);
  };
  const connect = () => {
    onconnect();
    begin();
  };
  addEventListener('gamepadconnected', connect);
  // It may have been connected on another page of the app.
  if ('getGamepads' in navigator && connected()) begin();
  return () => {
    removeEventListener('gamepadconnected', connect);
    cancelAnimationFrame(frame);
  };
}
