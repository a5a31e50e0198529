import type { Http, HttpAnswer } from '../api/transport';
import type { JsonObject } from '../api/schema/row';
import { AppError, CancelledError } from '../base/errors';
import { isObject, tryParse } from '../base/json';
import type { EmulatorAddress } from './emulator';

/** What the control API of the emulator is asked for here, with what it takes. */
export interface EmulatorActions {
  /** Takes everything out, and puts back what it began with. */
  readonly reset: Record<string, never>;
  /** The same with another seed. */
  readonly seed: { readonly seed: 'demo' | 'empty' };
}

// Milliseconds.
const TIMEOUT = 30_000;

/** Asks a running emulator for a change. Throws `AppError` where it does not make it. */
export async function controlEmulator<A extends keyof EmulatorActions>(
  http: Http,
  address: EmulatorAddress,
  action: A,
  body: EmulatorActions[A],
): Promise<void> {
  await askEmulator(http, address, 'POST', action, body);
}

/** What the control API of a running emulator answers. Throws `AppError` where it refuses. */
export async function askEmulator(
  http: Http,
  { baseUrl, controlToken }: EmulatorAddress,
  method: 'GET' | 'POST',
  path: string,
  body?: JsonObject,
): Promise<JsonObject> {
  const { status, text } = await sent(
    http.send({
      name: `emulator.${path}`,
      method,
      url: new URL(`${baseUrl}/$emulator/${path}`),
      headers: { 'x-emulator-control': controlToken },
      ...(body && { json: body }),
      direct: true,
      timeoutMs: TIMEOUT,
      secrets: [controlToken],
    }),
  );
  if (status === 200) {
    const answer = tryParse(text);
    return isObject(answer) ? answer : {};
  }
  throw new AppError('emulatorRefused', `The built-in emulator refused: status ${status}.`, {
    hint: 'Stop it and start it again.',
    cause: new Error(text),
  });
}

async function sent(sending: Promise<HttpAnswer>): Promise<HttpAnswer> {
  try {
    return await sending;
  } catch (cause) {
    if (CancelledError.is(cause)) throw cause;
    const hint = 'It may have ended meanwhile: it starts again on the next use.';
    throw new AppError('emulatorFailed', 'The built-in emulator does not answer.', { hint, cause });
  }
}
