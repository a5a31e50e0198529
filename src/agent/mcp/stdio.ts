import type { Readable, Writable } from 'node:stream';
import { createInterface } from 'node:readline';
import type { JsonObject } from '../../base/json';
import { tryParse } from '../../base/json';
import type { McpSession } from './server';

/**
 * Serves a session over streams, one JSON-RPC message per line. Resolves when the input ends or the signal aborts, and
 * running calls are canceled.
 */
export async function serveStdio(
  session: McpSession,
  input: Readable,
  output: Writable,
  signal: AbortSignal,
): Promise<void> {
  const send = (message: JsonObject): void => void output.write(`${JSON.stringify(message)}\n`);
  const running = new Set<Promise<void>>();
  const lines = createInterface({ input, crlfDelay: Infinity });
  signal.addEventListener('abort', () => lines.close(), { once: true });
  // The client may end first.
  output.on('error', () => lines.close());
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const handled = session.handle(tryParse(line), send).then((answer) => {
      if (answer) send(answer);
    });
    running.add(handled);
    void handled.finally(() => running.delete(handled));
  }
  session.close();
  await Promise.all(running);
}
