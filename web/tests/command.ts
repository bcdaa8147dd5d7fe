// The nonogram command that the app is compared with: the one that NONOGRAM names, or
// bin/nonogram ("make build").

import { fileURLToPath } from 'node:url';

export const COMMAND =
  process.env.NONOGRAM ?? fileURLToPath(new URL('../../bin/nonogram', import.meta.url));
