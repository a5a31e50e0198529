import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/api/errors';
import { DocumentError, documentProblems } from '../../../../src/resources/documents/documentText';

const text = JSON.stringify(
  { displayName: 'x', customMetadata: [{ key: 'a' }, { key: 'b', numericValue: 'many' }] },
  undefined,
  2,
);

function refused(message: string, fields: readonly (readonly [string, string])[] = []) {
  return new ServiceError({
    reason: 'invalidRequest',
    message,
    hint: 'Correct it.',
    httpStatus: 400,
    status: 'INVALID_ARGUMENT',
    details: {
      other: [],
      fieldViolations: fields.map(([field, description]) => ({ field, description })),
    },
  });
}

/** The marked pieces of a text, with what is said of them. */
function marked(error: unknown, of = text): readonly (readonly [string, string])[] {
  return documentProblems(error, of, 'json').map(
    ({ offset, length, message }) => [of.slice(offset, offset + length), message] as const,
  );
}

describe('problems of a document', () => {
  it('stand where the service says in a path', () => {
    const error = refused('Two things.', [
      ['custom_metadata[1].numeric_value', 'Not a number.'],
      ['display_name', 'Too long.'],
    ]);
    assert.deepEqual(marked(error), [
      ['"numericValue": "many"', 'Not a number.'],
      ['"displayName": "x"', 'Too long.'],
    ]);
  });

  it('stand at the beginning where nothing says more', () => {
    const [[piece, message] = []] = marked(refused('No.'));
    assert.deepEqual([piece, message], ['{', 'No. Correct it.']);
  });

  it('stand where a text stops being JSON', () => {
    const of = '{"a": 1 "b": 2}';
    const error = new DocumentError([{ message: 'Not JSON here.', path: [] }], 'Saved Nothing.');
    assert.deepEqual(marked(error, of), [['"b"', 'Not JSON here.']]);
  });
});
