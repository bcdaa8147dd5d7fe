// A program for the HTTP API, written as a stranger writes one: the types are those that
// openapi-typescript makes of the description (schema.ts, which is not kept).

import createClient from 'openapi-fetch';
import type { components, paths } from 'schema';

const heart: components['schemas']['Nonogram'] = {
  rows: [[1, 1], [5], [5], [3], [1]],
  columns: [[2], [4], [4], [4], [2]],
};

/** Calls operations of the server at an address, and returns something of each answer. */
export async function calls(address: string) {
  const { GET, POST } = createClient<paths>({ baseUrl: address });

  const solved = await POST('/api/v1/solve', { body: { puzzle: heart } });
  const counted = await POST('/api/v1/count', { body: { pack: 'cat' } });
  const rated = await POST('/api/v1/rate', { body: { pack: '17' } });
  const hinted = await POST('/api/v1/hint', { body: { puzzle: heart, grade: 2 } });
  const explained = await POST('/api/v1/explain', { body: { puzzle: heart } });
  const checked = await POST('/api/v1/check', {
    body: { puzzle: heart, state: ['#????', '?????', '?????', '?????', '?????'] },
  });
  const clued = await POST('/api/v1/clues', { body: { grid: ['.#', '##'], title: 'L' } });
  const generated = await POST('/api/v1/generate', {
    body: { kind: 'puzzle', width: 6, levels: ['easy'], seed: '7' },
  });
  const described = await POST('/api/v1/describe', { body: { puzzle: heart } });
  const proved = await POST('/api/v1/prove', { body: { puzzle: heart } });
  const certified = await POST('/api/v1/certify', {
    body: { puzzle: heart, certificate: proved.data?.certificate ?? '' },
  });
  const decoded = await POST('/api/v1/decode', {
    body: { text: '1 1\n5\n5\n3\n1\n\n2\n4\n4\n4\n2' },
  });
  const converted = await POST('/api/v1/convert', { body: { pack: 'heart', to: 'non' } });
  const listed = await GET('/api/v1/puzzles', { params: { query: { titles: true } } });
  const found = await GET('/api/v1/puzzles/{name}', {
    params: { path: { name: '17' }, query: { goal: true } },
  });
  const drawn = await POST('/api/v1/render', {
    body: { pack: 'cat', as: 'png' },
    headers: { Accept: 'image/png' },
    parseAs: 'arrayBuffer',
  });
  const refused = await POST('/api/v1/solve', { body: { pack: 'no such puzzle' } });

  return {
    solve: [solved.data?.status, solved.data?.grid?.join('/')],
    count: counted.data?.count,
    rate: rated.data?.level,
    hint: hinted.data?.kind,
    explain: explained.data?.status,
    check: checked.data?.wrong,
    clues: clued.data?.puzzle.rows?.length,
    generate: generated.data?.puzzles.length,
    describe: described.data?.width,
    certify: certified.data?.accepted,
    decode: decoded.data?.puzzles.length,
    convert: converted.data?.text?.split('\n', 3),
    puzzles: listed.data?.puzzles[0]?.number,
    puzzle: found.data?.puzzle.goal?.length,
    // The types of openapi-fetch do not know parseAs where a body is required.
    render: new TextDecoder().decode((drawn.data as unknown as ArrayBuffer).slice(1, 4)),
    refused: [refused.response.status, refused.error?.error.code],
  };
}
