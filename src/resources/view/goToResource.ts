import { AppError } from '../../base/errors';
import type { Flow } from '../room';

/** Opens a resource by its name, or by an address that has it. */
export const goToResource: Flow = () =>
  Promise.reject(new AppError('unfinished', 'This is not built yet.'));
