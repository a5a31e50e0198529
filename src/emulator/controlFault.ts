import { isOperationId } from '../api/operations';
import type { JsonObject, JsonValue } from '../api/schema/row';
import { errorFor } from './engine/triggers';
import { isSignInTarget, type Fault } from './faults';
import { htmlPage } from './pages';
import type { Accident } from './reply';
import { quotaExceeded, StatusError } from './status';

/** What each kind of fault makes of the rest of the request's body. */
const kinds: { readonly [kind: string]: (body: JsonObject) => Accident } = {
  status: (body) => {
    const code = number(body.status, 503);
    const { message } = errorFor(code, 'the model');
    const error = new StatusError(code, text(body.message) ?? message, {
      details: Array.isArray(body.details) ? (body.details as JsonObject[]) : [],
      headers: strings(body.headers),
    });
    return { kind: 'error', error };
  },
  quota: (body) => {
    const delay = text(body.retryDelay) ?? '2s';
    return { kind: 'error', error: quotaExceeded(delay, 'emulator', body.perDay === true) };
  },
  page: (body) => ({
    kind: 'page',
    status: number(body.status, 200),
    contentType: text(body.contentType) ?? 'text/plain; charset=utf-8',
    body: text(body.body) ?? '',
    headers: strings(body.headers),
  }),
  html: (body) => htmlPage(number(body.status, 200)),
  reset: () => ({ kind: 'reset' }),
  stall: () => ({ kind: 'stall' }),
  malformed: () => ({ kind: 'malformed' }),
  empty: () => ({ kind: 'empty' }),
};

/** Reads a fault that the control API was sent. Throws 400 for an unknown kind or operation. */
export function readFault(body: JsonObject): Fault {
  const { kind, operation = '*', after = 0 } = body;
  const read = typeof kind === 'string' && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (!read) {
    throw new StatusError(400, `kind must be one of ${Object.keys(kinds).join(', ')}.`);
  }
  const isKnown = typeof operation === 'string' && isTarget(operation);
  if (!isKnown) {
    const what = 'operation must be one such as models.list, * or an endpoint such as oauth.token.';
    throw new StatusError(400, what);
  }
  return { operation, accident: read(body), after: number(after, 0) };
}

function isTarget(text: string): text is Fault['operation'] {
  return text === '*' || isOperationId(text) || isSignInTarget(text);
}

function number(value: JsonValue | undefined, otherwise: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : otherwise;
}

function text(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function strings(value: JsonValue | undefined): { readonly [name: string]: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, text(one) ?? JSON.stringify(one)]),
  );
}
