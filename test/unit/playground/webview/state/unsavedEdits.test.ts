import assert from 'node:assert/strict';
import {
  UnsavedEdits,
  type UnsavedEdit,
} from '../../../../../src/playground/webview/state/unsavedEdits';
import { parseSaved } from '../../../../../src/playground/webview/state/savedState';
import { model, user } from '../../../conversation/samples';

const EDIT = { turn: 'u1', place: 'here', role: 'user', text: 'How do pa' } as const;
const INSERTED = { turn: 'm1', place: 'after', role: 'model', text: 'A word' } as const;
const RESULT = { turn: 'm1', call: '0 get_weather', text: '{"degrees"', keep: true } as const;

describe('texts that were begun in a panel', () => {
  let told: number;
  let texts: UnsavedEdits;

  beforeEach(() => open());

  function open(kept: readonly UnsavedEdit[] = []): void {
    told = 0;
    texts = new UnsavedEdits(kept, () => told++);
  }

  it('are there after a reload, each where it was written', () => {
    for (const text of [EDIT, INSERTED, RESULT]) texts.put(text);
    assert.equal(told, 3);
    const saved: unknown = JSON.parse(JSON.stringify({ begun: texts.kept }));
    open(parseSaved(saved).begun);
    assert.deepEqual(texts.edit('u1'), EDIT);
    assert.deepEqual(texts.edit('m1'), INSERTED);
    assert.deepEqual(texts.result('m1', '0 get_weather'), RESULT);
    assert.equal(texts.edit('u2'), undefined);
    assert.equal(texts.result('m1', '1 get_weather'), undefined);
    assert.equal(texts.result('u1', ''), undefined);
  });

  it('are none in a field that was only opened', () => {
    const { text: _, ...request } = EDIT;
    texts.open(request, 'How');
    assert.deepEqual([texts.edit('u1')?.text, texts.kept], ['How', []]);
    texts.put({ ...EDIT, before: 'How' });
    assert.deepEqual(texts.kept, [EDIT]);
    // Asked for again, or for a message beside it: what was written stays, and has the focus.
    texts.open({ ...request, place: 'after' }, '');
    assert.deepEqual(texts.edit('u1'), { ...EDIT, before: 'How', wantsFocus: true });
  });

  it('are forgotten once they are saved, sent or given up', () => {
    open([EDIT, INSERTED, RESULT, { ...RESULT, call: '1 get_time' }]);
    texts.drop(EDIT);
    assert.equal(texts.edit('u1'), undefined);
    texts.dropResults('m1');
    assert.deepEqual(texts.kept, [INSERTED]);
    texts.drop(INSERTED);
    const before = told;
    texts.drop(INSERTED);
    assert.deepEqual([texts.kept, texts.length], [[], 0]);
    assert.equal(told, before);
  });

  it('are forgotten with their turns, but not while those are hidden by a branch or a response', () => {
    open([EDIT, INSERTED, RESULT]);
    const turns = [model([], {}, 'm1'), user('', 'u9')];
    texts.retain([{ turns, streaming: 'm2' }]);
    texts.retain([{ turns, branches: [] }]);
    assert.equal(told, 0);
    texts.retain([{ turns }]);
    assert.deepEqual(texts.kept, [INSERTED, RESULT]);
    assert.equal(told, 1);
    texts.retain([{ turns: turns.slice(0, 1) }]);
    assert.equal(told, 1);
  });

  it('stay in the panel where they are too long for its state, which the others go into', () => {
    const long = { ...EDIT, text: 'x'.repeat(600_000) };
    open([long, { ...INSERTED, text: 'y'.repeat(600_000) }, RESULT]);
    assert.deepEqual(texts.kept, [long, RESULT]);
    assert.equal(texts.length, 600_010);
    assert.equal(texts.edit('m1')?.text.length, 600_000);
  });

  it('leave out what is none of them', () => {
    const wrong = [
      null,
      7,
      {},
      { turn: 'u1' },
      { turn: 7, text: 'x', call: '' },
      { ...EDIT, place: 'there' },
      { ...EDIT, role: undefined },
      { ...EDIT, text: 1 },
    ];
    for (const begun of [7, wrong]) assert.equal(parseSaved({ begun }).begun, undefined);
    const plain = { turn: 'm1', call: '', text: '' };
    assert.deepEqual(parseSaved({ begun: [plain, EDIT] }).begun, [{ ...plain, keep: false }, EDIT]);
  });
});
