import type { SessionExchange, SessionUpload } from './sessionExchange';

interface ComparableRequest extends Pick<SessionExchange, 'method' | 'target' | 'headers'> {
  readonly operation: string;
  /** Base URLs at which the app reached the API. */
  readonly bases: readonly string[];
  readonly body: Buffer;
  readonly upload?: SessionUpload;
}

/** Whether the request was unmatched and a mock can be created. Live API sessions are excluded. */
export function isUnmatched({ answeredBy, wire }: SessionExchange): boolean {
  return answeredBy === 'miss' && wire !== undefined;
}

/** Converts an app's request for comparison. Undefined if too little of it was retained. */
export function comparableRequest(entry: SessionExchange): ComparableRequest | undefined {
  const { operation = 'other', wire, method, target, headers } = entry;
  return (
    wire && {
      operation: nameOf(operation, target),
      method,
      target,
      headers,
      bases: [wire.base],
      body: wire.request,
      ...(wire.upload && { upload: wire.upload }),
    }
  );
}

/** OpenAI-compatible requests are recorded under their own names. */
function nameOf(operation: string, target: string): string {
  const [, name] = /^\/v1beta\/openai\/([\w/]+)/.exec(target) ?? [];
  return name === undefined ? operation : `openai.${name.split('/').slice(0, 2).join('.')}`;
}
