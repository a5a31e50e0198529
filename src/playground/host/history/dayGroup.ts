/** By when a conversation changed last, the latest first; those without a time, and what can't be read. */
export const DAY_GROUPS = ['today', 'yesterday', 'week', 'older', 'unreadable'] as const;
export type DayGroup = (typeof DAY_GROUPS)[number];

/**
 * The group of a time by the calendar of this machine: a day begins at its midnight, also where a day has 23 hours.
 * What lies ahead, by another machine's clock, is of today.
 *
 * @param time RFC 3339.
 * @param now milliseconds since 1970.
 */
export function dayGroup(time: string, now: number): Exclude<DayGroup, 'unreadable'> {
  const at = Date.parse(time);
  if (at >= startOfDay(now, 0)) return 'today';
  if (at >= startOfDay(now, 1)) return 'yesterday';
  return at >= startOfDay(now, 7) ? 'week' : 'older';
}

function startOfDay(now: number, daysBefore: number): number {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - daysBefore).getTime();
}
