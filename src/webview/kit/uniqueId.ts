import { useMemo } from 'preact/hooks';

let last = 0;

/**
 * An id that nothing else on the page has. Those of Preact's own hook are counted anew in each element that components
 * are drawn into, and a page has several: a label would name the field of another one.
 */
export function useUniqueId(): string {
  return useMemo(() => `id-${++last}`, []);
}
