import { AppError } from '../base/errors';
import type { ResourceRef } from '../catalog/ref';
import type { ConsoleParts } from './parts';

/** Asks for one of all operations and its parameters; then opens its request, or sends it at once. */
export function runOperation(_parts: ConsoleParts, _target?: ResourceRef): Promise<void> {
  return Promise.reject(new AppError('unfinished', 'runOperation is not there yet.'));
}
