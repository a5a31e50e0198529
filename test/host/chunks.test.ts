import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { isObject, items, objectAt, textAt } from '../../src/base/json';
import type { JsonObject } from '../../src/api/schema/row';
import type { ResourceRef } from '../../src/catalog/ref';
import { EMULATOR_ID } from '../../src/service/connection';
import { FakePrompts } from '../fakes/prompts';
import { EmulatorControl } from './support/consoleEmulator';
import { activated, resetConnections, withPrompts } from './support/extension';

const run = (name: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`generativeLanguage.${name}`, ...args);

const at = { connection: EMULATOR_ID, version: 'v1beta' } as const;
const CORPUS = 'corpora/field-notes-4k2vq8x1m7zd';
const textOf = (chunk: JsonObject) => textAt(objectAt(chunk, 'data'), 'stringValue');

describe('chunks, many at once', () => {
  let emulator: EmulatorControl;
  let folder: string;
  let document: ResourceRef;
  const { window } = vscode;
  const { showOpenDialog } = window;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chunks-'));
    await resetConnections();
    await run('useEmulator');
    const { services } = await activated();
    emulator = new EmulatorControl(await services.emulator.start());
    await emulator.reset();
    await emulator.setPace('at once');
  });
  beforeEach(async () => {
    const name = await emulator.make(`${CORPUS}/documents`, { displayName: 'Imported' });
    document = { ...at, kind: 'document', name };
  });
  afterEach(() => {
    Object.assign(window, { showOpenDialog });
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await resetConnections();
    await rm(folder, { recursive: true, force: true });
  });

  /** The chunks of the document, in the service's order. */
  async function chunks(): Promise<readonly JsonObject[]> {
    const { services } = await activated();
    const collection: ResourceRef = { ...document, kind: 'chunk', collection: true };
    services.store.invalidate(collection);
    return (await services.store.loadAll(collection)).items;
  }

  /** Imports a file with these answers after its choice, and gives what was told. */
  async function importFile(name: string, text: string, ...answers: readonly string[]) {
    const path = join(folder, name);
    await writeFile(path, text);
    Object.assign(window, { showOpenDialog: () => Promise.resolve([vscode.Uri.file(path)]) });
    const prompts = new FakePrompts('From a file…', ...answers);
    await withPrompts(prompts, () => Promise.resolve(run('importChunks', document)));
    assert.equal(prompts.unused, 0);
    return prompts.asked.filter(({ kind }) => kind === 'notify').map((one) => one.text);
  }

  it('are made of a table, with quotes, line breaks and odd characters', async () => {
    const text =
      'slug,content,year,tags\r\n"a-1","A ""gull"",\r\nand 🐦",2022,a;b\r\nb-2,Привет мир,2023,\r\n';
    assert.deepEqual(await importFile('table.csv', text, 'Create 2 chunks'), []);
    const made = await chunks();
    assert.deepEqual(
      made.map((chunk) => [textAt(chunk, 'name').split('/').at(-1), textOf(chunk)]),
      [
        ['a-1', 'A "gull",\r\nand 🐦'],
        ['b-2', 'Привет мир'],
      ],
    );
    assert.deepEqual(made[0]?.customMetadata, [
      { key: 'year', numericValue: 2022 },
      { key: 'tags', stringValue: 'a;b' },
    ]);
  });

  it('are changed together: their metadata, and their texts', async () => {
    await importFile('c.txt', 'A gull.\n\nA swan.\n\nAnother gull.', 'Create 3 chunks');
    const refs = (await chunks()).map((chunk): ResourceRef => ({
      ...at,
      kind: 'chunk',
      name: textAt(chunk, 'name'),
    }));
    const edit = async (...answers: readonly string[]): Promise<void> => {
      const prompts = new FakePrompts(...answers);
      await withPrompts(prompts, () => Promise.resolve(run('editSelected', refs[0], refs)));
      assert.equal(prompts.unused, 0);
    };
    await edit('Set Metadata…', 'year', 'number', '2024', 'Change');
    await edit('Replace Text…', 'gull', 'tern', 'Change');
    const changed = await chunks();
    assert.deepEqual(changed.map(textOf), ['A tern.', 'A swan.', 'Another tern.']);
    const years = changed.flatMap((chunk) => items(chunk.customMetadata).filter(isObject));
    assert.deepEqual(
      years,
      [1, 2, 3].map(() => ({ key: 'year', numericValue: 2024 })),
    );
  });
});
