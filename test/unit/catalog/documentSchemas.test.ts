import assert from 'node:assert/strict';
import {
  type OperationId,
  operationIds,
  operationRow,
  versionsOf,
} from '../../../src/api/operations';
import { pathParameters } from '../../../src/api/request';
import type { JsonObject } from '../../../src/api/schema/row';
import type { Version } from '../../../src/api/versions';
import { isObject } from '../../../src/base/json';
import {
  parseSchemaAddress,
  partSchemaAddress,
  requestSchemaAddress,
} from '../../../src/catalog/documents';
import {
  isPartFile,
  partSchemas,
  requestDocumentSchema,
} from '../../../src/catalog/documentSchemas';
import { formatRequestFile } from '../../../src/console/requestFile';
import { templateFor } from '../../../src/console/template';

describe('the JSON schemas of parts of the settings', () => {
  it('are found by their addresses', () => {
    for (const file of Object.keys(partSchemas)) {
      const { pathname, host } = new URL(partSchemaAddress('v1beta', file));
      const subject = parseSchemaAddress({ authority: host, path: pathname });
      assert.deepEqual(subject, { of: 'parts', version: 'v1beta', name: file });
      assert.ok(isPartFile(file));
    }
    assert.equal(isPartFile('constructor'), false);
  });
});

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
    for (const version of versionsOf(operationRow(operation))) {
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
    assert.deepEqual(wrong({ contents, prompt: {} }), ['/body/prompt unknown']);
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
});

/** What a value breaks of a JSON schema, as far as our schemas use it; paths with the rule that is broken. */
function schemaProblems(root: JsonObject, value: unknown): readonly string[] {
  return check(root, root, value, '');
}

function check(root: JsonObject, schema: JsonObject, value: unknown, at: string): string[] {
  const problems: string[] = [];
  const object = (part: unknown): JsonObject => (isObject(part) ? part : {});
  const list = (part: unknown): readonly unknown[] => (Array.isArray(part) ? part : []);
  const inner = (part: unknown, one: unknown, step: string): string[] =>
    check(root, object(part), one, `${at}/${step}`);
  const { $ref, type, pattern, required, properties, additionalProperties, items } = schema;
  if (typeof $ref === 'string') {
    const [, , name = ''] = $ref.split('/');
    return check(root, object(object(root.definitions)[name]), value, at);
  }
  for (const part of list(schema.allOf)) problems.push(...check(root, object(part), value, at));
  const holding = (parts: unknown): number =>
    list(parts).filter((part) => check(root, object(part), value, at).length === 0).length;
  if (schema.anyOf && holding(schema.anyOf) === 0) problems.push(`${at} anyOf`);
  if (schema.oneOf && holding(schema.oneOf) !== 1) problems.push(`${at} oneOf`);
  if ('const' in schema && schema.const !== value) problems.push(`${at} const`);
  if (schema.enum && !list(schema.enum).includes(value)) problems.push(`${at} enum`);
  const types = typeof type === 'string' ? [type] : list(type);
  if (types.length > 0 && !types.some((one) => isOf(one, value))) problems.push(`${at} type`);
  if (
    typeof pattern === 'string' &&
    typeof value === 'string' &&
    !new RegExp(pattern).test(value)
  ) {
    problems.push(`${at} pattern`);
  }
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) problems.push(...inner(items, one, String(index)));
  }
  if (!isObject(value)) return problems;
  for (const name of list(required)) {
    if (value[String(name)] === undefined) problems.push(`${at} required ${String(name)}`);
  }
  const known = object(properties);
  for (const [name, one] of Object.entries(value)) {
    if (Object.hasOwn(known, name)) problems.push(...inner(known[name], one, name));
    else if (additionalProperties === false) problems.push(`${at}/${name} unknown`);
    else if (isObject(additionalProperties)) {
      problems.push(...inner(additionalProperties, one, name));
    }
  }
  return problems;
}

function isOf(type: unknown, value: unknown): boolean {
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}
