import { localizedText } from '../../../src/base/format';
import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/schema/row';
import { entryPath, parseDocument, parseEntryPath } from '../../../src/catalog/documents';
import {
  childCollections,
  kindOperations,
  resourceVerbs,
} from '../../../src/catalog/kindOperations';
import { kindRow } from '../../../src/catalog/kinds';
import { collectionRef, type ResourceRef } from '../../../src/catalog/ref';
import { resourceName } from '../../../src/catalog/resourceName';
import type { Text } from '../../../src/catalog/text';
import { listCall } from '../../../src/service/tableCalls';

const shown = (text: Text | undefined) => text && localizedText(text);
const NOW = Date.parse('2026-11-20T10:00:00Z');
const HOUR = 3_600_000;

const harbour: JsonObject = {
  id: 'e8k2',
  status: 'active',
  last_accessed: '2026-11-20T09:55:00Z',
  file_count: '2',
  size_bytes: '1200',
};
const environment: ResourceRef = {
  ...{ connection: 'aaaa1111', version: 'v1beta' },
  ...{ kind: 'environment', name: 'environments/e8k2' },
};
const entry = (path: string): ResourceRef => ({
  ...environment,
  ...{ kind: 'environmentFile', name: `environments/e8k2/files/${path}` },
});

describe('environments', () => {
  const row = kindRow('environment');

  it('are told by state, files, size and the time that they are kept', () => {
    assert.equal(shown(row.description(harbour, NOW)), 'active · 2 files · 1.2 KB · 6 d left');
    assert.match(shown(row.spoken(harbour, NOW)) ?? '', /^active, 2 files, .*, 6 days left$/);
    const old = { ...harbour, status: 'expired', file_count: '1' };
    assert.match(shown(row.description(old, NOW)) ?? '', /^stopped · 1 file · /);
    assert.equal(row.icons?.(old), 'vm-outline');
    assert.equal(row.end?.(harbour), NOW + 7 * 24 * HOUR - 5 * 60_000);
  });

  it('say what is lost with them', () => {
    assert.equal(shown(row.lost?.(harbour)), 'Its contents are also deleted: 2 files, 1.2 KB.');
  });

  it('tell in the tooltip what programs may reach, and when they stop', () => {
    const facts = (resource: JsonObject) =>
      Object.fromEntries(
        row.tooltip(resource).map(({ label, value }) => [shown(label), shown(value)]),
      );
    assert.equal(facts(harbour)['Network access'], 'All');
    assert.equal(facts({ ...harbour, network: 'disabled' })['Network access'], 'None');
    const network = { allowlist: [{ domain: 'example.com' }, { domain: '*.example.org' }] };
    assert.equal(facts({ ...harbour, network })['Network access'], 'example.com, *.example.org');
    assert.ok(facts(harbour)['Stops if unused']);
  });

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

  it('are opened as what they are, and folders are not', () => {
    assert.deepEqual(resourceVerbs('environmentFile', 'v1beta', text), [
      ...['openFile', 'saveFilesAs', 'copyName'],
    ]);
    assert.deepEqual(resourceVerbs('environmentFile', 'v1beta', folder), [
      ...['saveFilesAs', 'fillEnvironment', 'refresh', 'loadAll', 'copyName'],
    ]);
  });

  it('have addresses with their own names, and no documents', () => {
    const path = entryPath(entry('notes/tide.txt'));
    assert.equal(path, '/aaaa1111/v1beta/e8k2/notes/tide.txt');
    assert.deepEqual(parseEntryPath(path), entry('notes/tide.txt'));
    assert.deepEqual(parseEntryPath('/aaaa1111/v1beta/e8k2'), environment);
    assert.equal(parseDocument('/aaaa1111/v1beta/environments/e8k2/files/notes/a.json'), undefined);
    for (const strange of [
      ...['/aaaa1111/v1beta/e8k2/../x', '/aaaa1111/v1beta/e8k2/a/../../x', '/aaaa1111/v9/e8k2/x'],
      ...['/aaaa1111/v1beta', '/aaaa1111/v1beta/e8k2//x', '/aaaa1111/v1beta/e?8/x'],
    ]) {
      assert.equal(parseEntryPath(strange), undefined, strange);
    }
  });
});
