import { isObject, items, objectAt, textAt } from '../json';
import type { JsonObject } from '../schema/row';
import { parseDuration } from './duration';

export interface FieldViolation {
  /** snake_case path of the field, as the service names it. */
  readonly field: string;
  readonly description: string;
}

/** The typed parts of `google.rpc.Status.details`; what we don't know stays as it came, in `other`. */
export interface ErrorDetails {
  readonly errorInfo?: {
    readonly reason: string;
    readonly domain: string;
    readonly metadata: JsonObject;
  };
  readonly retryInfo?: { readonly retryDelayMs: number };
  readonly fieldViolations?: readonly FieldViolation[];
  readonly quotaViolations?: readonly JsonObject[];
  readonly links?: readonly { readonly description: string; readonly url: string }[];
  readonly localizedMessage?: { readonly locale: string; readonly message: string };
  readonly other: readonly JsonObject[];
}

const TYPE = 'type.googleapis.com/google.rpc.';

/** Reads `details`, whatever they are: what has not the expected shape counts as unknown. */
export function readDetails(details: unknown): ErrorDetails {
  let known: Omit<ErrorDetails, 'other'> = {};
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

type Reader = (detail: JsonObject) => Omit<ErrorDetails, 'other'> | undefined;

const readers: { readonly [type: string]: Reader | undefined } = {
  ErrorInfo: (detail) => ({
    errorInfo: {
      reason: textAt(detail, 'reason'),
      domain: textAt(detail, 'domain'),
      metadata: objectAt(detail, 'metadata'),
    },
  }),
  RetryInfo(detail) {
    const retryDelayMs = parseDuration(textAt(detail, 'retryDelay'));
    return retryDelayMs === undefined ? undefined : { retryInfo: { retryDelayMs } };
  },
  BadRequest: (detail) => ({
    fieldViolations: items(detail.fieldViolations)
      .filter(isObject)
      .map((item) => ({ field: textAt(item, 'field'), description: textAt(item, 'description') })),
  }),
  QuotaFailure: (detail) => ({ quotaViolations: items(detail.violations).filter(isObject) }),
  Help: (detail) => ({
    links: items(detail.links)
      .filter(isObject)
      .map((item) => ({ description: textAt(item, 'description'), url: textAt(item, 'url') })),
  }),
  LocalizedMessage: (detail) => ({
    localizedMessage: { locale: textAt(detail, 'locale'), message: textAt(detail, 'message') },
  }),
};
