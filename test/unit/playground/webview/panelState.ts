import type { PlaygroundState } from '../../../../src/conversation/model/protocol';

/** A panel's state in which nothing was said yet, with these changes. */
export function panelState(over: Partial<PlaygroundState> = {}): PlaygroundState {
  return {
    conversation: 'c1',
    title: 'Test',
    version: 'v1beta',
    mode: 'chat',
    modes: [],
    settings: {},
    openParts: [],
    unsent: [],
    variables: {},
    tokenMeter: 'off',
    turns: [],
    attachments: [],
    ...over,
  };
}
