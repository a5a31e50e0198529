import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/schema/row';
import { entryPath, parseDocument, parseEntryPath } from '../../../src/catalog/documents';
import { childCollections, kindOperations } from '../../../src/catalog/kindOperations';
import { kindRow } from '../../../src/catalog/kinds';
import { collectionRef, type ResourceRef } from '../../../src/catalog/ref';
import { resourceName } from '../../../src/catalog/resourceName';
import { listCall } from '../../../src/service/tableCalls';
const environment: ResourceRef = {
  connection: 'aaaa1111',
  version: 'v1beta',
  kind: 'environment',
  name: 'environments/e8k2',
};
const entry = (path: string): ResourceRef => ({
  ...environment,
  kind: 'environmentFile',
  name: `environments/e8k2/files/${path}`,
});

describe('environments', () => {
  const row = kindRow('environment');

  it('are refused with texts that are too long', () => {
    const inline = (bytes: number) => ({ type: 'inline', content: 'x'.repeat(bytes) });
    const problems = (...sources: readonly JsonObject[]) =>
      (row.problems?.({ sources }) ?? []).map(({ path }) => path);
    assert.deepEqual(problems(inline(1_000_000)), []);
    assert.deepEqual(problems(inline(5), inline(1_000_001)), [['sources', 1, 'content']]);
    const thrice = [inline(700_000), inline(700_000), inline(700_000)];
    assert.deepEqual(problems(...thrice), [['sources']]);
    const packed = { type: 'inline', encoding: 'base64', content: 'A'.repeat(1_333_332) };
    assert.deepEqual(problems(packed), []);
  });
});

describe('files of environments', () => {
  const row = kindRow('environmentFile');
  const text = { name: 'tide.txt', path: 'notes/tide.txt', type: 'file', mime_type: 'text/plain' };
  const folder = { name: 'notes', path: 'notes', type: 'DIRECTORY' };

  it('can only be listed, and a folder has others below it', () => {
    assert.deepEqual(kindOperations('environmentFile'), { list: 'environments.files.list' });
    const below = childCollections(entry('notes')).map(({ kind, name }) => [kind, name]);
    assert.deepEqual(below, [['environmentFile', 'environments/e8k2/files/notes']]);
    assert.equal(row.isFolder?.(folder), true);
    assert.equal(row.isFolder?.(text), false);
  });

  it('are named by their path from the root, whatever folder lists them', () => {
    const root = collectionRef(entry('notes'));
    assert.equal(root.name, 'environments/e8k2');
    const inner = collectionRef(entry('notes/tide.txt'));
    assert.equal(inner.name, 'environments/e8k2/files/notes');
    for (const collection of [root, inner]) {
      assert.equal(resourceName(collection, text), 'environments/e8k2/files/notes/tide.txt');
    }
    assert.equal(resourceName(root, { name: 'x' }), '');
  });

  it('are asked for the root by the slash behind it, and for folders by their names', () => {
    const [root] = childCollections(environment);
    const [notes] = childCollections(entry('notes'));
    assert.ok(root && notes);
    assert.equal(listCall(root, undefined).input.name, 'environments/e8k2/files/');
    assert.equal(listCall(notes, undefined).input.name, 'environments/e8k2/files/notes');
  });

  it('have addresses with their own names, and no documents', () => {
    const path = entryPath(entry('notes/tide.txt'));
    assert.equal(path, '/aaaa1111/v1beta/e8k2/notes/tide.txt');
    assert.deepEqual(parseEntryPath(path), entry('notes/tide.txt'));
    assert.deepEqual(parseEntryPath('/aaaa1111/v1beta/e8k2'), environment);
    assert.equal(parseDocument('/aaaa1111/v1beta/environments/e8k2/files/notes/a.json'), undefined);
    for (const strange of [
      '/aaaa1111/v1beta/e8k2/../x',
      '/aaaa1111/v1beta/e8k2//x',
      '/aaaa1111/v1beta/e?8/x',
    ]) {
      assert.equal(parseEntryPath(strange), undefined, strange);
    }
  });
});
