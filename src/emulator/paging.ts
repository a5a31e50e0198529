import { createHmac } from 'node:crypto';
import { pageNames } from '../api/paging';
import type { Call } from './call';
import { listRecords } from './records';
import type { Kind, Stored } from './state';
import { StatusError } from './status';
import type { HandlerContext } from './handlerContext';

const KEY = 'emulator page token';

interface Page<T> {
  readonly items: readonly T[];
  readonly nextPageToken?: string;
}

// Default and maximum page size if they aren't published.
const UNPUBLISHED = 100;

/**
 * Returns the requested page. Clamps the size to the maximum; 0 means default. Throws 400 for a
 * negative size or foreign token.
 */
export function page<T>(call: Call, all: readonly T[]): Page<T> {
  const { size, scope, from } = read(call);
  const end = from + size;
  const items = all.slice(from, end);
  return end < all.length ? { items, nextPageToken: tokenAt(end, scope) } : { items };
}

/**
 * Reads only the requested page from the state, oldest first. Throws like `page`. Continues after the last
 * item, regardless of added or deleted items.
 * @param keep filter, to which the page token is bound
 */
export function statePage(
  call: Call,
  world: HandlerContext,
  kind: Kind,
  parent: string,
  keep?: (record: Stored) => boolean,
): Page<Stored> {
  const { size, scope, from } = read(call);
  const items: Stored[] = [];
  let after = from;
  // An extra record shows whether there is a next page.
  while (items.length <= size) {
    const limit = size + 1;
    const found = listRecords(world, kind, parent, { after, limit });
    items.push(...(keep ? found.filter(keep) : found));
    after = found.at(-1)?.seq ?? after;
    if (found.length < limit) break;
  }
  if (items.length <= size) return { items };
  const shown = items.slice(0, size);
  return { items: shown, nextPageToken: tokenAt(shown.at(-1)?.seq ?? from, scope) };
}

interface SnakePage<T> {
  readonly items: readonly T[];
  readonly next_page_token?: string;
}

export function snakePage<T>(call: Call, all: readonly T[]): SnakePage<T> {
  return renamed(page(call, all));
}

export function snakeStatePage(
  call: Call,
  world: HandlerContext,
  kind: Kind,
  keep?: (record: Stored) => boolean,
): SnakePage<Stored> {
  return renamed(statePage(call, world, kind, '', keep));
}

function renamed<T>({ items, nextPageToken }: Page<T>): SnakePage<T> {
  return { items, ...(nextPageToken === undefined ? {} : { next_page_token: nextPageToken }) };
}

function read(call: Call): {
  readonly size: number;
  readonly scope: string;
  readonly from: number;
} {
  const { max = UNPUBLISHED, size = max } = call.row.paging ?? {};
  const names = pageNames(call.row);
  const asked = Number(call.query[names.size] ?? 0);
  if (asked < 0) throw new StatusError(400, 'page_size must not be negative.');
  const token = call.query[names.token];
  const caller = call.caller.kind === 'user' ? call.caller.email : '';
  const others = Object.entries(call.query)
    .filter(([name]) => name !== names.size && name !== names.token)
    .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
    .sort();
  // A token is only valid for the same parameters and caller.
  const scope = [call.operation, call.version, caller, ...Object.values(call.path), ...others];
  const sealed = scope.join(' ');
  return {
    size: Math.min(asked || size, max),
    scope: sealed,
    from: typeof token === 'string' && token !== '' ? open(token, sealed) : 0,
  };
}

function tokenAt(place: number, scope: string): string {
  return Buffer.from(`${place}.${seal(place, scope)}`).toString('base64url');
}

function open(token: string, scope: string): number {
  const [place = '', mark] = Buffer.from(token, 'base64url').toString().split('.');
  if (/^\d{1,15}$/.test(place) && mark === seal(Number(place), scope)) return Number(place);
  throw new StatusError(400, 'Page token is invalid.');
}

function seal(place: number, scope: string): string {
  return createHmac('sha256', KEY).update(`${place} ${scope}`).digest('hex').slice(0, 12);
}
