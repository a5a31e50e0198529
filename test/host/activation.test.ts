import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { EMULATOR_ID } from '../../src/service/connection';
import { activated, extension, resetConnections } from './support/extension';

const DISPATCHERS = [
  Symbol.for('undici.globalDispatcher.1'),
  Symbol.for('undici.globalDispatcher.2'),
];

function processWide(): readonly unknown[] {
  const slots = globalThis as unknown as { readonly [slot: symbol]: unknown };
  return [globalThis.fetch, ...DISPATCHERS.map((slot) => slots[slot])];
}

/** The text of every file of ours that this extension host has loaded. */
function loadedCode(): string {
  const dist = join(extension().extensionPath, 'dist');
  const files = Object.keys(require.cache).filter((path) => path.startsWith(dist));
  assert.ok(files.length > 0, 'Nothing of the extension is loaded.');
  return files.map((path) => readFileSync(path, 'utf8')).join('\n');
}

describe('activation', () => {
  const before = processWide();

  it('loads neither the network packages nor the tables', async () => {
    assert.equal(extension().isActive, false);
    await activated();
    const code = loadedCode();
    // Texts that stand in every build of them, minified or not.
    for (const mark of ['UND_ERR', 'x-goog-api-client', 'supportedGenerationMethods']) {
      assert.ok(!code.includes(mark), mark);
    }
  });

  it('registers every command of package.json', async () => {
    const { contributes } = extension().packageJSON as {
      contributes: { commands: { command: string }[] };
    };
    const registered = new Set(await vscode.commands.getCommands(true));
    const missing = contributes.commands.filter(({ command }) => !registered.has(command));
    assert.deepEqual(missing, []);
  });

  it('starts nothing by itself', async () => {
    const { services } = await activated();
    assert.equal(services.emulator.state.status, 'stopped');
  });

  it('leaves what is process-wide as it was, after the first call too', async () => {
    const { services } = await activated();
    await resetConnections();
    const client = await services.clients.get(EMULATOR_ID);
    const { models } = await client.call('models.list', { pageSize: 1 });
    assert.equal(models?.length, 1);
    assert.ok(loadedCode().includes('UND_ERR'));
    for (const [index, value] of processWide().entries()) assert.equal(value, before[index]);
  });
});
