import { AppError } from '../../base/errors';
import type { Flow } from '../room';

/** Creates chunks of a document from a file or the clipboard. */
export const importChunks: Flow = () =>
  Promise.reject(new AppError('unfinished', 'This is not built yet.'));
