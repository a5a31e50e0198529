import type { Client } from '../../../src/api/call';
import { createClient } from '../../../src/api/client';
import type { RetryOptions } from '../../../src/api/retry/retrier';
import { EagerClock } from '../../fakes/eagerClock';
import {
  errorAnswer,
  ScriptedTransport,
  type TransportScript,
} from '../../fakes/scriptedTransport';

export const BUSY = errorAnswer(503, 'UNAVAILABLE', 'The model is overloaded.');
export const OK = { status: 200, body: { models: [{ name: 'models/x' }] } };
export const HALF = (): number => 0.5;

/** A client of a service that answers from a script, and on which waits are over at once. */
export interface World {
  readonly client: Client;
  readonly transport: ScriptedTransport;
  readonly clock: EagerClock;
}

export function world(script: TransportScript, retry: RetryOptions = {}): World {
  const clock = new EagerClock();
  const transport = new ScriptedTransport(script);
  const options = { clock, random: HALF, ...retry };
  return {
    client: createClient({ transport, preferredVersion: 'v1beta', retry: options }),
    transport,
    clock,
  };
}
