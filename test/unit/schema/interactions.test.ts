import assert from 'node:assert/strict';
import { findType, messages } from '../../../src/api/schema/messages';
import type { FieldRow, TypeRow } from '../../../src/api/schema/row';

const rows = Object.entries<TypeRow>(messages).filter(([name]) => name.startsWith('interactions.'));

function fieldsOf(name: string): { readonly [field: string]: FieldRow } {
  const row = findType(`interactions.${name}`);
  assert.ok(row && 'fields' in row, name);
  return row.fields;
}

/** Fields of a message that have a flag. */
function flagged(name: string, flag: 'outputOnly' | 'inputOnly' | 'required'): readonly string[] {
  return Object.entries(fieldsOf(name)).flatMap(([field, row]) => (row[flag] ? [field] : []));
}

// Tools of the service itself: each has a call and a result, as a step and as a delta.
const TOOLS = [
  'code_execution',
  'file_search',
  'google_maps',
  'google_search',
  'processing',
  'retrieval',
  'url_context',
];

describe('messages of the Interactions API', () => {
  it('tells a request to a model from one to an agent by what it names', () => {
    const row = findType('interactions.CreateInteractionBody');
    assert.ok(row && 'oneOf' in row);
    const { has = [], oneOf } = row;
    assert.deepEqual(has, ['model', 'agent']);
    for (const [index, field] of has.entries()) {
      const member = oneOf[index];
      const type = typeof member === 'string' ? findType(member) : undefined;
      assert.ok(type && 'fields' in type && type.fields[field]?.required === true, field);
      const other: string = has[1 - index] ?? '';
      assert.equal(other in type.fields, false, `${field} excludes ${other}`);
    }
  });

  it('sends what says how a request is carried out, and never gets it back', () => {
    const way = ['store', 'background', 'stream'];
    assert.deepEqual(flagged('CreateModelInteraction', 'inputOnly'), way);
    assert.deepEqual(flagged('CreateAgentInteraction', 'inputOnly'), way);
    for (const field of way) assert.equal(field in fieldsOf('Interaction'), false, field);
  });

  it('keeps a signature wherever the service puts one, and nowhere else', () => {
    const sealed = rows.flatMap(([name, row]) =>
      'fields' in row && 'signature' in row.fields ? [name.slice('interactions.'.length)] : [],
    );
    // A call and a result of each tool of the service, as step and as delta; a thought, as step and as delta.
    assert.equal(sealed.length, TOOLS.length * 4 + 2);
    assert.ok(sealed.includes('ThoughtStep') && sealed.includes('ThoughtSignatureDelta'));
    assert.equal(sealed.includes('FunctionCallStep'), false);
  });

  it('names all fields as they are on the wire', () => {
    assert.equal(rows.length, 201);
    for (const [name, row] of rows) {
      assert.equal('case' in row ? row.case : undefined, 'snake', name);
      if (!('fields' in row)) continue;
      for (const field of Object.keys(row.fields)) assert.match(field, /^[a-z]+(_[a-z]+)*$/, name);
    }
  });
});
