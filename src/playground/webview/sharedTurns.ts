import type { Turn } from '../conversation';

/**
 * The turns of a newer snapshot, with those that did not change as the objects that they were before: what
 * shows a turn then sees at once that nothing is to be done. The earlier list itself where nothing changed.
 */
export function sharedTurns(before: readonly Turn[], now: readonly Turn[]): readonly Turn[] {
  const known = new Map(before.map((turn) => [turn.id, turn]));
  const shared = now.map((turn) => {
    const earlier = known.get(turn.id);
    return earlier && isSame(earlier, turn) ? earlier : turn;
  });
  const isUnchanged =
    shared.length === before.length && shared.every((turn, at) => turn === before[at]);
  return isUnchanged ? before : shared;
}

/** Whether two values of JSON are alike. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const fields = Object.keys(one);
  if (fields.length !== Object.keys(other).length) return false;
  return fields.every(
    (name) =>
      Object.hasOwn(other, name) &&
      isSame(one[name as keyof typeof one], other[name as keyof typeof other]),
  );
}
