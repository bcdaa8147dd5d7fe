import { describe, expect, it } from 'vitest';
import { Drafts, drawingIn, isEmptyDraft, textsOf } from '../src/games/drafts';
import { blankDrawing, type Drawing, PAPER, sameDrawing } from '../src/games/drawing';
import { namePalette } from '../src/model/colors';
import { type Backend, Store } from '../src/storage/store';

function memory(): Backend {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    key: (i) => [...values.keys()][i] ?? null,
    get length() {
      return values.size;
    },
  };
}

const colored: Drawing = {
  width: 3,
  height: 2,
  palette: namePalette(['#ffffff', '#d62828', '#2458c8']),
  cells: Uint8Array.from([1, PAPER, 2, 2, 2, PAPER]),
};

function drafts(backend = memory()) {
  let clock = 1_000_000;
  return new Drafts(new Store(backend), () => ++clock);
}

describe('drafts', () => {
  it('come back as they were', () => {
    const kept = drafts();
    const draft = kept.fresh(colored, {
      title: '<img onerror>',
      author: 'A',
      license: 'CC0 1.0',
      notes: 'two\nlines',
    });
    expect(kept.load(draft.id)).toBeUndefined();
    expect(kept.save(draft)).toBe('ok');
    const back = kept.load(draft.id)!;
    expect(sameDrawing(back.drawing, colored)).toBe(true);
    expect(back.drawing.palette).toEqual(colored.palette);
    expect(back.texts).toEqual(draft.texts);
  });

  it('are listed with the latest first, and can be removed', () => {
    const kept = drafts();
    const [a, b] = [kept.fresh(colored), kept.fresh(colored)];
    expect(a.id).not.toBe(b.id);
    kept.save(a);
    kept.save(b);
    kept.save(a);
    expect(kept.list().map((d) => d.id)).toEqual([a.id, b.id]);
    kept.remove(a.id);
    expect(kept.list().map((d) => d.id)).toEqual([b.id]);
  });

  it('begin with the author of the last one', () => {
    const kept = drafts();
    expect(kept.fresh().texts.author).toBe('');
    kept.save(kept.fresh(colored, { title: '', author: 'Ada', license: '', notes: '' }));
    expect(kept.fresh().texts.author).toBe('Ada');
  });

  it.each([
    ['no drawing', '{}'],
    ['too few cells', '{"width":2,"height":2,"colors":["#ffffff","#000000"],"cells":"3?"}'],
    ['an ink too many', '{"width":1,"height":1,"colors":["#ffffff","#000000"],"cells":"B"}'],
    ['a size of nonsense', '{"width":1e9,"height":9,"colors":["#ffffff","#000000"],"cells":"?"}'],
    ['colors of nonsense', '{"width":1,"height":1,"colors":["red","url(x)"],"cells":"?"}'],
  ])('with %s are passed over', (_, value) => {
    const backend = memory();
    backend.setItem('nonogram/draft/x', `{"version":1,"value":${value}}`);
    expect(drafts(backend).list()).toEqual([]);
  });

  it('are empty until something is drawn or written', () => {
    const draft = drafts().fresh(blankDrawing(2, 2));
    expect(isEmptyDraft(draft)).toBe(true);
    expect(isEmptyDraft({ ...draft, drawing: colored })).toBe(false);
    expect(isEmptyDraft({ ...draft, texts: { ...draft.texts, title: 'x' } })).toBe(false);
  });
});

describe('files', () => {
  it('give their picture and texts', () => {
    const json = { rows: [[1], [1]], columns: [[1], [1]], goal: ['#.', '.#'], title: 'T' };
    expect([...drawingIn(json)!.cells]).toEqual([1, PAPER, PAPER, 1]);
    expect(textsOf(json)).toEqual({ title: 'T', author: '', license: '', notes: '' });
  });

  it('with clues alone have none', () => {
    expect(drawingIn({ rows: [[1]], columns: [[1]] })).toBeUndefined();
  });
});
