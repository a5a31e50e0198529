import { AppError } from '../../base/errors';
import type { Flow } from '../room';

/** Shows the loss of a training as a curve and as a table. */
export const showLoss: Flow = () =>
  Promise.reject(new AppError('unfinished', 'This is not built yet.'));
