import assert from 'node:assert/strict';
import type { Message } from '../../../../src/api/schema/infer';
import type {
  Conversation,
  ModelTurn,
  Turn,
} from '../../../../src/conversation/model/conversation';
import {
  withEditedTurn,
  signatureCount,
  withoutTurn,
} from '../../../../src/conversation/answer/editedTurn';
import {
  formatConversation,
  parseConversation,
} from '../../../../src/conversation/store/conversationFile';
import {
  importedConversation,
  sharedConversation,
} from '../../../../src/playground/host/history/sharedFiles';
import { requestBody } from '../../../../src/conversation/request/requestBody';
import { unsignedCalls } from '../../../../src/conversation/session/notices';
import { forkConversation } from '../../../../src/conversation/store/transcript';
import { settled } from '../../../fakes/settle';
import { ask, sentTexts } from '../ask';
import { openPanel } from '../panelWorld';
import { World } from '../world';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const G3 = 'models/gemini-3.8-flash';
/** Not what any library would write again: spaces, padding and a slash that need no escape. */
const SIGNATURE = 'A/+b=  "\u00e9\\ud83e==';

type Parts = readonly Message<'Part'>[];

const user = (id: string, parts: Parts): Turn => ({
  id,
  role: 'user',
  content: { role: 'user', parts },
});
const model = (id: string, parts: Parts): ModelTurn => ({
  id,
  role: 'model',
  model: G3,
  version: 'v1beta',
  content: { role: 'model', parts },
});
const call = (name: string, thoughtSignature?: string): Parts[number] => ({
  functionCall: { name, args: { a: 1 } },
  ...(thoughtSignature !== undefined && { thoughtSignature }),
});
const result = (name: string): Parts[number] => ({ functionResponse: { name, response: {} } });

const talk: Conversation = {
  format: 1,
  id: 'a'.repeat(16),
  revision: 1,
  title: 'Kites',
  connection: 'c1',
  model: G3,
  createTime: '2026-01-01T00:00:00Z',
  updateTime: '2026-01-01T00:00:00Z',
  settings: {},
  turns: [
    user('u1', [{ text: 'Weather?' }]),
    model('m1', [{ text: 'I look. ' }, call('get', SIGNATURE), call('get')]),
    user('u2', [result('get'), result('get')]),
    model('m2', [{ text: 'Sun', thoughtSignature: SIGNATURE }, { text: ' today.' }]),
    user('u3', [{ text: 'Thanks' }]),
  ],
};

/** The signatures of the next request as they stand in its bytes. */
function sentSignatures(conversation: Conversation): readonly string[] {
  const { input } = requestBody(conversation, 'v1beta');
  const bytes = JSON.stringify(input.body);
  return [...bytes.matchAll(/"thoughtSignature":("(?:[^"\\]|\\.)*")/g)].map(
    ([, text = '']) => text,
  );
}

const BYTES = JSON.stringify(SIGNATURE);

describe('signatures of thoughts', () => {
  it('go back byte for byte, also after another part of their message was edited', () => {
    assert.deepEqual(sentSignatures(talk), [BYTES, BYTES]);
    const edited = withEditedTurn(talk, 'm2', 'Sun tomorrow.');
    assert.deepEqual(sentSignatures(edited), [BYTES, BYTES]);
    assert.deepEqual(sentSignatures(withEditedTurn(talk, 'm1', 'I looked. ')), [BYTES, BYTES]);
    assert.deepEqual(sentSignatures(withEditedTurn(talk, 'u1', 'Rain?')), [BYTES, BYTES]);
  });

  it('of words that were changed are not sent, and the others are', () => {
    const edited = withEditedTurn(talk, 'm2', 'Rain today.');
    assert.deepEqual(sentSignatures(edited), [BYTES]);
    const [before, after] = [talk, edited].map(({ turns }) => turns[3]);
    assert.deepEqual(
      [before, after].map((turn) => turn && signatureCount(turn)),
      [1, 0],
    );
  });

  it('survive a fork, the file of their conversation, an export and its import', () => {
    const forked = forkConversation(talk, 'u3', 0);
    const kept = parseConversation(formatConversation(talk));
    const source = JSON.stringify(sharedConversation(talk));
    const beginning = { connection: 'c1', model: G3, settings: {} };
    const { conversation } = importedConversation(source, { beginning, now: 0, name: 'x' });
    for (const one of [forked, kept, conversation]) {
      assert.deepEqual(sentSignatures(one), [BYTES, BYTES]);
    }
  });

  it('are missed by models since Gemini 3, in calls since the last message, the first of each answer', () => {
    const names = (turns: readonly Turn[], name = G3) => unsignedCalls(turns, name, NOW)?.names;
    const [asked, calls, results] = talk.turns as [Turn, Turn, Turn];
    assert.equal(names([asked, calls, results]), undefined);
    const bare = model('m1', [call('get'), call('other')]);
    assert.deepEqual(names([asked, bare, results]), ['get']);
    assert.equal(unsignedCalls([asked, bare], G3, NOW)?.asked, 'u1');
    assert.equal(names([asked, bare, results], 'models/gemini-2.5-flash-lite'), undefined);
    assert.equal(names([asked, bare, results, user('u9', [{ text: 'Go on' }])]), undefined);
  });

  it('and their calls leave no results behind when their message is deleted', () => {
    const left = (id: string) => withoutTurn(talk.turns, id).map((turn) => turn.id);
    assert.deepEqual(left('m1'), ['u1', 'm2', 'u3']);
    assert.deepEqual(left('u2'), ['u1', 'm2', 'u3']);
    assert.deepEqual(left('m2'), ['u1', 'm1', 'u2', 'u3']);
    assert.deepEqual(
      withoutTurn(talk.turns.slice(0, 3), 'u2').map(({ id }) => id),
      ['u1', 'm1'],
    );
    assert.equal(withoutTurn(talk.turns, 'none'), talk.turns);
  });
});

describe('calls of another model', () => {
  it('are told before the next one refuses them, and asked again from the message before', async () => {
    const world = new World();
    const session = await world.open({ model: 'models/gemini-2.5-flash-lite' });
    await ask(session, 'Weather?');
    await settled(world.client.last.parts([call('get')]).finish('STOP'));
    const notice = () => session.state.notice?.message;
    assert.equal(notice(), undefined);
    await settled(session.setModel(G3));
    assert.match(
      notice() ?? '',
      /^gemini-3\.8-flash can’t continue because these function calls have no thought signatures: get\.$/,
    );
    await settled(openPanel(world, session).call('fix', { turn: '', fix: 'askFromCalls' }));
    assert.deepEqual(sentTexts(world.client.last), ['user: Weather?']);
    assert.equal(notice(), undefined);
    assert.ok(session.state.undo?.undo);
  });
});
