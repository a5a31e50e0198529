import { AppError } from '../../base/errors';
import type { Flow } from '../room';

/** Answers a question from the chunks of a corpus or a document. */
export const answerFromCorpus: Flow = () =>
  Promise.reject(new AppError('unfinished', 'This is not built yet.'));
