import { AppError } from '../../base/errors';
import type { Flow } from '../room';

/** Opens the text of a chunk as a plain text. */
export const editText: Flow = () =>
  Promise.reject(new AppError('unfinished', 'This is not built yet.'));
