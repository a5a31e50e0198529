import type { SessionExchange, SessionUpload } from './sessionExchange';

/** What recordings know of a request that went by. */
interface AskedByProgram extends Pick<SessionExchange, 'method' | 'target' | 'headers'> {
  readonly operation: string;
  /** The addresses at which the program has found the service. */
  readonly bases: readonly string[];
  readonly body: Buffer;
  readonly upload?: SessionUpload;
}

/** Whether it missed, and a rule can be made of what was asked: that of a live session is not kept. */
export function isMissed({ answeredBy, wire }: SessionExchange): boolean {
  return answeredBy === 'miss' && wire !== undefined;
}

/** A request of a program as it is compared; undefined where too little of it is kept. */
export function askedBy(entry: SessionExchange): AskedByProgram | undefined {
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

/** Requests in OpenAI's form have a name of their own, as the emulator records them. */
function nameOf(operation: string, target: string): string {
  const [, name] = /^\/v1beta\/openai\/([\w/]+)/.exec(target) ?? [];
  return name === undefined ? operation : `openai.${name.split('/').slice(0, 2).join('.')}`;
}
