/** So many turns are in a group: to look at each alone takes the browser long. */
const GROUP = 24;
/** So many of the newest turns are laid out at once; they fill any window. */
const AT_ONCE = 16;

export interface TurnLayout {
  /** Ids of the turns that the browser skips together while they are out of sight, from first to last. */
  readonly groups: readonly (readonly string[])[];
  /** The turns that are laid out at once: the others can wait. */
  readonly atOnce: ReadonlySet<string>;
}

/**
 * The turns in groups, of which one in which nothing changed is the same object as before. Turns that were there
 * before stay laid out where they come into another group.
 */
export function arrangeTurns(before: TurnLayout | undefined, ids: readonly string[]): TurnLayout {
  const known = before?.groups ?? [];
  const groups: (readonly string[])[] = [];
  for (let from = 0; from < ids.length; from += GROUP) {
    const group = ids.slice(from, from + GROUP);
    const earlier = known[groups.length];
    groups.push(earlier && isSame(earlier, group) ? earlier : group);
  }
  const old = new Set(known.flat());
  const added = ids.filter((id) => !old.has(id));
  return { groups, atOnce: new Set([...old, ...added.slice(-AT_ONCE)]) };
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, at) => id === other[at]);
}
