import assert from 'node:assert/strict';
import { newMode as modeFor } from '../../../../src/conversation/session/modelChoice';
import type { InitialState } from '../../../../src/conversation/store/transcript';
import type { NewConversations } from '../../../../src/catalog/settings';
import type { Connection } from '../../../../src/service/connection';
import { REMOTE } from '../fakeServices';

const missing = new Set<string>();
const newMode = (...given: readonly [InitialState, Connection | undefined, NewConversations]) =>
  modeFor(...given, { isUnsupported: (connection) => missing.has(connection) });
const begun: InitialState = { connection: REMOTE.id, model: 'models/small', settings: {} };

describe('what a new conversation asks for', () => {
  it('is an interaction in the versions that have it, unless the user wants chats', () => {
    for (const [apiVersion, expected] of [
      ['v1beta', 'interaction'],
      ['v1', 'interaction'],
      ['v1alpha', undefined],
      ['v1beta3', undefined],
    ] as const) {
      assert.equal(newMode(begun, { ...REMOTE, apiVersion }, 'interaction'), expected, apiVersion);
      assert.equal(newMode(begun, { ...REMOTE, apiVersion }, 'chat'), undefined, apiVersion);
    }
    assert.equal(newMode({ ...begun, version: 'v1alpha' }, REMOTE, 'interaction'), undefined);
    assert.equal(newMode(begun, undefined, 'interaction'), 'interaction');
  });

  it('is a chat for models that users made, and with settings that were kept for chats', () => {
    const tuned = { ...begun, model: 'tunedModels/mine' };
    assert.equal(newMode(tuned, REMOTE, 'interaction'), undefined);
    const chat = { tools: [{ codeExecution: {} }] };
    const kept = { ...begun, settings: { requests: { chat } } };
    assert.equal(newMode(kept, REMOTE, 'interaction'), undefined);
    const both = { chat, interaction: { tools: [{ type: 'url_context' }] } };
    assert.equal(
      newMode({ ...begun, settings: { requests: both } }, REMOTE, 'interaction'),
      'interaction',
    );
    const plain = { ...begun, settings: { temperature: 1 } };
    assert.equal(newMode(plain, REMOTE, 'interaction'), 'interaction');
  });
});
