import assert from 'node:assert/strict';
import { operationIds, operationRow, type OperationId } from '../../../src/api/operations';
import { pathParameters } from '../../../src/api/rawRequest';
import type { JsonObject } from '../../../src/api/schema/row';
import type { Version } from '../../../src/api/versions';
import { requestSchemaAddress } from '../../../src/catalog/documents';
import { requestDocumentSchema } from '../../../src/catalog/documentSchemas';
import { formatRequestFile } from '../../../src/console/requestFile';
import { templateFor } from '../../../src/console/template';
import { schemaProblems } from './schemaProblems';

/** The document that a template makes. */
function documentOf(operation: OperationId, version: Version): JsonObject {
  const path = Object.fromEntries(
    pathParameters(operation).map(({ name, pattern }) => [name, pattern.replaceAll(/\*+/g, 'x')]),
  );
  const template = templateFor(operation, version, path);
  return JSON.parse(formatRequestFile({ operation, version, path, ...template })) as JsonObject;
}

const generate = documentOf('models.generateContent', 'v1');

function problemsOf(document: JsonObject, operation: OperationId, version: Version = 'v1beta') {
  return schemaProblems(requestDocumentSchema(operation, version), document);
}

describe('schemas of requests', () => {
  for (const operation of operationIds()) {
    for (const version of operationRow(operation).versions) {
      it(`describe the template of ${operation} in ${version}, and no other operation`, () => {
        const document = documentOf(operation, version);
        assert.equal(document.$schema, requestSchemaAddress(version, operation));
        assert.deepEqual(problemsOf(document, operation, version), []);
        const other = problemsOf({ ...document, operation: 'models.other' }, operation, version);
        assert.deepEqual(other, ['/operation const']);
        assert.deepEqual(problemsOf({ ...document, more: 1 }, operation, version), [
          '/more unknown',
        ]);
        const path = Object.fromEntries(
          pathParameters(operation).map(({ name }) => [name, 'elsewhere']),
        );
        assert.deepEqual(
          problemsOf({ ...document, path: { ...path, more: 'x' } }, operation, version),
          [...Object.keys(path).map((name) => `/path/${name} pattern`), ...more(path)],
        );
      });
    }
  }

  // Where there is no path, there is nothing to say of it but that it is unknown.
  function more(path: object): readonly string[] {
    return Object.keys(path).length === 0 ? ['/path unknown'] : ['/path/more unknown'];
  }

  it('refuse what a version does not have, and what has another type', () => {
    const wrong = (body: JsonObject): readonly string[] =>
      problemsOf({ ...generate, body }, 'models.generateContent', 'v1');
    const contents = [{ parts: [{ text: 'Hi' }] }];
    assert.deepEqual(wrong({ contents, tools: [] }), ['/body/tools unknown']);
    assert.deepEqual(wrong({ contents: [{ parts: [{ text: 5 }] }] }), [
      '/body/contents/0/parts/0/text type',
    ]);
    assert.deepEqual(wrong({ contents, generationConfig: { topK: 'x' } }), [
      '/body/generationConfig/topK type',
    ]);
    assert.deepEqual(wrong({}), ['/body required contents']);
    const { body: _body, ...rest } = generate;
    assert.deepEqual(problemsOf(rest, 'models.generateContent', 'v1'), [' required body']);
  });

  it('take parameters as values or as texts, and no others', () => {
    const list = documentOf('models.list', 'v1');
    const wrong = (query: JsonObject): readonly string[] =>
      problemsOf({ ...list, query }, 'models.list', 'v1');
    assert.deepEqual(wrong({ pageSize: 5, pageToken: 'x' }), []);
    assert.deepEqual(wrong({ pageSize: '5' }), []);
    assert.deepEqual(wrong({ pageSize: 'five' }), ['/query/pageSize pattern']);
    assert.deepEqual(wrong({ filter: 'x' }), ['/query/filter unknown']);
    const remove = documentOf('corpora.delete', 'v1beta');
    const force = (value: unknown): readonly string[] =>
      problemsOf({ ...remove, query: { force: value as string } }, 'corpora.delete');
    assert.deepEqual([...force(true), ...force('false')], []);
    assert.deepEqual(force('yes'), ['/query/force enum']);
  });

  it('need the mask of a change, and none of its fields', () => {
    const change = documentOf('corpora.permissions.patch', 'v1beta');
    const empty = { ...change, body: {} };
    assert.deepEqual(problemsOf(empty, 'corpora.permissions.patch'), []);
    const unmasked = problemsOf({ ...change, query: {} }, 'corpora.permissions.patch');
    assert.deepEqual(unmasked, ['/query required updateMask']);
    const batch = 'corpora.documents.chunks.batchUpdate';
    const chunk = { name: 'corpora/x/documents/x/chunks/x' };
    const body = { requests: [{ chunk, updateMask: 'customMetadata' }] };
    assert.deepEqual(problemsOf({ ...documentOf(batch, 'v1beta'), body }, batch), []);
  });

  it('want one content of an upload', () => {
    const upload = documentOf('media.upload', 'v1beta');
    const wrong = (media: JsonObject): readonly string[] =>
      problemsOf({ ...upload, media }, 'media.upload');
    assert.deepEqual(wrong({ contentType: 'a/b', base64: 'AAAA' }), []);
    assert.deepEqual(wrong({ contentType: 'a/b' }), ['/media oneOf']);
    assert.deepEqual(wrong({ contentType: 'a/b', text: '', base64: '' }), ['/media oneOf']);
  });

  it('say what things are', () => {
    const { properties } = requestDocumentSchema('corpora.patch', 'v1beta') as {
      properties: { [name: string]: { properties?: JsonObject; description?: string } };
    };
    assert.equal(properties.operation?.description, 'Change a corpus');
    assert.deepEqual(properties.query?.properties?.updateMask, {
      type: 'string',
      description:
        'Fields to change, comma separated. Others stay as they are. Fields: displayName.',
    });
  });
});
