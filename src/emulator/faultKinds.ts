import { isOperationId, isSessionId } from '../api/operations';
import type { JsonObject } from '../api/schema/row';
import { errorMessage } from '../base/errors';
import { PROJECT_NUMBER } from './caller';
import { headers, status, text, whole, wrong } from './controlValues';
import {
  type Fault,
  type FaultKind,
  type FaultQueue,
  isSignInTarget,
  readUploadFault,
  uploadFaultKinds,
  type UploadFaults,
} from './faultInjection';
import { rejectedToken, tokenExpired } from './identity/identity';
import { modelClosed } from './models';
import { errorInfo, quotaExceeded, requestQuotaId, StatusError } from './status';
import { errorFor, htmlPage } from './triggers';

const SECOND = 1000;

const BLOCKED = [
  'API_KEY_SERVICE_BLOCKED',
  'API_KEY_HTTP_REFERRER_BLOCKED',
  'API_KEY_IP_ADDRESS_BLOCKED',
];

/** Fault kinds by their name in the control API and on the command line. */
export const faultKinds: { readonly [kind: string]: FaultKind } = {
  status: {
    takes: ['status', 'message', 'details', 'headers'],
    doc: 'This HTTP status (503); inside a stream where pieces come before it',
    effect: (given) => {
      const code = status(given, 503, 400);
      const error = new StatusError(code, text(given, 'message') ?? errorFor(code, 'it').message, {
        details: Array.isArray(given.details) ? (given.details as JsonObject[]) : [],
        headers: headers(given),
      });
      return { accident: { kind: 'error', error } };
    },
  },
  quota: {
    takes: ['retryDelay', 'perDay', 'limit', 'model'],
    doc: '429 with a retry delay (2s) for a quota (15) per minute or day',
    effect: (given) => {
      const error = quotaExceeded({
        retryDelay: text(given, 'retryDelay') ?? '2s',
        model: text(given, 'model') ?? 'emulator',
        quotaId: requestQuotaId(given.perDay === true ? 'PerDay' : 'PerMinute'),
        limit: whole(given, 'limit', 15),
      });
      return { accident: { kind: 'error', error } };
    },
  },
  // Key, account and billing errors: retries never help.
  'leaked-key': {
    takes: [],
    doc: '403 for a leaked API key',
    effect: () => ({
      refuse: () =>
        new StatusError(403, 'Your API key was reported as leaked. Please use another API key.'),
    }),
  },
  'blocked-key': {
    takes: ['reason'],
    doc: `403 for an API key that isn't allowed to make the request: ${BLOCKED.join(', ')}`,
    effect: (given) => {
      const [first = ''] = BLOCKED;
      const reason = text(given, 'reason') ?? first;
      if (!BLOCKED.includes(reason)) throw wrong(`reason must be one of ${BLOCKED.join(', ')}.`);
      return { refuse: ({ rpc }) => keyBlocked(reason, rpc) };
    },
  },
  'refused-token': {
    takes: [],
    doc: '401 for an unsupported credential type',
    effect: () => ({ refuse: rejectedToken }),
  },
  credits: {
    takes: [],
    doc: '429 for used-up prepaid credits',
    effect: () => ({
      refuse: () =>
        new StatusError(
          429,
          'Your prepayment credits are depleted. Please go to AI Studio at https://ai.studio/projects ' +
            'to manage your project and billing.',
        ),
    }),
  },
  'closed-model': {
    takes: ['model'],
    doc: '404 for a model that only existing users can use',
    effect: (given) => {
      const model = text(given, 'model') ?? 'models/gemini-2.5-flash';
      return { refuse: () => modelClosed(model) };
    },
  },
  'expired-token': {
    takes: [],
    doc: '401 for an expired access token',
    effect: () => ({ refuse: tokenExpired }),
  },
  page: {
    takes: ['status', 'contentType', 'body', 'headers'],
    doc: 'Any other body instead of the response',
    effect: (given) => ({
      accident: {
        kind: 'page',
        status: status(given, 200),
        contentType: text(given, 'contentType') ?? 'text/plain; charset=utf-8',
        body: text(given, 'body') ?? '',
        headers: headers(given),
      },
    }),
  },
  html: {
    takes: ['status'],
    doc: 'An HTML page instead of the response, like a captive portal',
    effect: (given) => ({ accident: htmlPage(status(given, 200)) }),
  },
  empty: {
    takes: [],
    doc: 'Status 200 without a body',
    effect: () => ({ accident: { kind: 'empty' } }),
  },
  malformed: {
    takes: [],
    doc: 'Truncated JSON',
    effect: () => ({ accident: { kind: 'malformed' } }),
  },
  reset: {
    takes: ['at'],
    doc: 'Connection reset: immediately, after some pieces, or after `at` bytes of the body',
    effect: (given) =>
      given.at === undefined
        ? { accident: { kind: 'reset' } }
        : { delivery: { cutAt: whole(given, 'at', 0) } },
  },
  stall: {
    takes: ['at'],
    doc: 'No more data on the open connection: immediately, after some pieces, or after `at` bytes',
    effect: (given) =>
      given.at === undefined
        ? { accident: { kind: 'stall' } }
        : { delivery: { stallAt: whole(given, 'at', 0) } },
  },
  slow: {
    takes: ['latency', 'rate'],
    doc: '`latency` milliseconds (5000) to the first byte, then `rate` tokens a second',
    effect: (given) => ({
      delivery: { delay: whole(given, 'latency', 5 * SECOND) },
      ...(given.rate === undefined ? {} : { speed: { latency: 0, rate: whole(given, 'rate', 0) } }),
    }),
  },
  split: {
    takes: ['bytes'],
    doc: 'Body sent in writes of the given number of bytes (1), splitting characters and line ends',
    effect: (given) => ({ delivery: { writeSize: Math.max(1, whole(given, 'bytes', 1)) } }),
  },
  'no-finish': {
    takes: [],
    doc: 'Complete response without a finish reason',
    effect: () => ({ hidesFinish: true }),
  },
  'lost-answer': {
    takes: [],
    doc: 'The request is processed, but the connection breaks before the response',
    effect: () => ({ isDone: true, accident: { kind: 'reset' } }),
  },
  unseen: {
    takes: ['seconds'],
    doc: "New resources aren't visible for the given number of seconds (30) of server time",
    effect: (given) => ({ isDone: true, unseenFor: whole(given, 'seconds', 30) * SECOND }),
  },
  'go-away': {
    takes: ['seconds'],
    doc: 'A Live API session gets a go-away notice and ends after the given number of seconds (10)',
    effect: (given) => ({ isDone: true, goAwayIn: whole(given, 'seconds', 10) }),
  },
};

const COMMON = ['kind', 'operation', 'count', 'after'];

interface FaultQueues {
  readonly faults: FaultQueue;
  readonly uploadFaults: UploadFaults;
}

/** Queues a fault for the next requests. Throws 400 if invalid. */
export function addFault({ faults, uploadFaults }: FaultQueues, body: JsonObject): void {
  const count = whole(body, 'count', 1);
  const requests = count === 0 ? Infinity : count;
  const ofUpload = readUploadFault(body);
  if (ofUpload) uploadFaults.add(ofUpload, requests);
  else faults.add(readFault(body), requests);
}

/** Returns the problem of a fault in control API form. Undefined if valid. */
export function faultProblem(body: JsonObject): string | undefined {
  try {
    readFault(body);
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}

/** Parses a fault of the control API. Throws 400 for an unknown kind, API method or field. */
export function readFault(body: JsonObject): Fault {
  const { operation = '*' } = body;
  const kind = typeof body.kind === 'string' ? body.kind : '';
  const row = Object.hasOwn(faultKinds, kind) ? faultKinds[kind] : undefined;
  if (!row) throw wrong(`kind must be one of ${faultNames().join(', ')}.`);
  const takes = [...COMMON, ...row.takes];
  const strange = Object.keys(body).find((name) => !takes.includes(name));
  if (strange !== undefined) {
    throw wrong(
      `A fault of kind ${kind} has no field ${strange}. Its fields are ${takes.join(', ')}.`,
    );
  }
  const isKnown = typeof operation === 'string' && isTarget(operation);
  if (!isKnown) {
    throw wrong(
      'operation must be an API method such as models.list, *, or an endpoint such as oauth.token.',
    );
  }
  const effect = row.effect(body);
  if (isSignInTarget(operation) && (!effect.accident || effect.isDone)) {
    throw wrong(`A fault of kind ${kind} isn’t supported for ${operation}.`);
  }
  return { operation, after: whole(body, 'after', 0), ...effect };
}

function faultNames(): readonly string[] {
  return [...Object.keys(faultKinds), ...uploadFaultKinds];
}

function isTarget(text: string): text is Fault['operation'] {
  return text === '*' || isOperationId(text) || isSessionId(text) || isSignInTarget(text);
}

function keyBlocked(reason: string, rpc: string): StatusError {
  const [service = '', method = ''] = rpc.split('/');
  const called = `google.ai.generativelanguage.v1beta.${service}.${method}`;
  const metadata = { consumer: `projects/${PROJECT_NUMBER}`, methodName: called };
  const message =
    reason === 'API_KEY_SERVICE_BLOCKED'
      ? `Requests to this API generativelanguage.googleapis.com method ${called} are blocked.`
      : `Requests from this ${reason.includes('IP') ? 'IP address' : 'referer'} are blocked.`;
  return new StatusError(403, message, { details: [errorInfo(reason, metadata)] });
}
