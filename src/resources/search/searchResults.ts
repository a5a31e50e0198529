import { AppError } from '../../base/errors';

/** Empties the view of what a search found. */
export function clearSearchResults(): void {
  throw new AppError('unfinished', 'This is not built yet.');
}
