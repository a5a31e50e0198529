import { AppError, errorMessage } from '../base/errors';

/** Waits until everything that was to be stopped has answered, and gives what went wrong. Never rejects. */
export async function stopFailures(stops: readonly Promise<void>[]): Promise<readonly unknown[]> {
  const ends = await Promise.allSettled(stops);
  return ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
}

/** What is told where several could not be stopped: how many, and why the first one could not. */
export function notStopped(text: string, [first]: readonly unknown[]): AppError {
  return new AppError('notStopped', text, { hint: errorMessage(first), cause: first });
}
