import { AppError } from '../../base/errors';
import type { Flow } from '../room';

/** Lists what was deleted, and makes what is chosen again. */
export const restoreDeleted: Flow = () =>
  Promise.reject(new AppError('unfinished', 'This is not built yet.'));
