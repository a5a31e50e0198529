import assert from 'node:assert/strict';
import {
  formatConversation,
  isConversationId,
  newId,
  parseConversation,
} from '../../../../src/conversation/store/conversationFile';
import { conversation, model, user } from '../samples';

describe('a conversation file', () => {
  it('reads what it writes', () => {
    const written = conversation({
      version: 'v1',
      settings: { systemInstruction: 'Be brief.', temperature: 0.5, topK: 3, stopSequences: ['x'] },
      turns: [
        user('Hello'),
        model([{ text: 'Hi', thoughtSignature: 'QUJD' }], {
          verdict: 'lost',
          finishReason: 'A_NEW_ONE',
          usage: { totalTokenCount: 3 },
          safetyRatings: [{ category: 'HARM_CATEGORY_HARASSMENT', probability: 'LOW' }],
          firstTokenMs: 1.5,
          failure: { message: 'Gone.', hint: 'Retry.', fixes: ['retry'] },
          promptRefused: true,
        }),
      ],
    });
    assert.deepEqual(parseConversation(formatConversation(written)), written);
  });

  it('reads what is attached, sent and not yet sent', () => {
    const fileUri = 'https://a.test/v1beta/files/x';
    const written = conversation({
      turns: [
        {
          ...user('Hello'),
          content: { role: 'user', parts: [{ fileData: { fileUri } }, { text: 'Hello' }] },
          attached: [{ part: 0, name: 'a.mp4', expiresAt: 5 }],
          leftOut: [fileUri],
        },
      ],
      attachments: [
        {
          id: 'a1',
          name: 'b.mp4',
          mimeType: 'video/mp4',
          size: 3,
          kind: 'file',
          part: { fileData: { fileUri, mimeType: 'video/mp4' } },
          source: { scheme: 'file', authority: '', path: '/b.mp4' },
          connection: 'emulator',
          file: 'files/x',
          expiresAt: 6,
        },
        { id: 'a2', name: 'c.png', mimeType: '', kind: 'inline' },
      ],
    });
    assert.deepEqual(parseConversation(formatConversation(written)), written);
  });

  it('keeps fields of the service that it does not know', () => {
    const parts = [{ text: 'Hi', newField: { deep: [1, null, 'x'] } }] as object[];
    const written = conversation({ turns: [model(parts)] });
    assert.deepEqual(parseConversation(formatConversation(written)).turns, written.turns);
  });

  const broken: { readonly [what: string]: unknown } = {
    'another format': { ...conversation(), format: 2 },
    'no format': { ...conversation(), format: undefined },
    'no turns': { ...conversation(), turns: undefined },
    'a turn of nobody': { ...conversation(), turns: [{ ...user('x'), role: 'system' }] },
    'a turn without content': { ...conversation(), turns: [{ id: 'u1', role: 'user' }] },
    'parts that are no list': {
      ...conversation(),
      turns: [{ id: 'u1', role: 'user', content: { parts: 'x' } }],
    },
    'a part that is null': {
      ...conversation(),
      turns: [{ id: 'u1', role: 'user', content: { parts: [null] } }],
    },
    'an attachment that is a path': { ...conversation(), attachments: ['/etc/passwd'] },
    'a verdict of its own': {
      ...conversation(),
      turns: [{ ...model([]), outcome: { verdict: 'splendid', durationMs: 1 } }],
    },
    'a revision that is no number': { ...conversation(), revision: '1' },
    'a list': [],
    nothing: null,
  };
  for (const [what, value] of Object.entries(broken)) {
    it(`refuses ${what}`, () => {
      assert.throws(() => parseConversation(JSON.stringify(value)), { name: 'ShapeError' });
    });
  }

  it('refuses what is no JSON', () => {
    for (const text of ['', '{"format":1', '<html>']) {
      assert.throws(() => parseConversation(text), SyntaxError);
    }
  });

  it('takes only ids that cannot lead out of the folder', () => {
    assert.ok(isConversationId(newId()));
    for (const id of [
      '',
      '../../../../x',
      '0123456789abcde/',
      '0123456789abcdef.',
      'C:56789abcdef012',
    ]) {
      assert.ok(!isConversationId(id));
    }
  });
});
