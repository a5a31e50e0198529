/** Where in a value something stands: a field or an item of what holds it. */
export interface Place {
  /** Absent for the whole value. */
  readonly parent: Place | undefined;
  readonly key: string | number;
}

/** Longest path that is told, in UTF-16 units. */
const LONGEST = 200;

/** A place as a path, such as `$.items[0].price`; `$` alone is the whole value. */
export function jsonPath(place: Place | undefined): string {
  const steps: string[] = [];
  for (let at = place; at; at = at.parent) steps.push(step(at.key));
  const path = `$${steps.reverse().join('')}`;
  return path.length > LONGEST ? `${path.slice(0, LONGEST - 1)}…` : path;
}

function step(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
