import type { Http } from '../api/transport';
import { isObject, items, textAt } from '../base/json';
import type { JsonObject } from '../api/schema/row';
import type { EmulatorAddress } from './emulator';
import { askEmulator } from './emulatorControl';

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
