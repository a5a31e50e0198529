import type { Http, HttpRequest, HttpResponse, ProxySettings } from '../api/transport';
import type { JsonObject } from '../api/schema/row';
import { AppError, CancelledError } from '../base/errors';
import { isObject, items, objectAt, textAt, tryParse } from '../base/json';
import type { EmulatorAddress } from './emulator';

export interface EmulatorActions {
  readonly reset: Record<string, never>;
  readonly seed: { readonly seed: 'demo' | 'empty' };
}

// In ms.
const TIMEOUT = 30_000;
/** An unmatched request is returned in full: up to 20 MB, more as JSON. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

/** Runs a control action. Throws `AppError` on failure. */
export async function controlEmulator<A extends keyof EmulatorActions>(
  http: Http,
  address: EmulatorAddress,
  action: A,
  body: EmulatorActions[A],
): Promise<void> {
  await askEmulator(http, address, 'POST', action, body);
}

/** Creates a control API request, for a session if the URL has one. Has no timeout of its own. */
export function controlRequest(
  { baseUrl, controlToken }: Pick<EmulatorAddress, 'baseUrl' | 'controlToken'>,
  method: 'GET' | 'POST',
  path: string,
): Omit<HttpRequest, 'timeoutMs'> {
  return {
    name: `emulator.${path}`,
    method,
    url: new URL(`${baseUrl}/$emulator/${path}`),
    headers: { 'x-emulator-control': controlToken },
    direct: true,
    isControl: true,
    secrets: [controlToken],
  };
}

/** Sends a control API request. Throws `AppError` if it fails. */
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
      answerBytes: MAX_RESPONSE_BYTES,
    }),
  );
  const parsed = tryParse(text);
  const answer = isObject(parsed) ? parsed : {};
  if (status === 200) return answer;
  const why = textAt(objectAt(answer, 'error'), 'message');
  if (status === 400 && why !== '') {
    const cause = new Error(text);
    throw new AppError('emulatorRefused', `The built-in emulator rejected the request: ${why}`, {
      cause,
    });
  }
  throw new AppError(
    'emulatorRefused',
    `The built-in emulator rejected the request with status ${status}.`,
    {
      hint: 'Restart the emulator.',
      cause: new Error(text),
    },
  );
}

/**
 * Sends network settings, which can change and contain passwords, so they aren't environment variables.
 * Throws `AppError` if it fails.
 */
export async function sendNetworkSettings(
  http: Http,
  address: EmulatorAddress,
  reach: ProxySettings,
): Promise<void> {
  await askEmulator(http, address, 'POST', 'network', { ...reach, noProxy: reach.noProxy ?? [] });
}

/** Returns the number of windows that use the emulator; 0 if it doesn't respond. */
export async function emulatorUses(http: Http, address: EmulatorAddress): Promise<number> {
  const { count } = await askEmulator(http, address, 'GET', 'holds').catch((): JsonObject => ({}));
  return typeof count === 'number' ? count : 0;
}

/** In ms; renewed when it ends. */
const HOLD_LIMIT = 12 * 60 * 60 * 1000;

/** Keeps an emulator running until the signal aborts. Resolves to how it ended, as part of a sentence. */
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
      return text.includes('stopped') ? STOPPED_TEXT : `status ${status}`;
    } catch (error) {
      const isOver = error instanceof AppError && error.reason === 'timeout';
      if (!isOver) return 'lost connection';
    }
  }
}

/** Exit description after a deliberate stop. */
export const STOPPED_TEXT = 'stop';

async function sent(sending: Promise<HttpResponse>): Promise<HttpResponse> {
  try {
    return await sending;
  } catch (cause) {
    if (CancelledError.is(cause)) throw cause;
    const hint = 'It may have stopped. It restarts on next use.';
    throw new AppError('emulatorFailed', 'The built-in emulator isn’t responding.', {
      hint,
      cause,
    });
  }
}

export interface EmulatorDelivery {
  readonly id: string;
  /** The webhook's resource name; empty if the request specified the URL. */
  readonly webhook: string;
  readonly uri: string;
  readonly type: string;
  readonly state: 'waiting' | 'sent' | 'failed' | 'refused' | 'unknown';
  readonly attempts: number;
  /** HTTP status of the last response. */
  readonly status?: number;
  readonly problem: string;
  /** RFC 3339, as is the time of the next attempt, if any. */
  readonly created: string;
  readonly next: string;
  readonly body: string;
  readonly headers: { readonly [name: string]: string };
}

/** Lists deliveries, newest first. Throws `AppError` on failure. */
export async function emulatorDeliveries(
  http: Http,
  address: EmulatorAddress,
): Promise<readonly EmulatorDelivery[]> {
  const { deliveries } = await askEmulator(http, address, 'GET', 'deliveries');
  return items(deliveries).filter(isObject).map(read);
}

export async function sendAgain(http: Http, address: EmulatorAddress, id: string): Promise<void> {
  await askEmulator(http, address, 'POST', 'deliveries', { id });
}

const STATES = ['waiting', 'sent', 'failed', 'refused'] as const;

function read(json: JsonObject): EmulatorDelivery {
  const { attempts, status, headers } = json;
  const text = (name: string): string => textAt(json, name);
  return {
    id: text('id'),
    webhook: text('webhook'),
    uri: text('uri'),
    type: text('type'),
    problem: text('problem'),
    created: text('created'),
    next: text('next'),
    body: text('body'),
    state: STATES.find((state) => state === json.state) ?? 'unknown',
    attempts: typeof attempts === 'number' ? attempts : 0,
    ...(typeof status === 'number' && { status }),
    headers: isObject(headers) ? (headers as EmulatorDelivery['headers']) : {},
  };
}
