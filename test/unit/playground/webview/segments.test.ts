import assert from 'node:assert/strict';
import { prettyJson } from '../../../../src/playground/webview/partView';
import { answerText } from '../../../../src/conversation/model/turns';
import { segments } from '../../../../src/playground/webview/segments';

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

  it('name who speaks, once for all that one says in a row, and keep the texts of others apart', () => {
    const said = (text: string, speaker: string, style?: string): object => ({
      text,
      speechMetadata: { speaker, ...(style !== undefined && { style }) },
    });
    const parts = [said('Hi. ', 'Ada'), said('How?', 'Ada'), said('Well.', 'Bo', 'whispering')];
    assert.deepEqual(segments([...parts, { text: ' Really.' }]), [
      { kind: 'speaker', name: 'Ada', style: '' },
      { kind: 'answer', text: 'Hi. How?' },
      { kind: 'speaker', name: 'Bo', style: 'whispering' },
      { kind: 'answer', text: 'Well. Really.' },
    ]);
  });

  it('keep tools of the service, code and what was heard in their order, with their ids', () => {
    const parts = [
      { text: 'Let me look.' },
      { toolCall: { id: 't1', toolType: 'GOOGLE_SEARCH', args: { queries: ['kites'] } } },
      { toolResponse: { id: 't1', toolType: 'GOOGLE_SEARCH', response: { found: 2 } } },
      { executableCode: { id: 'c1', language: 'PYTHON', code: '1 + 1' } },
      { codeExecutionResult: { id: 'c1', outcome: 'OUTCOME_OK', output: '2' } },
      { audioTranscription: { text: 'Hello', languageCode: 'en' } },
    ];
    assert.deepEqual(segments(parts as never), [
      { kind: 'answer', text: 'Let me look.' },
      {
        kind: 'card',
        title: 'toolCall',
        name: 'GOOGLE_SEARCH',
        id: 't1',
        json: { queries: ['kites'] },
      },
      { kind: 'card', title: 'toolResponse', name: 'GOOGLE_SEARCH', id: 't1', json: { found: 2 } },
      { kind: 'code', text: '1 + 1', language: 'python', id: 'c1' },
      { kind: 'result', text: '2', outcome: 'OK', id: 'c1' },
      { kind: 'transcript', text: 'Hello', json: { languageCode: 'en' } },
    ]);
  });

  it('show images, sound and films of harmless types only', () => {
    const shown = (mimeType: string, data = 'AAAA'): unknown => {
      const [segment] = segments([{ inlineData: { mimeType, data } }]);
      return segment?.kind === 'media' ? segment.media : segment?.kind;
    };
    assert.deepEqual(
      ['image/png', 'Image/WebP', 'audio/mpeg', 'video/mp4'].map((t) => shown(t)),
      ['image', 'image', 'audio', 'video'],
    );
    assert.equal(shown('audio/ogg; codecs=opus'), 'audio');
    // It gets the header that it lacks.
    assert.equal(shown('audio/L16;rate=24000'), 'audio');
    const others = ['image/svg+xml', 'text/html', 'application/pdf', 'audio/L24;rate=24000', ''];
    assert.deepEqual(new Set(others.map((type) => shown(type))), new Set(['file']));
    assert.equal(shown('image/png', ''), 'file');
  });

  it('join raw samples that come one after the other into one sound', () => {
    const type = 'audio/L16;codec=pcm;rate=24000';
    const samples = Array.from({ length: 9 }, (_, index) => index + 1);
    const sound = (from: number, to: number, mimeType = type) => ({
      inlineData: { mimeType, data: Buffer.from(samples.slice(from, to)).toString('base64') },
    });
    const bytes = (parts: Parameters<typeof segments>[0]): unknown =>
      segments(parts).map((one) =>
        one.kind === 'media' ? [...Buffer.from(one.data, 'base64')] : one.kind,
      );
    for (const cut of [1, 2, 3, 4, 5, 6]) {
      assert.deepEqual(bytes([sound(0, cut), sound(cut, 7), sound(7, 9)]), [samples]);
    }
    const [joined] = segments([sound(0, 4), sound(4, 9)]);
    assert.ok(joined?.kind === 'media');
    assert.deepEqual([joined.size, joined.mimeType], [9, type]);
    const other = sound(4, 6, 'audio/L16;codec=pcm;rate=16000');
    assert.deepEqual(bytes([sound(0, 4), other, { text: 'a' }, sound(6, 9)]), [
      [1, 2, 3, 4],
      [5, 6],
      'answer',
      [7, 8, 9],
    ]);
    const whole = sound(0, 3, 'audio/wav');
    assert.deepEqual(bytes([whole, whole]), [
      [1, 2, 3],
      [1, 2, 3],
    ]);
    // What is not base64 stays apart, as it came.
    assert.equal(segments([sound(0, 1), { inlineData: { mimeType: type, data: '?' } }]).length, 2);
  });

  it('keep a file that went along as text apart from what was typed', () => {
    const turn = { attached: [{ part: 0, name: 'notes.txt' }] };
    const parts = [{ text: 'Notes' }, { text: 'What do they say?' }];
    assert.deepEqual(segments(parts, { ...turn, now: 0 }), [
      { kind: 'file', name: 'notes.txt', mimeType: 'text/plain', text: 'Notes' },
      { kind: 'answer', text: 'What do they say?' },
    ]);
    assert.equal(answerText(parts, turn), 'What do they say?');
  });

  it('show the images of function results', () => {
    const parts = [{ inlineData: { mimeType: 'image/png', data: 'AQID' } }];
    const list = segments([{ functionResponse: { name: 'look', response: {}, parts } }]);
    assert.deepEqual(
      list.map(({ kind }) => kind),
      ['card', 'media'],
    );
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
