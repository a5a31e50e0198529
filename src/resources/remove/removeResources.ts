import { AppError } from '../../base/errors';
import type { Flow } from '../room';

/** Deletes resources, after a question that says what goes with them. */
export const removeResources: Flow = () =>
  Promise.reject(new AppError('unfinished', 'This is not built yet.'));
