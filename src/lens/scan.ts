import type { LensContext, LensDocument, LensMark } from './mark';

/** Returns the marks of a document in order of their position. */
export function scan(_document: LensDocument, _context: LensContext): LensMark[] {
  return [];
}
