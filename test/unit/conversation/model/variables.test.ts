import assert from 'node:assert/strict';
import { conversation, texts, user } from '../samples';
import {
  fillVariables,
  literal,
  matchVariables,
  variablesIn,
  withFilledTurns,
} from '../../../../src/conversation/model/turns';

describe('variables of prompts', () => {
  it('are found once each, in their order, spaces or not', () => {
    assert.deepEqual(variablesIn('{{b}} {{ a }} {{b}} {{c.d-e}}'), ['b', 'a', 'c.d-e']);
  });

  it('are no other braces', () => {
    for (const text of [
      '{a}',
      '{{}}',
      '{{1a}}',
      '{{a b}}',
      '{{a\n}}',
      '{{a}',
      '\\{{a}}',
      '{{ä}}',
    ]) {
      assert.deepEqual(variablesIn(text), [], text);
    }
  });

  it('are filled in wherever they stand', () => {
    assert.equal(fillVariables('{{a}}-{{ a }}-{{b}}', { a: '1', b: '2' }), '1-1-2');
  });

  it('without a value stay as they are', () => {
    assert.equal(fillVariables('{{a}} {{toString}}', {}), '{{a}} {{toString}}');
  });

  it('take a value as it is, also one that looks like a place or a pattern', () => {
    assert.equal(fillVariables('{{a}}{{b}}', { a: '{{b}}$&\\{{', b: '$1' }), '{{b}}$&\\{{$1');
  });

  it('with a backslash before them stay, without it; other braces keep theirs', () => {
    assert.equal(fillVariables('\\{{a}} {{a}} \\{{1} \\x', { a: '1' }), '{{a}} 1 \\{{1} \\x');
  });

  it('whose braces are meant stay as they stand there', () => {
    assert.equal(fillVariables('{{ a }} {{b}}', { a: literal('a'), b: '1' }), '{{ a }} 1');
  });

  it('are filled in once, and then anew with other values', () => {
    const sent = withFilledTurns(
      conversation({ turns: [user('{{a}}!')], variables: { a: '{{b}}', b: 'no' } }),
    );
    assert.deepEqual(texts(sent.turns), ['{{b}}!']);
    assert.deepEqual(texts(withFilledTurns(sent).turns), ['{{b}}!']);
    const other = { ...sent, variables: { a: '{{c}}', c: 'no' } };
    assert.deepEqual(texts(withFilledTurns(withFilledTurns(other)).turns), ['{{c}}!']);
    assert.deepEqual(texts(withFilledTurns({ ...sent, variables: {} }).turns), ['{{b}}!']);
  });

  it('are found again in a text that was filled in', () => {
    assert.deepEqual(matchVariables('{{a}}: {{ b }}!', 'one: two!'), { a: 'one', b: 'two' });
    assert.deepEqual(matchVariables('\\{{x}} {{a}}', '{{x}} 1\n2'), { a: '1\n2' });
    assert.deepEqual(matchVariables('{{a}} and {{a}}', '1 and 1', { b: '2' }), { a: '1', b: '2' });
    assert.deepEqual(matchVariables('plain', 'plain'), {});
  });

  it('are found in no other text, and not where nothing tells them apart', () => {
    for (const [template, text] of [
      ['plain', 'plainer'],
      ['{{a}} and {{a}}', '1 and 2'],
      ['Is {{a}}?', 'Is that so.'],
      ['{{a}}{{b}}', '12'],
      ['{{a}} or {{b}}', '1'],
      ['aXa{{b}}aXa', 'aXa'],
    ] as const) {
      assert.equal(matchVariables(template, text), undefined, template);
    }
    assert.equal(matchVariables('{{a}}', '1', { a: '2' }), undefined);
  });
});
