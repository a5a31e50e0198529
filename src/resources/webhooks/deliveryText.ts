import { createHmac, timingSafeEqual } from 'node:crypto';

export interface PastedDelivery {
  readonly id: string;
  /** Header value in seconds since 1970. */
  readonly timestamp: string;
  readonly signature: string;
  readonly body: string;
}

export type MissingPart = 'webhook-id' | 'webhook-timestamp' | 'webhook-signature' | 'body';

const HEADER = /^\s*["']?(webhook-(?:id|timestamp|signature))["']?\s*:\s*["']?(.*?)["']?,?\s*$/i;

export function looksLikeDelivery(text: string): boolean {
  return text.split('\n', 200).some((line) => HEADER.test(line));
}

/**
 * Parses pasted headers (`name: value`, in any order, among other headers), followed by a body that starts
 * at the first `{`.
 */
export function parseDelivery(text: string): PastedDelivery | { readonly lacks: MissingPart } {
  const found = new Map<string, string>();
  let at = 0;
  let end = 0;
  for (const line of text.split(/(?<=\n)/)) {
    at += line.length;
    const [, name = '', value = ''] = HEADER.exec(line) ?? [];
    if (name === '') continue;
    found.set(name.toLowerCase(), value.trim());
    end = at;
  }
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const) {
    if ((found.get(name) ?? '') === '') return { lacks: name };
  }
  const rest = text.slice(end);
  const start = rest.indexOf('{');
  if (start < 0) return { lacks: 'body' };
  return {
    id: found.get('webhook-id') ?? '',
    timestamp: found.get('webhook-timestamp') ?? '',
    signature: found.get('webhook-signature') ?? '',
    body: rest.slice(start),
  };
}

type SignatureCheck =
  | 'right'
  | 'wrong'
  /** Signed with a key (JWT) instead of a secret, as for a webhook that is set per request. */
  | 'token';

/**
 * Verifies a signature. Also tries other line endings and the body without its final line break, since
 * editors change them.
 */
export function checkSignature(delivery: PastedDelivery, secret: string): SignatureCheck {
  const { id, timestamp, signature, body } = delivery;
  const given = signature.split(/\s+/).filter((one) => one.startsWith('v1,'));
  if (given.length === 0 && signature.split('.').length === 3) return 'token';
  const key = Buffer.from(secret.trim().replace(/^whsec_/, ''), 'base64');
  const unix = body.replaceAll('\r\n', '\n');
  const bodies = new Set([body, unix, body.trimEnd(), unix.trimEnd()]);
  const isRight = [...bodies].some((one) => {
    const right = createHmac('sha256', key).update(`${id}.${timestamp}.${one}`).digest();
    return given.some((mark) => isSame(Buffer.from(mark.slice('v1,'.length), 'base64'), right));
  });
  return isRight ? 'right' : 'wrong';
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
