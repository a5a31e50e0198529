import { AppError } from '../../base/errors';
import type { Flow } from '../room';

/** Gives a tuned model to another owner. */
export const transferOwnership: Flow = () =>
  Promise.reject(new AppError('unfinished', 'This is not built yet.'));
