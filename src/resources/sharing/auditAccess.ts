import { AppError } from '../../base/errors';
import type { Flow } from '../room';

/** Shows who has access to what, over all corpora and tuned models. */
export const auditAccess: Flow = () =>
  Promise.reject(new AppError('unfinished', 'This is not built yet.'));
