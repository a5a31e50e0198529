import { createHmac } from 'node:crypto';
import type { Call } from './reply';
import { StatusError } from './status';

const KEY = 'emulator page token';

/** One page of a listing, with the token of the next. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextPageToken?: string;
}

// The default and largest page of operations are not published; this is a careful server's choice.
const UNPUBLISHED = 100;

/**
 * Cuts the page that a list call asks for. Sizes over the operation's maximum are clamped, 0 means its
 * default; a negative size or a token from elsewhere is refused with 400.
 */
export function page<T>(call: Call, all: readonly T[]): Page<T> {
  const { max = UNPUBLISHED, size = max } = call.row.paging ?? {};
  const asked = Number(call.query.pageSize ?? 0);
  if (asked < 0) throw new StatusError(400, 'page_size must not be negative.');
  const token = call.query.pageToken;
  // Tokens hold for the same listing only.
  const scope = [call.operation, call.version, ...Object.values(call.path)].join(' ');
  const from = typeof token === 'string' && token !== '' ? open(token, scope) : 0;
  const end = from + Math.min(asked || size, max);
  const items = all.slice(from, end);
  return end < all.length ? { items, nextPageToken: tokenAt(end, scope) } : { items };
}

function tokenAt(offset: number, scope: string): string {
  return Buffer.from(`${offset}.${seal(offset, scope)}`).toString('base64url');
}

function open(token: string, scope: string): number {
  const [offset = '', mark] = Buffer.from(token, 'base64url').toString().split('.');
  if (/^\d{1,9}$/.test(offset) && mark === seal(Number(offset), scope)) return Number(offset);
  throw new StatusError(400, 'Page token is invalid.');
}

function seal(offset: number, scope: string): string {
  return createHmac('sha256', KEY).update(`${offset} ${scope}`).digest('hex').slice(0, 12);
}
