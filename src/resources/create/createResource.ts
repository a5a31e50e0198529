import { AppError } from '../../base/errors';
import type { Flow } from '../room';

/** Makes a resource in the collection that was clicked: a document with its template, or a form. */
export const createResource: Flow = () =>
  Promise.reject(new AppError('unfinished', 'This is not built yet.'));
