import type { Clients } from '../service/clients';
import { abortable } from '../base/async';
import type { Answer } from './answer';

/** Sends the request of an answer once, and puts into the answer whatever comes of it. Never rejects. */
export async function receive(
  clients: Clients,
  connection: string,
  answer: Answer,
  signal: AbortSignal,
): Promise<void> {
  try {
    // The emulator may have to start first, for others too.
    const client = await abortable(clients.get(connection), signal);
    const { body, ...head } = await client.exchange(answer.request, { signal });
    answer.begin(head);
    for await (const bytes of body) answer.add(bytes);
    answer.end();
  } catch (error) {
    answer.fail(error);
  }
}
