import type { PlainRequest } from '../api/request';
import { CancelledError } from '../base/errors';
import type { Connection } from '../service/connection';
import { Answer } from './answer';
import { ConnectionName } from './connectionName';
import type { ConsoleParts } from './parts';
import { receive } from './receive';

type FetchParts = Pick<ConsoleParts, 'clients' | 'clock' | 'connections' | 'redact'>;

/**
 * Sends a request once, for something else than to show its answer alone. Throws where none came, or not whole;
 * an answer of whatever status is one.
 */
export async function fetchAnswer(
  { clients, clock, connections, redact }: FetchParts,
  connection: Connection,
  request: PlainRequest,
  signal: AbortSignal,
): Promise<Answer> {
  const answer = new Answer(request, new ConnectionName(connections, connection), clock, redact);
  await receive(clients, connection.id, answer, signal);
  if (answer.state === 'cancelled') throw new CancelledError();
  if (answer.error) throw answer.error;
  return answer;
}
