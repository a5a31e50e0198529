import { isObject, items, objectAt, textAt } from '../../base/json';
import type { JsonObject } from '../schema/row';
import { parseDuration } from './duration';

export interface FieldViolation {
  /** snake_case path of the field, as the service names it. */
  readonly field: string;
  readonly description: string;
}

/** A quota that is used up; what the service left out is empty. */
export interface QuotaViolation {
  readonly subject: string;
  readonly description: string;
  readonly quotaMetric: string;
  /** Such as `GenerateRequestsPerDayPerProjectPerModel-FreeTier`. */
  readonly quotaId: string;
  /** Such as model and location. */
  readonly quotaDimensions: JsonObject;
  /** The limit. */
  readonly quotaValue: string;
}

export interface PreconditionViolation {
  readonly type: string;
  readonly subject: string;
  readonly description: string;
}

/**
 * The typed parts of `google.rpc.Status.details` (google/rpc/error_details.proto); what we don't know, or
 * what has another shape, stays as it came, in `other`.
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

/** Reads `details`, whatever they are: what has not the expected shape counts as unknown. */
export function readDetails(details: unknown): ErrorDetails {
  let known: Known = {};
  const other: JsonObject[] = [];
  for (const detail of items(details)) {
    if (!isObject(detail)) continue;
    const type = textAt(detail, '@type').replace(TYPE, '');
    // The type is the server's text: it must not reach what every object inherits.
    const read = Object.hasOwn(readers, type) ? readers[type]?.(detail) : undefined;
    if (read) known = { ...known, ...read };
    else other.push(detail);
  }
  return { ...known, other };
}

type Reader = (detail: JsonObject) => Known | undefined;

const readers: { readonly [type: string]: Reader | undefined } = {
  ErrorInfo: (detail) =>
    whereText(detail, 'reason', (reason) => ({
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
    whereList(detail, 'fieldViolations', (list) => ({
      fieldViolations: list.map((item) => texts(item, 'field', 'description')),
    })),
  QuotaFailure: (detail) =>
    whereList(detail, 'violations', (list) => ({
      quotaViolations: list.map((item) => ({
        ...texts(item, 'subject', 'description', 'quotaMetric', 'quotaId', 'quotaValue'),
        quotaDimensions: objectAt(item, 'quotaDimensions'),
      })),
    })),
  PreconditionFailure: (detail) =>
    whereList(detail, 'violations', (list) => ({
      preconditionViolations: list.map((item) => texts(item, 'type', 'subject', 'description')),
    })),
  Help: (detail) =>
    whereList(detail, 'links', (list) => ({
      links: list.map((item) => texts(item, 'description', 'url')),
    })),
  LocalizedMessage: (detail) =>
    whereText(detail, 'message', (message) => ({
      localizedMessage: { locale: textAt(detail, 'locale'), message },
    })),
  RequestInfo: (detail) =>
    whereText(detail, 'requestId', () => ({
      requestInfo: texts(detail, 'requestId', 'servingData'),
    })),
  ResourceInfo: (detail) =>
    whereText(detail, 'resourceName', () => ({
      resourceInfo: texts(detail, 'resourceType', 'resourceName', 'owner', 'description'),
    })),
};

function whereText(
  detail: JsonObject,
  name: string,
  read: (text: string) => Known,
): Known | undefined {
  const text = textAt(detail, name);
  return text === '' ? undefined : read(text);
}

function whereList(
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
