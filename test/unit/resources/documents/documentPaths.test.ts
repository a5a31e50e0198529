import assert from 'node:assert/strict';
import {
  documentPath,
  newDocumentPath,
  newSchemaAddress,
  parseDocument,
  parseDocumentPath,
  parseSchemaAddress,
} from '../../../../src/catalog/documents';
import { newDocumentSchema } from '../../../../src/catalog/documentSchemas';
import { jsonSchema } from '../../../../src/api/schema/jsonSchema';
import type { JsonObject } from '../../../../src/api/schema/row';

const where = { connection: 'abcd1234', version: 'v1beta' } as const;
const chunk = { ...where, kind: 'chunk', name: 'corpora/a/documents/b/chunks/c.txt' } as const;

describe('paths of documents', () => {
  it('say whether all of a resource is shown, or its text', () => {
    for (const form of ['json', 'txt', 'md'] as const) {
      assert.deepEqual(parseDocument(documentPath(chunk, form)), { ref: chunk, form });
    }
    assert.equal(parseDocumentPath(documentPath(chunk, 'txt')), undefined);
  });

  for (const name of ['corpora/so what', 'corpora/über', 'corpora/100%', 'corpora/a.json']) {
    it(`are read back for ${name}`, () => {
      const ref = { ...where, kind: 'corpus', name } as const;
      assert.deepEqual(parseDocumentPath(documentPath(ref)), ref);
    });
  }

  for (const name of ['corpora/a%2Fb', 'corpora/a#b', 'corpora/a?b', 'corpora/a\\b']) {
    it(`know no resource with the name ${name}`, () => {
      assert.equal(parseDocument(`/abcd1234/v1beta/${name}.json`), undefined);
    });
  }

  for (const [kind, name, path] of [
    ['corpus', '', '/abcd1234/v1beta/new/corpora/New corpus 2.json'],
    ['document', 'corpora/a', '/abcd1234/v1beta/new/corpora/a/documents/New document 2.json'],
  ] as const) {
    it(`name a new ${kind} by where it will be`, () => {
      const collection = { ...where, kind, name, collection: true } as const;
      assert.equal(newDocumentPath(collection, 2), path);
      assert.deepEqual(parseDocument(path), { ref: collection, form: 'json' });
      assert.equal(parseDocumentPath(path), undefined);
    });
  }
});

describe('schemas of documents', () => {
  const fieldsOf = (schema: JsonObject, name: string) =>
    (schema.definitions as JsonObject)[name] as JsonObject & { readonly properties: JsonObject };

  it('are of a new resource without what only the service sets, and strict', () => {
    const { hostname, pathname } = new URL(newSchemaAddress('v1beta', 'Corpus'));
    const address = { authority: hostname, path: pathname };
    assert.equal(parseSchemaAddress(address)?.of, 'new');
    const { properties, additionalProperties } = fieldsOf(
      newDocumentSchema('Corpus', 'v1beta'),
      'Corpus',
    );
    assert.deepEqual(Object.keys(properties), ['name', 'displayName']);
    assert.equal(additionalProperties, false);
  });

  it('say what the service sets, what cannot change, and how much of it there can be', () => {
    const { properties } = fieldsOf(jsonSchema('Document', 'v1beta'), 'Document');
    const described = (name: string) =>
      properties[name] as JsonObject & { readonly description: string };
    assert.match(described('updateTime').description, /Output only\./);
    assert.match(described('name').description, /Can’t be changed later\.$/);
    assert.equal(described('displayName').maxLength, 512);
    assert.equal(described('customMetadata').maxItems, 20);
  });
});
