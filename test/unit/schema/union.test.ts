import assert from 'node:assert/strict';
import { formOf, formsOf, messageOf, messagesIn } from '../../../src/api/schema/union';
import type { UnionRow } from '../../../src/api/schema/row';
import { NEW } from '../../../src/api/versions';

// Of the messages that are there today: lists, texts, and messages that stand for objects.
const union: UnionRow = {
  versions: NEW,
  oneOf: ['string', 'Content', { list: 'Content' }, { list: 'string' }],
};

describe('a union', () => {
  it('tells its types apart by their kind of JSON', () => {
    assert.deepEqual(formsOf(union).length, 4);
    assert.deepEqual(formOf(union, 'a'), { type: 'string', isList: false });
    assert.deepEqual(formOf(union, { parts: [] }), { type: 'Content', isList: false });
    assert.deepEqual(formOf(union, [{ parts: [] }]), { type: 'Content', isList: true });
    assert.deepEqual(formOf(union, ['a']), { type: 'string', isList: true });
    assert.equal(formOf(union, true), undefined);
    assert.equal(formOf(union, [true]), undefined);
  });

  it('takes exactly one of the fields that tell its messages apart', () => {
    const either: UnionRow = { versions: NEW, oneOf: ['Content', 'Part'], has: ['parts', 'text'] };
    assert.deepEqual(formOf(either, { text: 'a' }), { type: 'Part', isList: false });
    assert.equal(formOf(either, { text: 'a', parts: [] }), undefined);
    assert.equal(formOf(either, {}), undefined);
  });

  it('leads to the messages within a field', () => {
    const found = [...messagesIn({ type: 'Content', repeated: true }, [{ parts: [] }, 'x', {}])];
    assert.deepEqual(
      found.map(([step, type]) => [step, type]),
      [
        ['[0]', 'Content'],
        ['[2]', 'Content'],
      ],
    );
    assert.equal(messageOf('Content', {})?.type, 'Content');
    assert.equal(messageOf('HarmCategory', 'x'), undefined);
  });
});
