import { AppError } from '../../base/errors';
import type { Flow } from '../room';

/** Ends operations that run. */
export const cancelOperation: Flow = () =>
  Promise.reject(new AppError('unfinished', 'This is not built yet.'));
