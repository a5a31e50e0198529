import type { Http, HttpAnswer, HttpRequest, NetworkReach } from '../api/transport';
import type { JsonObject } from '../api/schema/row';
import { AppError, CancelledError } from '../base/errors';
import { isObject, objectAt, textAt, tryParse } from '../base/json';
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
/** A request that had no recording comes back whole, and may be of 20 MB before it is written as JSON. */
const ANSWER_BYTES = 64 * 1024 * 1024;

/** Asks a running emulator for a change. Throws `AppError` where it does not make it. */
export async function controlEmulator<A extends keyof EmulatorActions>(
  http: Http,
  address: EmulatorAddress,
  action: A,
  body: EmulatorActions[A],
): Promise<void> {
  await askEmulator(http, address, 'POST', action, body);
}

/** A request to the control API of an emulator, or of a session where the address has one. Its time is the caller's. */
export function controlRequest(
  { baseUrl, controlToken }: Pick<EmulatorAddress, 'baseUrl' | 'controlToken'>,
  method: 'GET' | 'POST',
  path: string,
): Omit<HttpRequest, 'timeoutMs'> {
  return {
    ...{ name: `emulator.${path}`, method, url: new URL(`${baseUrl}/$emulator/${path}`) },
    headers: { 'x-emulator-control': controlToken },
    direct: true,
    isControl: true,
    secrets: [controlToken],
  };
}

/** What the control API of a running emulator answers. Throws `AppError` where it refuses. */
export async function askEmulator(
  http: Http,
  address: EmulatorAddress,
  method: 'GET' | 'POST',
  path: string,
  body?: JsonObject,
): Promise<JsonObject> {
  const { status, text } = await sent(
    http.send({
      ...controlRequest(address, method, path),
      ...(body && { json: body }),
      timeoutMs: TIMEOUT,
      answerBytes: ANSWER_BYTES,
    }),
  );
  const parsed = tryParse(text);
  const answer = isObject(parsed) ? parsed : {};
  if (status === 200) return answer;
  const why = textAt(objectAt(answer, 'error'), 'message');
  if (status === 400 && why !== '') {
    const cause = new Error(text);
    throw new AppError('emulatorRefused', `The built-in emulator refused: ${why}`, { cause });
  }
  throw new AppError('emulatorRefused', `The built-in emulator refused: status ${status}.`, {
    hint: 'Stop it and start it again.',
    cause: new Error(text),
  });
}

/**
 * Tells a running emulator how it reaches what is recorded. In this way and not by the environment of its process, as
 * settings change, and as a proxy has passwords. Throws `AppError` where it does not take it.
 */
export async function tellNetwork(
  http: Http,
  address: EmulatorAddress,
  reach: NetworkReach,
): Promise<void> {
  await askEmulator(http, address, 'POST', 'network', { ...reach, noProxy: reach.noProxy ?? [] });
}

/** How many windows use it; those that it does not answer count as none. */
export async function emulatorUses(http: Http, address: EmulatorAddress): Promise<number> {
  const { count } = await askEmulator(http, address, 'GET', 'holds').catch((): JsonObject => ({}));
  return typeof count === 'number' ? count : 0;
}

/** Milliseconds of one hold, of which a long day has several. */
const HOLD_LIMIT = 12 * 60 * 60 * 1000;

/**
 * Keeps an emulator running that nobody owns, until the signal aborts. Resolves to how the emulator ended, as it is said
 * in a sentence.
 */
export async function holdEmulator(
  http: Http,
  address: EmulatorAddress,
  signal: AbortSignal,
): Promise<string> {
  for (;;) {
    try {
      const { status, text } = await http.send(
        { ...controlRequest(address, 'GET', 'hold'), timeoutMs: HOLD_LIMIT },
        signal,
      );
      return text.includes('stopped') ? STOPPED : `status ${status}`;
    } catch (error) {
      const isOver = error instanceof AppError && error.reason === 'timeout';
      if (!isOver) return 'a lost connection';
    }
  }
}

/** How an emulator ended that somebody has stopped. */
export const STOPPED = 'a stop';

async function sent(sending: Promise<HttpAnswer>): Promise<HttpAnswer> {
  try {
    return await sending;
  } catch (cause) {
    if (CancelledError.is(cause)) throw cause;
    const hint = 'It may have ended meanwhile: it starts again on the next use.';
    throw new AppError('emulatorFailed', 'The built-in emulator does not answer.', { hint, cause });
  }
}
