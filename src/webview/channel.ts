import type { Port } from './rpc';

/** A port of its own within another one: both sides use the same name for it. */
export function channel(port: Port, name: string): Port {
  return {
    post: (message) => port.post({ channel: name, message }),
    onMessage: (listener) =>
      port.onMessage((envelope) => {
        if (typeof envelope !== 'object' || envelope === null) return;
        const { channel: sentTo, message } = envelope as { readonly [key: string]: unknown };
        if (sentTo === name) listener(message);
      }),
  };
}
