import assert from 'node:assert/strict';
import {
  type Attachment,
  type PlaygroundEvent,
  playgroundProtocol,
} from '../../../../src/conversation/model/protocol';
import { connect } from '../../../../src/webview/rpc';
import { panelState } from '../webview/panelState';
import { pair, unexpected } from './pair';

const turn = { id: 't1', role: 'user', content: { parts: [{ text: 'Hi' }] } } as const;
const attachment: Attachment = {
  ...{ id: 'a1', name: 'a.png', mimeType: 'image/png', hasData: true },
  ...{ kind: 'inline', state: 'ready' },
};

describe('what the host of a playground tells its page', () => {
  const EVENTS: readonly PlaygroundEvent[] = [
    { name: 'state', state: panelState({ turns: [turn], attachments: [attachment] }) },
    { name: 'attachments', attachments: [attachment] },
    { name: 'delta', delta: { turn: 't1', pieces: [{ text: 'more', thought: false }] } },
    { name: 'edit', turn: 't1', place: 'before', role: 'model' },
    { name: 'focus', target: 'settings' },
    {
      name: 'add',
      pieces: [
        {
          ...{ uri: 'file:///a.ts', path: 'a.ts', language: 'typescript', text: 'let a;' },
          lines: { first: 3, last: 5 },
        },
      ],
    },
    { name: 'getCode' },
    { name: 'compose', text: 'Hello' },
    { name: 'savePrompt' },
  ];
  for (const event of EVENTS) {
    it(`${event.name} arrives as it was sent`, () => {
      const { host, webview } = pair();
      const heard: unknown[] = [];
      connect(webview, playgroundProtocol, (one) => heard.push(one));
      host.post({ kind: 'event', ...event });
      assert.deepEqual(heard, [event]);
    });
  }

  it('is refused where its head is wrong', () => {
    const { host, webview } = pair();
    connect(webview, playgroundProtocol, unexpected);
    const wrong: readonly (readonly [object, RegExp])[] = [
      [{ name: 'state', state: { ...panelState(), conversation: 7 } }, /state\.conversation/],
      [
        { name: 'state', state: { ...panelState(), turns: [turn, { ...turn, id: undefined }] } },
        /state\.turns\[1\]\.id/,
      ],
      [
        { name: 'state', state: { ...panelState(), turns: [{ ...turn, role: 'system' }] } },
        /state\.turns\[0\]\.role/,
      ],
      [{ name: 'attachments', attachments: [{ id: 'a1' }] }, /attachments\[0\]\.name/],
      [{ name: 'delta', delta: { turn: 't1', pieces: [{ text: 7 }] } }, /pieces\[0\]\.text/],
    ];
    for (const [event, message] of wrong) {
      assert.throws(() => host.post({ kind: 'event', ...event }), { message });
    }
  });
});
