import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/api/errors';
import {
  DocumentError,
  documentProblems,
} from '../../../../src/resources/documents/documentProblems';

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

  it('stand where its words say, which say more than the path', () => {
    const words = `Unknown name "colour" at 'custom_metadata[0]': Cannot find field.`;
    const of = '{"customMetadata":[{"colour":1}]}';
    assert.deepEqual(marked(refused(words, [['custom_metadata[0]', words]]), of), [
      ['"colour":1', words],
    ]);
    const message = `Invalid value at 'custom_metadata[1].numeric_value' (TYPE_FLOAT), "many"`;
    assert.deepEqual(marked(refused(message)), [
      ['"numericValue": "many"', `${message} Correct it.`],
    ]);
  });

  it('stand at the nearest part of what is missing', () => {
    const message = '* Document.custom_metadata[0].value: required oneof';
    assert.deepEqual(
      marked(refused(message)).map(([piece]) => piece.replaceAll(/\s/g, '')),
      ['{"key":"a"}'],
    );
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

  it('stand at the beginning of a plain text', () => {
    const found = documentProblems(
      refused('No.', [['data.string_value', 'Too long.']]),
      'Hi',
      'txt',
    );
    assert.deepEqual(found, [{ message: 'Too long.', offset: 0, length: 1 }]);
  });
});
