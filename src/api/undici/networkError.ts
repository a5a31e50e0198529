import { AppError, CancelledError, errorCode, errorMessage } from '../../base/errors';
import { cut, oneLine, TransportError, type TransportReason } from '../errors';
import { incomplete } from '../pieces';
import type { Redactor } from '../redact';

interface FailurePlace {
  readonly host: string;
  readonly answering: boolean;
  readonly redact: Redactor;
}

interface Rule {
  readonly reason: TransportReason;
  readonly codes?: readonly string[];
  readonly text?: RegExp;
  readonly says: (host: string) => string;
  readonly hint: string;
}

const CHECK = 'Check the connection’s endpoint, your network, and the http.proxy setting.';

const rules: readonly Rule[] = [
  {
    reason: 'proxy',
    codes: ['UND_ERR_PRX_TLS', 'UND_ERR_PRX_CONN', 'UND_ERR_SOCKS5'],
    says: (host) => `The proxy couldn’t connect to ${host}.`,
    hint: 'Check the http.proxy setting.',
  },
  {
    reason: 'proxy',
    text: /Proxy (?:response \(407\)|Authentication Required)/,
    says: () => 'The proxy requires a username and password.',
    hint: 'Add them to the http.proxyAuthorization setting or to the URL in http.proxy.',
  },
  {
    reason: 'proxy',
    text: /^Proxy response \(\d+\)/,
    says: (host) => `The proxy refused to connect to ${host}.`,
    hint: 'Check the http.proxy and http.noProxy settings.',
  },
  {
    reason: 'dns',
    codes: ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME'],
    says: (host) => `Couldn’t resolve the host ${host}.`,
    hint: CHECK,
  },
  {
    reason: 'refused',
    codes: ['ECONNREFUSED'],
    says: (host) => `The connection to ${host} was refused.`,
    hint: CHECK,
  },
  {
    reason: 'certificate',
    codes: [
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'CERT_HAS_EXPIRED',
      'CERT_NOT_YET_VALID',
      'CERT_REVOKED',
      'CERT_UNTRUSTED',
      'CERT_REJECTED',
      'CERT_SIGNATURE_FAILURE',
      'INVALID_CA',
      'ERR_TLS_CERT_ALTNAME_INVALID',
    ],
    says: (host) => `The certificate of ${host} isn’t trusted.`,
    hint: 'If your network inspects traffic, enable http.systemCertificates. The http.proxyStrictSSL setting controls whether certificates are checked.',
  },
  {
    reason: 'certificate',
    text: /^(?:EPROTO|ERR_SSL_|ERR_TLS_)/,
    says: (host) => `Couldn’t establish a secure connection to ${host}.`,
    hint: CHECK,
  },
  {
    reason: 'unreachable',
    codes: [
      'UND_ERR_CONNECT_TIMEOUT',
      'ETIMEDOUT',
      'EHOSTUNREACH',
      'ENETUNREACH',
      'ENETDOWN',
      'EHOSTDOWN',
      'EADDRNOTAVAIL',
      'EACCES',
      'EPERM',
    ],
    says: (host) => `Couldn’t reach ${host}.`,
    hint: CHECK,
  },
  {
    reason: 'reset',
    codes: ['ECONNRESET', 'EPIPE', 'ECONNABORTED'],
    says: (host) => `The connection to ${host} was interrupted.`,
    hint: 'Try again. If the error persists, check your network and the proxy.',
  },
  {
    reason: 'reset',
    codes: ['UND_ERR_SOCKET'],
    says: (host) => `${host} closed the connection without a response.`,
    hint: 'Try again. If the error persists, check your network and the proxy.',
  },
  {
    reason: 'notJson',
    codes: ['UND_ERR_HEADERS_OVERFLOW'],
    text: /^HPE_|^Response does not match the HTTP/,
    says: (host) => `The response from ${host} isn’t valid HTTP.`,
    hint: CHECK,
  },
];

// Error codes of truncated bodies. Resets are separate, because their cause is known.
const CUT_SHORT = [
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'HPE_INVALID_EOF_STATE',
];

/** Converts network errors to user-facing errors. `AppError`s, such as from a sign-in, pass through. */
export function networkError(error: unknown, place: FailurePlace): AppError | CancelledError {
  if (error instanceof AppError || error instanceof CancelledError) return error;
  const code = errorCode(error) ?? '';
  const cause = plainCause(code, error, place.redact);
  if (place.answering && CUT_SHORT.includes(code)) return incomplete(cause);
  const text = errorMessage(error);
  const rule = rules.find((row) =>
    [row.codes?.includes(code), row.text?.test(code), row.text?.test(text)].includes(true),
  );
  if (rule) {
    const { reason, hint } = rule;
    const isUnanswered = reason === 'reset' && !place.answering;
    return new TransportError(reason, rule.says(place.host), { hint, cause, isUnanswered });
  }
  return new TransportError(
    'unreachable',
    `The request to ${place.host} failed (${code || 'no code'}).`,
    {
      hint: CHECK,
      cause,
    },
  );
}

// Keeps only the message, because undici errors reference sockets and raw response bytes.
function plainCause(code: string, error: unknown, redact: Redactor): Error {
  const plain = new Error(cut(oneLine(redact(`${code} ${errorMessage(error)}`)), 300));
  delete plain.stack;
  return plain;
}
