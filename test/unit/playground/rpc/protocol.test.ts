import assert from 'node:assert/strict';
import { playgroundProtocol } from '../../../../src/conversation/model/protocol';
import { connect } from '../../../../src/webview/rpc';
import { panelState } from '../webview/panelState';
import { pair, unexpected } from './pair';

const turn = { id: 't1', role: 'user', content: { parts: [{ text: 'Hi' }] } } as const;

describe('what the host of a playground tells its page', () => {
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
