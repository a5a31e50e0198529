import { useMemo } from 'preact/hooks';

let last = 0;

/**
 * Returns an ID unique on the page. Preact's `useId` restarts in each render root, and a page has several, so
 * labels would match wrong fields.
 */
export function useUniqueId(): string {
  return useMemo(() => `id-${++last}`, []);
}
