import type { Wire } from '../../fakes/faultServer';
import { EVENT, SSE } from '../api/harness';

/** A way in which a server can send back the credential that it got. */
export interface Echo {
  readonly title: string;
  readonly answer: (secret: string, wire: Wire) => void | Promise<void>;
  /** Where it redirects to; the client asks there next where that is the same origin. */
  readonly location?: (secret: string) => string;
}

const RPC = 'type.googleapis.com/google.rpc.';
const JSON_TYPE = { 'content-type': 'application/json' };
const HTML = { 'content-type': 'text/html' };

/** The service's own error, with the secret wherever a text can stand. */
function errorWith(secret: string, code: number): object {
  return {
    error: {
      code,
      message: `Key ${secret} was refused; ?key=${encodeURIComponent(secret)}; ${'x'.repeat(990)}${secret}`,
      status: secret,
      details: [
        {
          '@type': `${RPC}ErrorInfo`,
          reason: secret,
          domain: secret,
          metadata: { [secret]: secret },
        },
        { '@type': `${RPC}BadRequest`, fieldViolations: [{ field: secret, description: secret }] },
        {
          '@type': `${RPC}Help`,
          links: [{ description: secret, url: `https://h/?key=${secret}` }],
        },
        { '@type': `${RPC}LocalizedMessage`, locale: secret, message: secret },
        { '@type': `${RPC}QuotaFailure`, violations: [{ subject: secret }] },
        { '@type': secret, [secret]: [[{ deep: secret }]] },
      ],
    },
  };
}

const page = (secret: string): string =>
  `<html><pre>x-goog-api-key: ${secret}\nauthorization: Bearer ${secret}\n${encodeURIComponent(secret)}</pre>`;

const statuses = [400, 404, 429, 503];

/** Redirects that name the secret, most of them without a reason to. */
const locations: readonly ((secret: string) => string)[] = [
  (secret) => `https://other.example/?key=${encodeURIComponent(secret)}`,
  (secret) => `https://${secret}.example/`,
  (secret) => `http://[${secret}`,
  (secret) => `/v1beta/${encodeURIComponent(secret)}?key=${encodeURIComponent(secret)}`,
];

export const echoes: readonly Echo[] = [
  ...statuses.map((status) => ({
    title: `in a ${status} of the service`,
    answer: (secret: string, wire: Wire) => wire.json(status, errorWith(secret, status)),
  })),
  {
    title: 'in an error that is cut off',
    answer: (secret, wire) =>
      wire.answer(500, JSON.stringify(errorWith(secret, 500)).slice(0, -9), JSON_TYPE),
  },
  {
    title: 'in a page of a gateway',
    answer: (secret, wire) => wire.answer(502, page(secret), { ...HTML, via: secret }),
  },
  {
    title: 'in the headers and reason of a 404 without a body',
    answer: (secret, wire) =>
      wire.raw(
        `HTTP/1.1 404 ${secret}\r\nwww-authenticate: ${secret}\r\nset-cookie: ${secret}\r\n` +
          'content-length: 0\r\n\r\n',
      ),
  },
  {
    title: 'in a web page that says 200',
    answer: (secret, wire) => wire.answer(200, page(secret), HTML),
  },
  {
    title: 'in the type of what is not JSON',
    answer: (secret, wire) => wire.answer(200, secret, { 'content-type': `text/${secret}` }),
  },
  {
    title: 'in an encoding that nobody knows',
    answer: (secret, wire) => wire.answer(200, secret, { ...SSE, 'content-encoding': secret }),
  },
  {
    title: 'in an error among the events',
    answer: (secret, wire) =>
      wire.events([EVENT, `data: ${JSON.stringify(errorWith(secret, 503))}\r\n\r\n`]),
  },
  {
    title: 'in an event that is no JSON',
    answer: (secret, wire) => wire.events([EVENT, `data: {"text": ${secret}\r\n\r\n`]),
  },
  {
    title: 'before it breaks the connection',
    answer: async (secret, wire) => {
      await wire.raw(
        `HTTP/1.1 200 ${secret}\r\ncontent-length: 999\r\nx-a: ${secret}\r\n\r\n${secret}`,
      );
      wire.reset();
    },
  },
  {
    title: 'in a broken header',
    answer: (secret, wire) => wire.raw(`HTTP/1.1 200 OK\r\n${secret}\u0000: ${secret}\r\n\r\n`),
  },
  ...locations.map((location, index) => ({
    title: `in redirect ${index + 1}`,
    location,
    answer: (secret: string, wire: Wire) =>
      wire.answer(302, secret, { location: location(secret) }),
  })),
];
