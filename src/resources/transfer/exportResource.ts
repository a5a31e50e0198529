import { AppError } from '../../base/errors';
import type { Flow } from '../room';

/** Writes a corpus or a document with all below it into a file. */
export const exportResource: Flow = () =>
  Promise.reject(new AppError('unfinished', 'This is not built yet.'));
