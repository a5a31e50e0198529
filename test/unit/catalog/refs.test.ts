import assert from 'node:assert/strict';
import {
  documentPath,
  parseDocumentPath,
  parseRef,
  parseSchemaAddress,
  requestSchemaAddress,
  schemaAddress,
} from '../../../src/catalog/documents';
import { refKey, type ResourceRef } from '../../../src/catalog/ref';

const ref: ResourceRef = {
  connection: 'abcd1234',
  version: 'v1beta',
  kind: 'model',
  name: 'models/gemini-2.5-flash',
};

describe('document paths', () => {
  it('name a resource, and are read back', () => {
    assert.equal(documentPath(ref), '/abcd1234/v1beta/models/gemini-2.5-flash.json');
    assert.deepEqual(parseDocumentPath(documentPath(ref)), ref);
  });

  for (const path of [
    '/abcd1234/v1beta/models/../corpora/x.json',
    '/abcd1234/v9/models/x.json',
    '/abcd1234/v1beta/corpora.json',
    '/../v1beta/models/x.json',
    '/abcd1234/v1beta/models/a?b.json',
  ]) {
    it(`know nothing of ${JSON.stringify(path)}`, () => {
      assert.equal(parseDocumentPath(path), undefined);
    });
  }

  const parts = (address: string) => {
    const { host, pathname } = new URL(address);
    return { authority: host, path: pathname };
  };

  it('name schemas by version, and by message or operation', () => {
    assert.deepEqual(parseSchemaAddress(parts(schemaAddress('v1', 'Model'))), {
      of: 'messages',
      version: 'v1',
      name: 'Model',
    });
    assert.deepEqual(parseSchemaAddress(parts(requestSchemaAddress('v1beta', 'models.get'))), {
      of: 'requests',
      version: 'v1beta',
      name: 'models.get',
    });
  });

  for (const [authority, path] of [
    ['messages', '/v1/../Model.json'],
    ['messages', '/v9/Model.json'],
    ['requests', '/v1/models.get'],
  ] as const) {
    it(`know no schema at ${authority}${path}`, () => {
      assert.equal(parseSchemaAddress({ authority, path }), undefined);
    });
  }
});

describe('parseRef', () => {
  it('takes a ref out of what carries it, and leaves the rest', () => {
    assert.deepEqual(parseRef({ ...ref, node: 'resource', resource: { name: 'x' } }), ref);
    const collection = { ...ref, name: '', collection: true as const };
    assert.deepEqual(parseRef(collection), collection);
  });

  const strange: readonly unknown[] = [
    null,
    'models/x',
    { ...ref, kind: 'constructor' },
    { ...ref, version: 'v9' },
    { ...ref, name: 'models/..' },
    { ...ref, connection: undefined },
  ];
  for (const value of strange) {
    it(`refuses ${JSON.stringify(value)}`, () => assert.equal(parseRef(value), undefined));
  }
});

describe('refKey', () => {
  it('differs between a resource, its collection, versions and connections', () => {
    const keys = [
      ref,
      { ...ref, name: 'models/other' },
      { ...ref, version: 'v1' as const },
      { ...ref, connection: 'emulator' },
      { ...ref, name: '', collection: true as const },
      { ...ref, collection: true as const },
    ].map(refKey);
    assert.equal(new Set(keys).size, keys.length);
  });

  it('is no collection’s for a resource, whatever a stranger calls it', () => {
    const collection = refKey({ ...ref, name: '', collection: true });
    const start = `${ref.connection}/${ref.version}/`;
    for (const name of ['[model]', collection.slice(start.length), collection]) {
      assert.notEqual(refKey({ ...ref, name }), collection);
    }
  });
});
