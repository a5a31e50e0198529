import type { JsonObject } from '../api/schema/row';
import { errorFor } from './engine/triggers';
import type { FaultEffect } from './faults';
import { tokenExpired } from './http/credentials';
import { htmlPage } from './pages';
import { quotaExceeded, StatusError } from './status';
import { strings, text, whole } from './control/fields';

/** A kind of fault. */
export interface FaultKind {
  /** What it takes besides `operation`, `count` and `after`. */
  readonly takes: readonly string[];
  /** What happens, for the help. */
  readonly doc: string;
  readonly effect: (given: JsonObject) => FaultEffect;
}

const SECOND = 1000;

/** Every kind of fault, by its name in the control API and on the command line. */
export const faultKinds: { readonly [kind: string]: FaultKind } = {
  status: {
    takes: ['status', 'message', 'details', 'headers'],
    doc: 'This HTTP status (503); inside a stream where pieces come before it',
    effect: (given) => {
      const code = whole(given, 'status', 503);
      const error = new StatusError(code, text(given, 'message') ?? errorFor(code, 'it').message, {
        details: Array.isArray(given.details) ? (given.details as JsonObject[]) : [],
        headers: strings(given, 'headers'),
      });
      return { accident: { kind: 'error', error } };
    },
  },
  quota: {
    takes: ['retryDelay', 'perDay'],
    doc: '429 with the delay to wait (2s), of a quota per minute or per day',
    effect: (given) => {
      const delay = text(given, 'retryDelay') ?? '2s';
      const error = quotaExceeded(delay, 'emulator', given.perDay === true);
      return { accident: { kind: 'error', error } };
    },
  },
  'expired-token': {
    takes: [],
    doc: '401, as for an access token that has expired',
    effect: () => ({ refuse: tokenExpired }),
  },
  page: {
    takes: ['status', 'contentType', 'body', 'headers'],
    doc: 'Anything else in place of the answer',
    effect: (given) => ({
      accident: {
        kind: 'page',
        status: whole(given, 'status', 200),
        contentType: text(given, 'contentType') ?? 'text/plain; charset=utf-8',
        body: text(given, 'body') ?? '',
        headers: strings(given, 'headers'),
      },
    }),
  },
  html: {
    takes: ['status'],
    doc: 'A web page in place of the answer, as from a captive portal',
    effect: (given) => ({ accident: htmlPage(whole(given, 'status', 200)) }),
  },
  empty: {
    takes: [],
    doc: 'Status 200 without a body',
    effect: () => ({ accident: { kind: 'empty' } }),
  },
  malformed: {
    takes: [],
    doc: 'JSON that breaks off',
    effect: () => ({ accident: { kind: 'malformed' } }),
  },
  reset: {
    takes: ['at'],
    doc: 'The connection breaks: at once, after some pieces, or after `at` bytes of the body',
    effect: (given) =>
      given.at === undefined
        ? { accident: { kind: 'reset' } }
        : { delivery: { cutAt: whole(given, 'at', 0) } },
  },
  stall: {
    takes: ['at'],
    doc: 'Nothing more comes on the open connection: at once, after some pieces, or after `at` bytes',
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
    doc: 'The body in writes of so many bytes (1), also inside characters and line ends',
    effect: (given) => ({ delivery: { writeSize: Math.max(1, whole(given, 'bytes', 1)) } }),
  },
  'no-finish': {
    takes: [],
    doc: 'The whole answer without a finish reason',
    effect: () => ({ hidesFinish: true }),
  },
  'lost-answer': {
    takes: [],
    doc: 'The work is done and kept, and the connection breaks in place of the answer',
    effect: () => ({ isDone: true, accident: { kind: 'reset' } }),
  },
  unseen: {
    takes: ['seconds'],
    doc: "What is created is not seen for so many seconds (30) of the service's time",
    effect: (given) => ({ isDone: true, unseenFor: whole(given, 'seconds', 30) * SECOND }),
  },
};
