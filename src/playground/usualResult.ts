import type { JsonObject } from '../api/schema/row';
import type { PlaygroundSettings } from './conversation';

/** The result that is kept for a function; undefined where there is none. */
export function usualResult(
  { mocks = {} }: PlaygroundSettings,
  name: string | undefined,
): JsonObject | undefined {
  return name !== undefined && Object.hasOwn(mocks, name) ? mocks[name] : undefined;
}
