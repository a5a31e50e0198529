import { AppError } from '../../base/errors';
import type { Flow } from '../room';

/** Changes the role of permissions. */
export const changeRole: Flow = () =>
  Promise.reject(new AppError('unfinished', 'This is not built yet.'));
