// The keyboard shortcuts of the play page. The board handles its own keys first.

import { settings } from '../app/settings.svelte';
import type { Tool } from '../model/stroke';
import { usualKey } from '../app/keys';
import type { Cursor } from '../games/reader.svelte';
import type { Session } from './session.svelte';

/** The parts of the board that shortcuts use. */
interface BoardControls extends Cursor {
  zoom(factor: number): void;
  fit(): void;
  adjust(by: number): void;
  press(tool: Tool): void;
  lift(): void;
}

/** Reports whether an element uses keys itself. */
export const takesKeys = (target: EventTarget | null): boolean =>
  (target as Element).closest('input, textarea, select, dialog, [role="menu"]') !== null;

/** Runs the action of a key, if it has one. After the win only the list of keys is left. */
export function playShortcut(
  event: KeyboardEvent,
  session: Session,
  board: BoardControls | undefined,
  showKeys: () => void,
): void {
  const single = !event.ctrlKey && !event.metaKey && event.key !== 'Escape';
  if (single && !settings.keys) return;
  const action = usualKey(event) === '?' ? showKeys : actionOf(event, session, board);
  if (!action) return;
  event.preventDefault();
  if (!session.game.solved || action === showKeys) action();
}

function actionOf(
  event: KeyboardEvent,
  session: Session,
  board: BoardControls | undefined,
): (() => void) | undefined {
  const { game, help, reader } = session;
  const name = usualKey(event).toLowerCase();
  const undoOrRedo = () => (event.shiftKey ? session.redo() : session.undo());
  if (event.ctrlKey || event.metaKey) {
    if (name === 'z') return undoOrRedo;
    return name === 'y' ? () => session.redo() : undefined;
  }
  if (event.altKey) return undefined;
  if (/^[1-9]$/.test(name)) return () => session.chooseColor(Number(name));
  const keys: Record<string, () => void> = {
    ...(board && reader.keys(board)),
    z: undoOrRedo,
    h: () => void help.more(),
    c: () => settings.wrong !== 'never' && void help.check(),
    w: () => (game.whatIf ? session.keepWhatIf() : session.beginWhatIf()),
    t: () => session.changeMode(),
    g: () => board && void session.goOn(board.go),
    e: () => board && session.crossRest(board.at()),
    m: () => {
      board?.press({ kind: 'maybe' });
      board?.lift();
    },
    '+': () => board?.zoom(1.25),
    '=': () => board?.zoom(1.25),
    '-': () => board?.zoom(0.8),
    '0': () => board?.fit(),
    '[': () => board?.adjust(-0.04),
    ']': () => board?.adjust(0.04),
    escape: () => help.close(),
  };
  return keys[name];
}
