import { AppError } from '../../base/errors';
import type { Flow } from '../room';

/** Changes the metadata or the text of all selected chunks. */
export const editSelected: Flow = () =>
  Promise.reject(new AppError('unfinished', 'This is not built yet.'));
