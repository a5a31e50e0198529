import type { CallInput, CallOutput } from '../../../webview/rpc';
import type { PlaygroundEvent, PlaygroundProtocol } from '../../../conversation/model/protocol';

type Name = keyof PlaygroundProtocol['calls'];

/** All protocol calls as functions. Failures are shown above the composer and return `undefined`. */
export type Actions = {
  readonly [N in Name]: (
    ...input: undefined extends CallInput<PlaygroundProtocol, N>
      ? []
      : [CallInput<PlaygroundProtocol, N>]
  ) => Promise<{ readonly answer: CallOutput<PlaygroundProtocol, N> } | undefined>;
};

export type PageEvent = Exclude<
  PlaygroundEvent,
  { readonly name: 'state' | 'delta' | 'attachments' }
>;

const OF_STATE: readonly PlaygroundEvent['name'][] = ['state', 'delta', 'attachments'];

export function isPageEvent(event: PlaygroundEvent): event is PageEvent {
  return !OF_STATE.includes(event.name);
}
