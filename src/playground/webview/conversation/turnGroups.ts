/** Turns that the browser skips together while they are out of sight. */
export interface TurnGroup {
  /** Stays the same as long as the group is there. */
  readonly key: number;
  /** Ids of its turns, from first to last. */
  readonly ids: readonly string[];
}

export interface TurnLayout {
  readonly groups: readonly TurnGroup[];
  /** Of the turns that came last, those that are laid out at once: the others can wait. */
  readonly atOnce: ReadonlySet<string>;
}

export const EMPTY_LAYOUT: TurnLayout = { groups: [], atOnce: new Set() };

/** So many turns are in a group: to look at each alone takes the browser long. */
const GROUP = 24;
/** So many turns are laid out at once; they fill any window. */
const AT_ONCE = 16;

/**
 * The turns in groups. Those that were there stay in the group that they were in, and a group in which nothing changed
 * is the same object, so that nothing that is on the page has to be touched.
 */
export function arrangeTurns(before: TurnLayout, ids: readonly string[]): TurnLayout {
  const homes = new Map(before.groups.flatMap(({ key, ids: own }) => own.map((id) => [id, key])));
  const followers = followingHomes(ids, homes);
  const groups: { readonly key: number; readonly ids: string[] }[] = [];
  const begun = new Set<number>();
  let next = Math.max(0, ...before.groups.map(({ key }) => key)) + 1;
  for (const [index, id] of ids.entries()) {
    const home = homes.get(id);
    const current = groups.at(-1);
    const stays = home !== undefined && home === current?.key;
    const begins = home !== undefined && !begun.has(home);
    const hasRoom = current && (current.ids.length < GROUP || followers[index] === current.key);
    if (current && (stays || (!begins && hasRoom))) {
      current.ids.push(id);
      continue;
    }
    const key = begins ? home : next++;
    begun.add(key);
    groups.push({ key, ids: [id] });
  }
  const known = new Map(before.groups.map((group) => [group.key, group]));
  const added = ids.filter((id) => !homes.has(id));
  return {
    groups: groups.map((group) => {
      const earlier = known.get(group.key);
      return earlier && isSame(earlier.ids, group.ids) ? earlier : group;
    }),
    atOnce: new Set(added.slice(-AT_ONCE)),
  };
}

/** For each place the group of the next turn that has one: what is new before it stands in its midst. */
function followingHomes(
  ids: readonly string[],
  homes: ReadonlyMap<string, number>,
): readonly (number | undefined)[] {
  const result: (number | undefined)[] = [];
  let home: number | undefined;
  for (let at = ids.length - 1; at >= 0; at--) {
    home = homes.get(ids[at] ?? '') ?? home;
    result[at] = home;
  }
  return result;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, at) => id === other[at]);
}
