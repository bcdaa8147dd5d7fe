// The icons: one set, drawn on 24 × 24 with strokes of 1.75 and round ends. Each is
// the path of its strokes; filled parts are in FILLED.

export const ICONS = {
  gallery: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  techniques:
    'M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.3 1.1 2.2h5c0-.9.4-1.6 1.1-2.2A6 6 0 0 0 12 3z',
  solve: 'M4 4h16v16H4zM8 12.5l3 3 5.5-7',
  create: 'M4 20l1-4L16.5 4.5a2.1 2.1 0 0 1 3 3L8 19zM14.5 6.5l3 3',
  lab: 'M9 3h6M10 3v6L4.8 18a2 2 0 0 0 1.7 3h11a2 2 0 0 0 1.7-3L14 9V3M7.5 14.5h9',
  menu: 'M4 7h16M4 12h16M4 17h16',
  back: 'M14.5 5l-7 7 7 7',
  forward: 'M9.5 5l7 7-7 7',
  close: 'M6 6l12 12M18 6L6 18',
  more: 'M5 12h.8M11.6 12h.8M18.2 12h.8',
  fill: 'M5 5h14v14H5z',
  cross: 'M4.5 4.5h15v15h-15zM9 9l6 6M15 9l-6 6',
  undo: 'M8.5 5L4 9.5 8.5 14M4 9.5h10a5.5 5.5 0 0 1 0 11h-3',
  redo: 'M15.5 5L20 9.5 15.5 14M20 9.5H10a5.5 5.5 0 0 0 0 11h3',
  hint: 'M9.2 9.2a2.9 2.9 0 1 1 4.2 2.6c-.9.5-1.4 1.1-1.4 2.2M12 17.4h.01M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z',
  check: 'M5 12.5l4.5 4.5L19 7',
  rewind: 'M11.5 6l-6 6 6 6M18.5 6l-6 6 6 6',
  whatif: 'M5 20V4M5 12h5c4 0 4-6 8-6M10 12c4 0 4 6 8 6M16 4l2.5 2L16 8M16 16l2.5 2-2.5 2',
  zoomin: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.3 15.3L20 20M10.5 8v5M8 10.5h5',
  zoomout: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.3 15.3L20 20M8 10.5h5',
  fit: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  share: 'M12 15V3.5M8 7l4-4 4 4M6 11H5v9.5h14V11h-1',
  print: 'M7 8V3.5h10V8M7 17H4V8h16v9h-3M7 13.5h10v7H7z',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8v4.4M9 14.8v4.4',
  restart: 'M5 5v5h5M5.6 10A7.5 7.5 0 1 1 5 14.5',
  clock: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 7.5V12l3 2',
  keys: 'M3 6.5h18v11H3zM6.5 10h.01M10 10h.01M13.5 10h.01M17.5 10h.01M7.5 14h9',
  sun: 'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  moon: 'M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7z',
  auto: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17zM12 3.5v17M12 8h4.5M12 12h8M12 16h4.5',
  calendar: 'M4 6h16v14.5H4zM4 10.5h16M8 3.5V7M16 3.5V7',
  star: 'M12 4l2.4 5 5.6.7-4.1 3.8 1.1 5.5-5-2.8-5 2.8 1.1-5.5L4 9.7 9.6 9z',
  copy: 'M8.5 8.5h11v11h-11zM15.5 8.5v-4h-11v11h4',
  warn: 'M12 4l9 16H3zM12 10v4.5M12 17.3h.01',
  offline:
    'M3 3l18 18M8.6 8.7A9 9 0 0 0 4 11M12 7c3 0 5.7 1.2 7.7 3.2M7 14.2A7 7 0 0 1 11.3 12M15.5 13.3l1.5 1M12 18.5h.01',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  open: 'M3.5 7.5v11h17v-9h-9l-2-3h-6z',
  download: 'M12 4v11.5M8 12l4 4 4-4M5 20h14',
  play: 'M7 4.5l12 7.5-12 7.5z',
  pause: 'M8 5v14M16 5v14',
  first: 'M6 5v14M18.5 5l-8 7 8 7z',
  last: 'M18 5v14M5.5 5l8 7-8 7z',
  pencil: 'M4 20l1-4L16.5 4.5a2.1 2.1 0 0 1 3 3L8 19zM14.5 6.5l3 3',
  line: 'M5 19L19 5',
  rectangle: 'M4 6.5h16v11H4z',
  box: 'M4 6.5h16v11H4zM8 6.5l-4 4M13 6.5l-9 9M18 6.5l-11 11M20 9.5l-8 8M20 14.5l-3 3',
  bucket: 'M11 4l8 8-7.5 7.5-8-8L10 5M3.5 12H19M20.5 15.5c1 1.6 1.2 3.5 0 3.5s-1-1.9 0-3.5z',
  move: 'M12 3v18M3 12h18M9.5 5.5L12 3l2.5 2.5M9.5 18.5L12 21l2.5-2.5M5.5 9.5L3 12l2.5 2.5M18.5 9.5L21 12l-2.5 2.5',
  mirrorx: 'M12 3v18M9 7L4 17h5zM15 7l5 10h-5z',
  mirrory: 'M3 12h18M7 9l10-5v5zM7 15l10 5v-5z',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M8.5 8.5h.01',
  camera: 'M4 8h3.5L9 5.5h6L16.5 8H20v11H4zM12 10.5a3 3 0 1 1 0 6 3 3 0 0 1 0-6z',
  repair:
    'M14.5 6.5a4 4 0 0 1 5-1l-2.5 2.5 1 2 2 .5 2-2a4 4 0 0 1-5.5 4.5L9.5 20 5 15.5l7-7a4 4 0 0 1 2.5-2z',
  drafts: 'M6 3.5h9l3.5 3.5v13.5H6zM9 11h6M9 15h6',
  trash: 'M5 7h14M9.5 7V4.5h5V7M7 7l1 13h8l1-13M10.5 10.5v6M13.5 10.5v6',
  size: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5M9 12h6M12 9v6',
  palette:
    'M12 3.5a8.5 8.5 0 1 0 0 17c1.5 0 2-1 1.5-2-.6-1.300 0-2.5 1.5-2.5h2a3.5 3.5 0 0 0 3.5-3.5c0-5-3.5-9-8.5-9zM7.5 12h.01M9.5 7.800h.01M14.5 7.800h.01',
  eraser: 'M8.5 19.5L4 15l9-9.5 6.5 6.5-7.5 7.5zM8.5 10.3l6.4 6.4M8.5 19.5H20',
} as const;

export type IconName = keyof typeof ICONS;

/** Icons whose shape is filled rather than drawn. */
export const FILLED: ReadonlySet<IconName> = new Set(['fill']);
