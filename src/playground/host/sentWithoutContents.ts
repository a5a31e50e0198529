import type { JsonObject } from '../../api/schema/row';

/** Longest JSON that a turn keeps of its request, in UTF-16 units: every turn has its own. */
const LARGEST = 64 * 1024;

/** A request without the turns, which the conversation has; undefined where the rest is large. */
export function sentWithoutContents(body: object): JsonObject | undefined {
  const { contents: _, ...rest } = body as JsonObject;
  return JSON.stringify(rest).length > LARGEST ? undefined : rest;
}
