// A session: the game with tools, help and saving.

import { announce } from '../app/announce.svelte';
import { colorName } from '../ui/colorName';
import { notify } from '../app/notices.svelte';
import { settings } from '../app/settings.svelte';
import { inOrder, steppedText } from '../board/ariaText';
import { cellOn, isFilled, lineCells } from '../model/grid';
import {
  type Axis,
  EMPTY,
  isColored,
  isOpen,
  MAYBE,
  type Position,
  UNKNOWN,
} from '../model/puzzle';
import { Game } from '../games/game.svelte';
import type { Entry } from '../games/history';
import { type Go, Reader } from '../games/reader.svelte';
import { completes, consequences, lineStates } from '../games/spoken';
import { feedback } from './feedback';
import { Help, verdictText } from './help.svelte';
import { isoDay } from '../model/dates';
import { startSync, syncSoon } from '../games/startSync';
import { records } from '../games/records';
import { games, levelOf, type Source } from '../games/puzzleSource';
import { ownKey } from '../games/savedGames';
import type { Change, Tool } from '../model/stroke';
import { msg } from '../i18n/languages';
import { plural, t } from '../i18n/i18n.svelte';

/** What a stroke of the pointer does, in the order in which a key changes it. */
export const MODES = ['fill', 'cross', 'maybe'] as const;
export type Mode = (typeof MODES)[number];
export const MODE_NAMES = { fill: msg('Fill'), cross: msg('Cross'), maybe: msg('Maybe') } as const;

/** How many wrong strokes a game with lives bears. */
export const LIVES = 3;

export const livesText = (left: number): string => plural(left, '{n} life left', '{n} lives left');

export class Session {
  readonly game: Game;
  readonly help: Help;
  readonly reader: Reader;
  mode = $state<Mode>('fill');
  color = $state(1);
  /** The stored game is newer than this one and must not be overwritten. */
  private keepsAway: boolean;

  constructor(
    readonly source: Source,
    fresh = false,
  ) {
    const loaded = fresh ? {} : games.load(source.name, source.puzzle);
    this.game = new Game(source.puzzle, loaded.state);
    this.help = new Help(this.game);
    this.reader = new Reader(this.game);
    this.keepsAway = loaded.trouble === 'newer';
    games.playing = source.name;
    if (loaded.trouble === 'newer') {
      notify(
        t(
          'A newer version of this page has saved a game here. It is left as it is; reload to go on with it.',
        ),
        {
          tone: 'warn',
          sticky: true,
          action: { label: t('Reload'), run: () => location.reload() },
        },
      );
    } else if (loaded.trouble === 'damaged') {
      notify(t('The saved game could not be read and is put aside, so this is a fresh board.'), {
        tone: 'warn',
      });
    }
  }

  get tool(): Tool {
    return this.mode === 'fill' ? { kind: 'fill', color: this.color } : { kind: this.mode };
  }

  /** Goes on to the next mode, and says which. */
  changeMode(): void {
    this.mode = MODES[(MODES.indexOf(this.mode) + 1) % MODES.length];
    announce(t(MODE_NAMES[this.mode]));
  }

  /** All lives are lost. */
  get over(): boolean {
    return settings.lives && !this.game.solved && this.game.lost >= LIVES;
  }

  /** Takes a life for the wrong marks of a stroke, and puts them right. */
  private judge(changes: Change[]): Change[] {
    const { game, help } = this;
    const wrong = ({ cell, to }: Change) =>
      isFilled(to) && ![undefined, to].includes(help.solved(cell));
    if (!settings.lives || !changes.some(wrong)) return changes;
    game.lost++;
    feedback('wrong');
    return changes
      .map((change) => (wrong(change) ? { ...change, to: help.solved(change.cell)! } : change))
      .filter(({ from, to }) => from !== to);
  }

  draw(drawn: Change[]): void {
    const { game } = this;
    const { lost } = game;
    const changes = this.judge(drawn);
    const cost = lost < game.lost ? [livesText(LIVES - game.lost)] : [];
    if (changes.length === 0) {
      if (cost.length > 0) this.reader.say(inOrder(undefined, t('wrong|a mark'), cost));
      this.save();
      return;
    }
    const before = lineStates(game);
    game.draw(changes, settings.crosses);
    if (game.solved) {
      feedback('solved');
      this.record();
      return; // announced with the title
    }
    const { to } = changes[0];
    const made =
      to === UNKNOWN ? 'clear' : to === EMPTY ? 'cross' : to === MAYBE ? 'maybe' : 'fill';
    this.reader.add(changes);
    if (cost.length === 0) feedback(completes(before, lineStates(game)) ? 'line' : made);
    const follows = consequences(game, changes, before, this.help.wrongAtOnce);
    const mistaken = cost.length > 0 ? `${t('wrong|a mark')}, ` : '';
    this.reader.sayStroke(changes, [...cost, ...follows], mistaken);
    this.save();
  }

  /** Goes to the line of the next step of logic, as the first grade of a hint names it. */
  async goOn(go: Go): Promise<void> {
    const { game, help, reader } = this;
    const { revision } = game;
    const hint = await help.look();
    if (!hint || revision !== game.revision) return;
    const { line } = hint;
    if (hint.kind === 'step' && line) reader.goTo(line.axis, line.line, go);
    else announce(hint.message);
  }

  /** Crosses all open cells of the line through a cell, the one that was read or moved along. */
  crossRest(at: Position): void {
    if (this.over) return;
    const { game, reader } = this;
    const { puzzle, cells } = game;
    const { axis, line } = reader.lineAt(at);
    const changes = [...lineCells(puzzle, cells, axis, line)]
      .map((from, i) => ({ cell: cellOn(puzzle, axis, line, i), from, to: EMPTY }))
      .filter(({ from }) => isOpen(from));
    if (changes.length > 0) this.draw(changes);
    else announce(t('No cell is blank.'));
  }

  /** Adds a record of the solve, except for tests of drafts. */
  private record(): void {
    const { source, game } = this;
    if (source.draft !== undefined) return;
    const { width, height, palette } = source.puzzle;
    const level = levelOf(source);
    const today = isoDay(new Date());
    records.add({
      ...{ name: source.name, width, height, inks: palette.length - 1 },
      ...(level ? { level } : {}),
      ...{ seconds: game.seconds, hints: game.hints, at: Date.now() },
      ...(source.name === 'day/' + today ? { day: today } : {}),
    });
    startSync();
  }

  /** Strikes out a number of a clue, or removes the strike. */
  toggleStruck(axis: Axis, line: number, block: number): void {
    this.game.toggleStruck(axis, line, block);
    this.save();
  }

  /** Selects a color of the palette, if it exists. */
  chooseColor(color: number): void {
    const { puzzle } = this.game;
    if (color >= puzzle.palette.length) return;
    this.color = color;
    this.mode = 'fill';
    if (isColored(puzzle)) announce(colorName(puzzle.palette[color].name));
  }

  /** Goes back to the last board without a wrong mark. */
  async rewind(): Promise<void> {
    const rewound = await this.help.rewind();
    if (rewound === 'done') {
      this.save();
      notify(t('The last board without a wrong mark. Redo goes forward again.'));
    } else if (rewound === 'none') {
      notify(t('No board of this game is free of wrong marks.'));
    } else if (rewound === 'undecided') {
      notify(verdictText({ status: 'undecided', wrong: 0 }));
    }
  }

  undo(): void {
    this.step(() => this.game.undo(), t('undone'), t('Nothing to undo.'));
  }

  redo(): void {
    this.step(() => this.game.redo(), t('redone'), t('Nothing to redo.'));
  }

  private step(go: () => Entry | undefined, done: string, none: string): void {
    const { game } = this;
    const before = lineStates(game);
    const entry = go();
    if (!entry) {
      announce(none);
      return;
    }
    const { changes } = entry;
    this.reader.add(changes);
    const follows = consequences(game, changes, before, this.help.wrongAtOnce);
    this.reader.say(steppedText(game.puzzle, game.cells, done, changes, follows));
    this.save();
  }

  beginWhatIf(): void {
    this.game.beginWhatIf();
    this.changed(t('What if. Marks from now on can be kept or thrown away together.'));
  }

  keepWhatIf(): void {
    this.game.keepWhatIf();
    this.changed(t('kept'));
  }

  dropWhatIf(): void {
    this.game.dropWhatIf();
    this.changed(t('thrown away'));
  }

  clear(): void {
    this.game.clear();
    this.changed(t('The board is blank. Undo brings everything back.'));
  }

  private changed(text: string): void {
    announce(text);
    this.save();
  }

  /** Leaves the stored game alone from now on, because another tab or browser continued it. */
  supersede(): void {
    this.keepsAway = true;
  }

  save(): void {
    if (this.keepsAway) return;
    const { source } = this;
    // Another tab may have deleted the puzzle meanwhile.
    if (!source.entry && !source.draft && !this.game.isBlank && !games.made(source.name)) {
      if (ownKey(source.name) === undefined) games.keepMade(source.name, source.puzzle);
      else games.keepPuzzle(source.puzzle);
    }
    games.save(source.name, this.game, Date.now());
    syncSoon();
  }
}
