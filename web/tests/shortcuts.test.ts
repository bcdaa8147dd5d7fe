import { describe, expect, it, vi } from 'vitest';
const settings = { wrong: 'asked', keys: true, bound: {} as Record<string, string> };
vi.mock('../src/app/settings.svelte', () => ({ settings, choose: vi.fn() }));
vi.mock('../src/play/session.svelte', () => ({}));
const { playShortcut } = await import('../src/play/shortcuts');

/** Presses a key and returns the names of the actions that ran. */
function press(key: string, { ctrlKey = false, shiftKey = false, solved = false } = {}): string[] {
  const ran: string[] = [];
  const record = (prefix: string) =>
    new Proxy({} as Record<string, () => void>, {
      get: (_, name) => (): void => void ran.push(prefix + String(name)),
    });
  const session = Object.assign(Object.create(record('session.')), {
    game: { solved, whatIf: false },
    help: record('help.'),
    reader: { keys: () => ({}) },
  });
  const event = { key, ctrlKey, shiftKey, preventDefault: () => undefined } as KeyboardEvent;
  playShortcut(event, session, record('board.') as never, () => ran.push('keys'));
  return ran;
}

describe('the shortcuts of the play page', () => {
  it('undo, redo, hint, check, zoom and select colors', () => {
    expect(press('z')).toEqual(['session.undo']);
    expect(press('Z', { shiftKey: true })).toEqual(['session.redo']);
    expect(press('z', { ctrlKey: true })).toEqual(['session.undo']);
    expect(press('y', { ctrlKey: true })).toEqual(['session.redo']);
    expect(press('h')).toEqual(['help.more']);
    expect(press('c')).toEqual(['help.check']);
    expect(press('w')).toEqual(['session.beginWhatIf']);
    expect(press('t')).toEqual(['session.changeMode']);
    expect(press('0')).toEqual(['board.fit']);
    expect(press('[')).toEqual(['board.adjust']);
    expect(press('3')).toEqual(['session.chooseColor']);
  });

  it('are only those with Ctrl and Escape where single keys are off', () => {
    settings.keys = false;
    expect(['z', 'h', '3', '?', '0'].flatMap((key) => press(key))).toEqual([]);
    expect(press('z', { ctrlKey: true })).toEqual(['session.undo']);
    expect(press('Escape')).toEqual(['help.close']);
    settings.keys = true;
  });

  it('may have other keys', () => {
    settings.bound = { h: 'u', z: 'ä' };
    expect(['u', 'h', 'Ä'].flatMap((key) => press(key))).toEqual(['help.more', 'session.undo']);
    expect(press('z', { ctrlKey: true })).toEqual(['session.undo']);
    settings.bound = {};
  });

  it('leave other keys alone', () => {
    expect(press('h', { ctrlKey: true })).toEqual([]);
    expect(press('q')).toEqual([]);
  });

  it('end with the win, except for the list of keys', () => {
    expect(press('h', { solved: true })).toEqual([]);
    expect(press('?', { solved: true })).toEqual(['keys']);
  });
});
