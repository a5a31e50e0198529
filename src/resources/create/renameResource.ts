import { AppError } from '../../base/errors';
import type { Flow } from '../room';

/** Changes the display name of a resource. */
export const renameResource: Flow = () =>
  Promise.reject(new AppError('unfinished', 'This is not built yet.'));
