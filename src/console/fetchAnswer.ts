import type { PlainRequest } from '../api/request';
import { CancelledError } from '../base/errors';
import type { Connection } from '../service/connection';
import { Answer } from './answer';
import type { ConsoleParts } from './parts';
import { receive } from './receive';

/**
 * Sends a request once, for something else than to show its answer alone. Throws where none came, or not whole;
 * an answer of whatever status is one.
 */
export async function fetchAnswer(
  { clients, clock, redact }: Pick<ConsoleParts, 'clients' | 'clock' | 'redact'>,
  { id, name }: Connection,
  request: PlainRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const answer = new Answer(request, name, clock, redact);
  await receive(clients, id, answer, signal);
  if (answer.state === 'cancelled') throw new CancelledError();
  if (answer.error) throw answer.error;
  return answer;
}
