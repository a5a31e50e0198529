import { AppError } from '../../base/errors';
import type { Flow } from '../room';

/** Searches a corpus or a document by meaning. */
export const searchResource: Flow = () =>
  Promise.reject(new AppError('unfinished', 'This is not built yet.'));
