import type { JsonObject } from '../../api/schema/row';

/** How the rows of every collection are chosen and ordered. */
export interface Arrangement {
  /** Only rows with this text are shown; all where it is empty. */
  readonly filter: string;
  readonly sort: Sort;
  readonly group: Group;
}

export type Sort = 'server' | 'name' | 'newest' | 'size' | 'end' | 'type';
export type Group = 'none' | 'state' | 'type';

const SORTS: readonly unknown[] = ['name', 'newest', 'size', 'end', 'type'] satisfies Sort[];
const GROUPS: readonly unknown[] = ['state', 'type'] satisfies Group[];

export const AS_LISTED: Arrangement = { filter: '', sort: 'server', group: 'none' };

/** Most rows below one row: VS Code asks for all of them whenever one comes to them. */
export const MOST_ROWS = 1000;

/** Whether rows stand as the service lists them, so that a change of one does not move it. */
export function isAsListed({ filter, sort, group }: Arrangement): boolean {
  return filter === '' && sort === 'server' && group === 'none';
}

/** An arrangement out of what was kept by some version of this extension. */
export function readArrangement(kept: unknown): Arrangement {
  const { sort, group } = (kept ?? {}) as { readonly [key: string]: unknown };
  return {
    filter: '',
    sort: SORTS.includes(sort) ? (sort as Sort) : 'server',
    group: GROUPS.includes(group) ? (group as Group) : 'none',
  };
}

/** The creation times of resources are compared as the service writes them: RFC 3339 in UTC. */
export function newestFirst(one: JsonObject, other: JsonObject): number {
  const [a, b] = [timeOf(one), timeOf(other)];
  return a === b ? 0 : a < b ? 1 : -1;
}

function timeOf({ createTime, updateTime }: JsonObject): string {
  if (typeof createTime === 'string') return createTime;
  return typeof updateTime === 'string' ? updateTime : '';
}
