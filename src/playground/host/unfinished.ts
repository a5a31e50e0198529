import { AppError } from '../../base/errors';

/** Stands for a command whose code is not written yet. */
export async function unfinished(): Promise<void> {
  await Promise.resolve();
  throw new AppError('unfinished', 'This is not built yet.');
}
