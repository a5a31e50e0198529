import assert from 'node:assert/strict';
import type { Draft } from '../../../../../src/conversation/model/conversation';
import { CancelledError } from '../../../../../src/base/errors';
import {
  draftOf,
  DraftStore,
  emptyDraft,
  isBlank,
  isHeld,
  messageOf,
  restored,
  utf8Length,
} from '../../../../../src/playground/webview/state/draft';
import { FakeClock } from '../../../../fakes/clock';

const PIECE = {
  path: 'src/a.ts',
  uri: 'file:///project/src/a.ts',
  lines: { first: 3, last: 5 },
  language: 'typescript',
  text: 'let a = 1;\n',
} as const;

function written(parts: Partial<Draft>): Draft {
  return { ...emptyDraft, ...parts };
}

describe('draft', () => {
  it('holds long insertions apart from the text field', () => {
    assert.equal(isHeld(99_999, 0), false);
    assert.equal(isHeld(10 * 1024 * 1024, 0), true);
    assert.equal(isHeld(5000, 199_000), true);
    assert.equal(isHeld(1, 300_000), false);
    const long = 'x'.repeat(200_000);
    assert.deepEqual(draftOf(long), { ...emptyDraft, held: [long] });
    assert.deepEqual(draftOf('x'), { ...emptyDraft, text: 'x' });
  });

  it('makes one message, and none of nothing', () => {
    assert.equal(messageOf(written({ text: 'Why?', held: ['log', ' '] })), 'Why?\n\nlog');
    assert.equal(messageOf(written({ text: ' \n', held: [] })), '');
    assert.equal(isBlank(written({ text: ' \n', held: [' '] })), true);
    assert.equal(isBlank(written({ held: ['x'] })), false);
  });

  it('has pieces of files before its text, each with its place', () => {
    const draft = written({
      text: 'Why?',
      pieces: [PIECE, { ...PIECE, lines: { first: 7, last: 7 } }],
    });
    const block = '\n```typescript\nlet a = 1;\n```\n\n';
    assert.equal(messageOf(draft), `src/a.ts:3-5${block}src/a.ts:7${block}Why?`);
    assert.equal(isBlank(written({ pieces: [PIECE] })), false);
  });

  it('comes back before what was written since', () => {
    const back = restored(
      written({ text: 'a', held: ['1'], pieces: [PIECE] }),
      written({ text: 'b', held: ['2'] }),
    );
    assert.deepEqual(back, { text: 'a\n\nb', held: ['1', '2'], pieces: [PIECE] });
    assert.deepEqual(restored(written({ text: 'a' }), emptyDraft).text, 'a');
  });
});

describe('what is written for the next message', () => {
  it('is saved until it is sent, and put back before what was written since if that fails', async () => {
    const draft = new DraftStore();
    const kept: string[] = [];
    draft.onDidChange(() => kept.push(messageOf(draft.kept.peek())));
    draft.fill('sent');
    assert.equal(await draft.send(() => Promise.resolve()), undefined);
    assert.deepEqual(kept.splice(0), ['', 'sent', '']);
    draft.fill('first');
    const failed = Promise.withResolvers<undefined>();
    const sending = draft.send(() => failed.promise);
    assert.equal(draft.isBlank.value, true);
    draft.fill('second');
    failed.reject(new Error('No network.'));
    assert.equal(await sending, 'Couldn’t send the message: No network.');
    assert.equal(draft.message.value, 'first\n\nsecond');
    assert.deepEqual([...new Set(kept)], ['first', 'first\n\nsecond']);
    assert.equal(await draft.send(() => Promise.reject(new CancelledError())), undefined);
    assert.equal(draft.message.value, 'first\n\nsecond');
    draft.add({ held: ['log'] });
    assert.equal(draft.message.value, 'first\n\nsecond\n\nlog');
  });

  it('has the ends of lines of a text field, so that its cursor stays where it is', () => {
    const draft = new DraftStore();
    draft.fill('a\r\nb\rc');
    assert.equal(draft.peek().text, 'a\nb\nc');
  });

  it('is read with every key, and a long one only once typing pauses', () => {
    const clock = new FakeClock();
    const draft = new DraftStore(clock);
    draft.value = draftOf('short');
    assert.equal(draft.settled.value, 'short');
    const long = 'x'.repeat(200_000);
    draft.value = written({ held: [long] });
    assert.equal(draft.settled.value, long);
    draft.value = written({ text: 'y', held: [long] });
    assert.equal(draft.settled.value, long);
    clock.advance(300);
    assert.equal(draft.settled.value, `y\n\n${long}`);
  });
});

describe('size of a text', () => {
  it('is counted in UTF-8', () => {
    for (const text of ['', 'abc', 'é', '漢字', '😀', 'a😀é漢']) {
      assert.equal(utf8Length(text), Buffer.byteLength(text), text);
    }
  });
});
