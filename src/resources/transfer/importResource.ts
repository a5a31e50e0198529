import { AppError } from '../../base/errors';
import type { Flow } from '../room';

/** Makes a corpus or a document out of a file that was exported. */
export const importResource: Flow = () =>
  Promise.reject(new AppError('unfinished', 'This is not built yet.'));
