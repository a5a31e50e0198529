import type { IncomingMessage } from 'node:http';

/** Where a request was sent, such as `http://127.0.0.1:4321`. The guard has let its host pass. */
export function originOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  return `http://${headers.host ?? ''}`;
}
