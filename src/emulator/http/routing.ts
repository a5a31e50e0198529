import type { IncomingMessage } from 'node:http';
import { matchTemplate } from '../../api/names';
import { type OperationId, operationIds, operationRow } from '../../api/operations';
import type { OperationRow } from '../../api/operations/row';
import { isCommonParameter } from '../../api/requestMatch';
import { scalarReaders, shown, toCamelCase, toSnakeCase } from '../../api/schema/scalars';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import type { Violation } from '../../api/schema/validate';
import {
  type Edition,
  editionOf,
  allEditions,
  isInEdition,
  isAvailable,
  type Profile,
  VERSIONS,
} from '../../api/versions';
import { badRequest } from '../status';

export interface Target {
  readonly path: string;
  readonly query: URLSearchParams;
}

export function parseTarget(target: string): Target {
  const at = target.indexOf('?');
  const path = at < 0 ? target : target.slice(0, at);
  return { path, query: new URLSearchParams(at < 0 ? '' : target.slice(at)) };
}

/**
 * Returns the base URL of a request, such as `http://127.0.0.1:4321/s/NAME`. The guard has checked
 * the host.
 */
export function baseOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  { prefix }: { readonly prefix: string },
): string {
  return `http${'encrypted' in socket ? 's' : ''}://${headers.host ?? ''}${prefix}`;
}

export interface Route {
  readonly operation: OperationId;
  readonly row: OperationRow;
  readonly version: Edition;
  readonly path: { readonly [name: string]: string };
}

type Entry = Omit<Route, 'path'>;

const DOWNLOADS = '/download';

export class Router {
  readonly #entries = new Map<string, Entry[]>();
  readonly #profile: Profile;

  constructor(profile: Profile) {
    this.#profile = profile;
    for (const operation of operationIds()) {
      const row = operationRow(operation);
      if (row.upload) continue;
      for (const version of allEditions(profile)) {
        if (!isAvailable(row, version)) continue;
        const key = keyOf(row.verb, version);
        const known = this.#entries.get(key) ?? [];
        this.#entries.set(key, [...known, { operation, row, version }]);
      }
    }
  }

  /**
   * @param path percent-encoded.
   * @param isMedia whether `alt=media` was sent: some paths return metadata or bytes.
   */
  find(verb: string, path: string, isMedia = false): Route | undefined {
    const isDownload = path.startsWith(DOWNLOADS);
    const own = isDownload ? path.slice(DOWNLOADS.length) : path;
    const known = VERSIONS.find((one) => own.startsWith(`/${one}/`));
    if (!known) return undefined;
    const version = editionOf(known, this.#profile);
    const rest = own.slice(known.length + 2);
    let other: Route | undefined;
    for (const entry of this.#entries.get(keyOf(verb, version)) ?? []) {
      const gives = entry.row.download === true;
      if (isDownload && !gives) continue;
      const values = matchTemplate(entry.row.path, rest);
      if (!values) continue;
      const route = { ...entry, path: values };
      if (gives === isMedia || isDownload) return route;
      other ??= route;
    }
    return other;
  }
}

function keyOf(verb: string, version: Edition): string {
  return `${verb} ${version}`;
}

/**
 * Parses the query parameters of an API method by JSON name. Throws 400 for unknown or invalid
 * ones.
 */
export function readQuery(row: OperationRow, version: Edition, query: URLSearchParams): JsonObject {
  const values = new Map<string, JsonValue>();
  const violations: Violation[] = [];
  for (const [key, text] of query) {
    if (isCommonParameter(key)) continue;
    const name = row.case === 'snake' ? key : toCamelCase(key);
    const known = row.query && Object.hasOwn(row.query, name) ? row.query[name] : undefined;
    if (!known || !isInEdition(known.versions, version)) {
      if (row.case === 'snake') {
        violations.push({ field: '', description: `Unknown parameter '${key}'.`, isUnknown: true });
        continue;
      }
      const problem = `Cannot bind query parameter. Field '${key}' could not be found in request message.`;
      const description = `Invalid JSON payload received. Unknown name "${key}": ${problem}`;
      violations.push({ field: '', description });
      continue;
    }
    const reader = scalarReaders[known.type];
    const value = reader.read(text);
    const field = toSnakeCase(name);
    if (value !== undefined && known.repeated) {
      values.set(name, [...((values.get(name) as readonly JsonValue[] | undefined) ?? []), value]);
    } else if (value !== undefined) values.set(name, value);
    else {
      const description = `Invalid value at '${field}' (${reader.type}), ${shown(text)}`;
      violations.push({ field, description });
    }
  }
  if (violations.length > 0) throw badRequest(violations);
  return Object.fromEntries(values);
}
