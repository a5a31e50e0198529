import { isObject, items, objectAt, textAt } from '../../base/json';
import type { JsonObject } from '../schema/row';
import { toCamelCase } from '../schema/scalars';

export interface FieldViolation {
  readonly field: string;
  readonly description: string;
}

/** An exceeded quota; absent fields are empty. */
export interface QuotaViolation {
  readonly subject: string;
  readonly description: string;
  readonly quotaMetric: string;
  /** Such as `GenerateRequestsPerDayPerProjectPerModel-FreeTier`. */
  readonly quotaId: string;
  readonly quotaDimensions: JsonObject;
  readonly quotaValue: string;
}

export interface PreconditionViolation {
  readonly type: string;
  readonly subject: string;
  readonly description: string;
}

/**
 * Parsed `google.rpc.Status.details` (google/rpc/error_details.proto). Unknown or malformed details remain in
 * `other`.
 */
export interface ErrorDetails {
  readonly errorInfo?: {
    readonly reason: string;
    readonly domain: string;
    readonly metadata: JsonObject;
  };
  readonly retryInfo?: { readonly retryDelayMs: number };
  readonly fieldViolations?: readonly FieldViolation[];
  readonly quotaViolations?: readonly QuotaViolation[];
  readonly preconditionViolations?: readonly PreconditionViolation[];
  readonly links?: readonly { readonly description: string; readonly url: string }[];
  readonly localizedMessage?: { readonly locale: string; readonly message: string };
  readonly requestInfo?: { readonly requestId: string; readonly servingData: string };
  readonly resourceInfo?: {
    readonly resourceType: string;
    readonly resourceName: string;
    readonly owner: string;
    readonly description: string;
  };
  readonly other: readonly JsonObject[];
}

type Known = Omit<ErrorDetails, 'other'>;

const TYPE = 'type.googleapis.com/google.rpc.';

export function readDetails(details: unknown): ErrorDetails {
  let known: Known = {};
  const other: JsonObject[] = [];
  for (const detail of items(details)) {
    if (!isObject(detail)) continue;
    const type = textAt(detail, '@type').replace(TYPE, '');
    // `hasOwn`, because the server's type string must not match inherited properties.
    const read = Object.hasOwn(readers, type) ? readers[type]?.(detail) : undefined;
    if (read) known = { ...known, ...read };
    else other.push(detail);
  }
  return { ...known, other };
}

type Reader = (detail: JsonObject) => Known | undefined;

const readers: { readonly [type: string]: Reader | undefined } = {
  ErrorInfo: (detail) =>
    pathText(detail, 'reason', (reason) => ({
      errorInfo: {
        reason,
        domain: textAt(detail, 'domain'),
        metadata: objectAt(detail, 'metadata'),
      },
    })),
  RetryInfo(detail) {
    const retryDelayMs = parseDuration(textAt(detail, 'retryDelay'));
    return retryDelayMs === undefined ? undefined : { retryInfo: { retryDelayMs } };
  },
  BadRequest: (detail) =>
    pathList(detail, 'fieldViolations', (list) => ({
      fieldViolations: list.map((item) => texts(item, 'field', 'description')),
    })),
  QuotaFailure: (detail) =>
    pathList(detail, 'violations', (list) => ({
      quotaViolations: list.map((item) => ({
        ...texts(item, 'subject', 'description', 'quotaMetric', 'quotaId', 'quotaValue'),
        quotaDimensions: objectAt(item, 'quotaDimensions'),
      })),
    })),
  PreconditionFailure: (detail) =>
    pathList(detail, 'violations', (list) => ({
      preconditionViolations: list.map((item) => texts(item, 'type', 'subject', 'description')),
    })),
  Help: (detail) =>
    pathList(detail, 'links', (list) => ({
      links: list.map((item) => texts(item, 'description', 'url')),
    })),
  LocalizedMessage: (detail) =>
    pathText(detail, 'message', (message) => ({
      localizedMessage: { locale: textAt(detail, 'locale'), message },
    })),
  RequestInfo: (detail) =>
    pathText(detail, 'requestId', () => ({
      requestInfo: texts(detail, 'requestId', 'servingData'),
    })),
  ResourceInfo: (detail) =>
    pathText(detail, 'resourceName', () => ({
      resourceInfo: texts(detail, 'resourceType', 'resourceName', 'owner', 'description'),
    })),
};

function pathText(
  detail: JsonObject,
  name: string,
  read: (text: string) => Known,
): Known | undefined {
  const text = textAt(detail, name);
  return text === '' ? undefined : read(text);
}

function pathList(
  detail: JsonObject,
  name: string,
  read: (list: readonly JsonObject[]) => Known,
): Known | undefined {
  const list = Object.hasOwn(detail, name) ? detail[name] : undefined;
  return Array.isArray(list) && list.every(isObject) ? read(list) : undefined;
}

function texts<N extends string>(
  item: JsonObject,
  ...names: readonly N[]
): { readonly [K in N]: string } {
  const found = names.map((name) => [name, textAt(item, name)] as const);
  return Object.fromEntries(found) as { [K in N]: string };
}

/**
 * Parses a JSON duration (`53s`, `0.900s`) to ms. Undefined if invalid. The API sends the maximum int64 seconds for
 * “never”.
 */
function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,19}(?:\.\d{1,9})?)s$/.exec(text);
  return match ? milliseconds(Number(match[1]), 's') : undefined;
}

type Unit = 'h' | 'm' | 's' | 'ms';

const UNITS: { readonly [U in Unit]: number } = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };

/** Parses a duration in a message (`44.09s`, `900.2ms`, `1h2m3s`) to ms. */
export function parseMessageDuration(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?(?:ms|h|m|s))+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|h|m|s)/g)];
  return parts.reduce((sum, part) => sum + milliseconds(Number(part[1]), part[2] as Unit), 0);
}

// Rounds up to integers, to avoid floating-point noise and early retries.
function milliseconds(value: number, unit: Unit): number {
  return Math.ceil(Number((value * UNITS[unit]).toFixed(3)));
}

/** camelCase names and indexes from the message root. */
export type FieldPath = readonly (string | number)[];

/** Parses `generation_config.stop_sequences[0]` → `generationConfig`, `stopSequences`, 0. */
export function fieldPath(field: string): FieldPath {
  return [...field.matchAll(/([A-Za-z_][\w]*)|\[(\d+)\]/g)].map(([, name, index]) =>
    name === undefined ? Number(index) : toCamelCase(name),
  );
}

/** Extracts the field from an error message, which is more precise than the `field` property on the live API. */
export function extractField(
  words: string,
): { readonly path: FieldPath; readonly isUnknown: boolean } | undefined {
  const unknown = /Unknown name "([^"]+)"(?: at '([^']+)')?/.exec(words);
  if (unknown) {
    const [, name = '', at] = unknown;
    return { path: [...fieldPath(at ?? ''), name], isUnknown: true };
  }
  const field = /Invalid value at '([^']+)'/.exec(words)?.[1];
  return field === undefined ? undefined : { path: fieldPath(field), isUnknown: false };
}

/** Parses `Invalid value at 'a_b[0].c' (type.googleapis.com/…), "X"` into field and JSON value. */
export function rejectedValue(
  words: string,
): { readonly field: string; readonly value: string } | undefined {
  const [, at, value] =
    /^Invalid value at '([^']+)' \([^)]+\), (".*"|-?\d\S*|true|false|null)$/s.exec(words) ?? [];
  if (at === undefined || value === undefined) return undefined;
  const parts = fieldPath(at).map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`));
  return { field: parts.join('').replace(/^\./, ''), value };
}

/** Parses `* Request.contents[0].data: required … * Request.x: …` into fields and problems. */
export function listFields(
  message: string,
): readonly { readonly field: string; readonly words: string }[] {
  return message.split(/(?:^|\s)\* (?=[A-Za-z_][\w.[\]]*:)/).flatMap((words) => {
    const field = /^[A-Z]\w*\.([\w.[\]]+):/.exec(words)?.[1];
    return field === undefined ? [] : [{ field, words }];
  });
}

const LIMIT = /^must have at most (\d+) (\w+)(?:, and has (\d+))?\.?$/;

export function describeFields(message: string): string {
  const listed = listFields(message);
  if (listed.length === 0) return message;
  const head = message.slice(0, message.indexOf('* ')).trim();
  const sentences = listed.map(({ field, words }) =>
    describeField(field, words.slice(words.indexOf(':') + 1).trim()),
  );
  return [...(head === '' ? [] : [head]), ...sentences].join(' ');
}

/** Rewrites `requests[2].chunk.data.string_value` as `stringValue of requests[2] is longer than …`. */
export function describeField(field: string, problem: string): string {
  const path = fieldPath(field);
  const name = path.findLast((part) => typeof part === 'string') ?? field;
  const element = /^(.*\[\d+\])\./.exec(field)?.[1];
  const subject = element === undefined ? name : `${name} of ${element}`;
  const [, most, unit, has] = LIMIT.exec(problem) ?? [];
  if (most === undefined) return ended(`${subject}: ${problem}`);
  const count = has === undefined ? '' : `; it has ${thousands(has)}`;
  const relation = unit === 'characters' ? 'is longer than' : 'has more than';
  return `${subject} ${relation} ${thousands(most)} ${unit ?? ''}${count}.`;
}

function ended(sentence: string): string {
  return /[.!?…]$/.test(sentence) ? sentence : `${sentence}.`;
}

function thousands(count: string): string {
  return Number(count).toLocaleString('en');
}

const CONSOLES = ['console.developers.google.com', 'console.cloud.google.com'];

/**
 * Returns the page to enable an API (`apiDisabled`). Only Google Cloud console URLs are accepted, because the URL
 * comes from a server.
 */
export function activationUrl({ errorInfo, links = [] }: ErrorDetails): string | undefined {
  const named = errorInfo ? [textAt(errorInfo.metadata, 'activationUrl')] : [];
  const linked = links.map(({ url }) => url);
  return [...named, ...linked].find(isConsole);
}

function isConsole(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return (
    url?.protocol === 'https:' &&
    CONSOLES.includes(url.host) &&
    url.username === '' &&
    url.password === ''
  );
}
