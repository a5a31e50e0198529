import type { Client } from './call';
import { createClient } from './client';
import { parseEndpoint } from './endpoint';
import type { Credential, Exchange } from './transport';
import { UndiciTransport } from './undiciSenders';
import type { Version } from './versions';

/* Entry point for plain Node.js scripts: the same client as in the extension. */

export { createClient } from './client';
export { UndiciTransport } from './undiciSenders';
export { ServiceError, TransportError } from './errors';
export { CancelledError } from '../base/errors';
export { ResponseAccumulator } from './accumulate';
export { InteractionAccumulator } from './interactions/accumulate';
export { createWithContinuation } from './interactions/continuation';
export { ContinuedStream } from './interactions/continuation';
export { InteractionStream } from './interactions/stream';
export { watchOperation } from './operationWatcher';
export { parseEndpoint } from './endpoint';
export { fileSource } from './upload/fileSource';
export { operationIds, operationRow, isOperationId } from './operations';
export { jsonSchema } from './schema/jsonSchema';
export type { Client } from './call';

export interface ConnectOptions {
  /** Base URL. Default: the live API. */
  readonly endpoint?: string;
  readonly apiKey?: string;
  readonly accessToken?: string;
  readonly project?: string;
  readonly version?: Version;
  readonly timeoutMs?: number;
  readonly idleMs?: number;
  /** Maximum attempts per call, including the first. Default: 4; 0 and 1 disable retries. */
  readonly maxAttempts?: number;
  readonly onExchange?: (exchange: Exchange) => void;
}

const LIVE = 'https://generativelanguage.googleapis.com';

/** Creates a client that uses Node.js defaults: no proxy, built-in certificates. */
export function connect(options: ConnectOptions = {}): Client {
  const { timeoutMs, idleMs, maxAttempts } = options;
  const credential = credentialOf(options);
  const transport = new UndiciTransport({
    endpoint: parseEndpoint(options.endpoint ?? LIVE),
    credential: () => Promise.resolve(credential),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(idleMs === undefined ? {} : { idleMs }),
  });
  if (options.onExchange) transport.onDidExchange(options.onExchange);
  return createClient({
    transport,
    preferredVersion: options.version ?? 'v1beta',
    ...(maxAttempts === undefined ? {} : { retry: { maxAttempts } }),
  });
}

function credentialOf({ apiKey, accessToken, project }: ConnectOptions): Credential {
  if (apiKey !== undefined) return { kind: 'apiKey', key: apiKey };
  if (accessToken === undefined) return { kind: 'none' };
  return { kind: 'bearer', token: accessToken, ...(project === undefined ? {} : { project }) };
}
