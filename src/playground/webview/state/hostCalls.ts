import type { CallInput, CallOutput } from '../../../webview/rpc';
import type { PlaygroundEvent, PlaygroundProtocol } from '../../../conversation/model/protocol';

type Name = keyof PlaygroundProtocol['calls'];

/** Every call of the protocol as a function. A failure is shown above the composer, and answers `undefined`. */
export type Actions = {
  readonly [N in Name]: (
    ...input: undefined extends CallInput<PlaygroundProtocol, N>
      ? []
      : [CallInput<PlaygroundProtocol, N>]
  ) => Promise<{ readonly answer: CallOutput<PlaygroundProtocol, N> } | undefined>;
};

/** What the host tells the page to do, as against how things are. */
export type PageEvent = Exclude<
  PlaygroundEvent,
  { readonly name: 'state' | 'delta' | 'attachments' }
>;

/** They say how things are. */
const OF_STATE: readonly PlaygroundEvent['name'][] = ['state', 'delta', 'attachments'];

/** Whether something is told to the page, not to what shows the conversation. */
export function isOfPage(event: PlaygroundEvent): event is PageEvent {
  return !OF_STATE.includes(event.name);
}
