// Joins what waits for room in the storage with what another tab has stored meanwhile.

/** Their fields, and ours that we have changed. */
export function joinFields<T extends object>(before: Partial<T>, ours: T, theirs: T): T {
  const known = before as Record<string, unknown>;
  const changed = Object.entries(ours).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(known[name]),
  );
  return { ...theirs, ...Object.fromEntries(changed) };
}

/** Their elements, and ours that we have changed; ours if the lengths differ. */
export function joinEach<T extends Uint8Array | readonly string[]>(
  before: T,
  ours: T,
  theirs: T,
): T {
  if (ours.length !== theirs.length || ours.length !== before.length) return ours;
  return (theirs as Uint8Array).map((value, i) =>
    ours[i] === before[i] ? value : (ours[i] as number),
  ) as T;
}
