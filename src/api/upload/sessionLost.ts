import { AppError } from '../../base/errors';
import type { Failure } from '../retry/rules';
import type { WireAnswer } from '../transport';
import { ignoreBody } from './answer';

/** Says that the service has lost an upload as often as it was begun. */
export function sessionLost(times: number, cause: Failure | undefined): AppError<'sessionLost'> {
  const said = cause ? ` It last said: ${cause.message}` : '';
  return new AppError('sessionLost', `The service has lost the upload ${times} times.${said}`, {
    hint: 'Try again later.',
    cause,
  });
}

/** Says that somebody else has ended an upload, by the answer that tells of it. */
export async function cancelledElsewhere(answer: WireAnswer): Promise<AppError<'sessionLost'>> {
  await ignoreBody(answer);
  return new AppError('sessionLost', 'The upload was cancelled at the service.', {
    hint: 'Upload the file again.',
  });
}
