import assert from 'node:assert/strict';
import {
  draftOf,
  isBlank,
  isHeld,
  messageOf,
  restored,
} from '../../../../src/playground/webview/draft';
import { prettyJson } from '../../../../src/playground/webview/json';
import { parseSaved } from '../../../../src/playground/webview/saved';
import { answerText, segments } from '../../../../src/playground/webview/segments';

describe('draft', () => {
  it('holds long insertions apart from the text field', () => {
    assert.equal(isHeld(99_999, 0), false);
    assert.equal(isHeld(10 * 1024 * 1024, 0), true);
    assert.equal(isHeld(5000, 199_000), true);
    assert.equal(isHeld(1, 300_000), false);
    const long = 'x'.repeat(200_000);
    assert.deepEqual(draftOf(long), { text: '', held: [long] });
    assert.deepEqual(draftOf('x'), { text: 'x', held: [] });
  });

  it('makes one message, and none of nothing', () => {
    assert.equal(messageOf({ text: 'Why?', held: ['log', ' '] }), 'Why?\n\nlog');
    assert.equal(messageOf({ text: ' \n', held: [] }), '');
    assert.equal(isBlank({ text: ' \n', held: [' '] }), true);
    assert.equal(isBlank({ text: '', held: ['x'] }), false);
  });

  it('comes back before what was written since', () => {
    const back = restored({ text: 'a', held: ['1'] }, { text: 'b', held: ['2'] });
    assert.deepEqual(back, { text: 'a\n\nb', held: ['1', '2'] });
    assert.deepEqual(restored({ text: 'a', held: [] }, { text: '', held: [] }).text, 'a');
  });
});

describe('saved state', () => {
  it('comes back whole', () => {
    const saved = {
      conversation: 'c1',
      draft: { text: 'hi', held: ['x'] },
      place: { turn: 't1', offset: 12 },
      settingsOpen: true,
      settingsWidth: 320,
    };
    assert.deepEqual(parseSaved(structuredClone(saved)), saved);
  });

  it('survives anything', () => {
    const empty = { draft: { text: '', held: [] }, place: 'end' };
    for (const value of [
      undefined,
      null,
      7,
      'x',
      [],
      { draft: 7, place: { turn: 1 }, settingsWidth: NaN },
    ]) {
      assert.deepEqual(parseSaved(value), empty);
    }
  });
});

describe('segments of a turn', () => {
  it('join texts of a kind, keep thoughts apart, and drop empty ones', () => {
    const parts = [
      { text: 'a', thought: true },
      { text: 'b', thought: true },
      { text: 'c' },
      { text: '', thoughtSignature: 'c2ln' },
      { text: 'd' },
    ];
    assert.deepEqual(segments(parts), [
      { kind: 'thought', text: 'ab' },
      { kind: 'answer', text: 'cd' },
    ]);
    assert.equal(answerText(parts), 'cd');
  });

  it('show images of harmless types only', () => {
    const kind = (mimeType: string, data: string): string | undefined =>
      segments([{ inlineData: { mimeType, data } }])[0]?.kind;
    assert.equal(kind('image/png', 'iVBORw0KGgo='), 'image');
    assert.equal(kind('image/svg+xml', 'PHN2Zz4='), 'card');
    assert.equal(kind('text/html', 'PHN2Zz4='), 'card');
    assert.equal(kind('image/png', '" onerror="alert(1)'), 'card');
  });

  it('name calls, and keep what we do not know', () => {
    assert.deepEqual(segments([{ functionCall: { name: 'f', args: { a: 1 } } }]), [
      { kind: 'card', title: 'functionCall', name: 'f', json: { a: 1 } },
    ]);
    const unknown: object = { hologram: { depth: 3 } };
    assert.deepEqual(segments([unknown]), [
      { kind: 'card', title: 'otherPart', name: '', json: unknown },
    ]);
    assert.deepEqual(segments([{ thoughtSignature: 'c2ln' }]), []);
  });
});

describe('pretty JSON', () => {
  it('is indented', () => {
    assert.deepEqual(prettyJson({ a: [1] }), {
      text: '{\n  "a": [\n    1\n  ]\n}',
      deep: false,
      cut: false,
    });
  });

  it('is valid however deep it is', () => {
    let value: unknown = { end: [true, null, 'x"y'] };
    for (let i = 0; i < 5000; i++) value = i % 2 === 0 ? [value, i] : { 'key"': value, other: {} };
    const { text, deep, cut } = prettyJson(value);
    assert.deepEqual([deep, cut], [true, false]);
    assert.ok(text.startsWith('{"key\\"":['));
    // Walked down by hand: `JSON.stringify` and `deepEqual` run out of stack on it.
    let parsed: unknown = JSON.parse(text);
    let levels = 0;
    for (; levels < 5000; levels++) {
      const inner: unknown = Array.isArray(parsed)
        ? parsed[0]
        : Object.entries(parsed as object).find(([key]) => key === 'key"')?.[1];
      assert.notEqual(inner, undefined);
      parsed = inner;
    }
    assert.deepEqual(parsed, { end: [true, null, 'x"y'] });
  });

  it('is cut when it is huge', () => {
    const { text, cut } = prettyJson(['x'.repeat(1_000_000)]);
    assert.equal(cut, true);
    assert.ok(text.length <= 200_000);
  });
});
