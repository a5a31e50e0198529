import { AppError } from '../../base/errors';
import type { Flow } from '../room';

/** Trains a tuned model from examples in a file. */
export const createTunedModel: Flow = () =>
  Promise.reject(new AppError('unfinished', 'This is not built yet.'));
