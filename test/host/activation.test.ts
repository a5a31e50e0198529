import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as vscode from 'vscode';
import { EMULATOR_ID } from '../../src/service/connection';
import { settle } from '../fakes/settle';
import { activated, extension, resetConnections } from './support/extension';

const DISPATCHERS = [
  Symbol.for('undici.globalDispatcher.1'),
  Symbol.for('undici.globalDispatcher.2'),
];

function processWide(): readonly unknown[] {
  const slots = globalThis as unknown as { readonly [slot: symbol]: unknown };
  return [globalThis.fetch, ...DISPATCHERS.map((slot) => slots[slot])];
}

/** Every file of ours that this extension host has loaded, from `dist`. */
function loadedFiles(): readonly string[] {
  const dist = join(extension().extensionPath, 'dist');
  const files = Object.keys(require.cache).filter((path) => path.startsWith(dist));
  assert.ok(files.length > 0, 'Nothing of the extension is loaded.');
  return files.map((path) => relative(dist, path));
}

function loadedCode(): string {
  const dist = join(extension().extensionPath, 'dist');
  return loadedFiles()
    .map((file) => readFileSync(join(dist, file), 'utf8'))
    .join('\n');
}

const endpoint = 'https://generativelanguage.googleapis.com';
const KINDS = ['apiKey', 'adc', 'none', 'oauth'].map((auth, index) => ({
  id: `startup${index}`,
  name: auth,
  endpoint,
  auth,
}));

/** Opens the connection of a kind, and lets everything run that waits only for code to be loaded. */
async function use(kind: string): Promise<void> {
  const { services } = await activated();
  const { id } = KINDS.find(({ auth }) => auth === kind) ?? {};
  assert.ok(id);
  await services.connections.activate(id);
  assert.equal(services.connections.active?.auth, kind);
  await settle();
}

describe('activation', () => {
  const before = processWide();

  it('loads one file, and neither the network packages nor the tables, with a connection too', async () => {
    assert.equal(extension().isActive, false);
    const settings = vscode.workspace.getConfiguration('generativeLanguage');
    // VS Code asks for the accounts of those that have some, as soon as it knows that we provide them.
    const others = KINDS.filter(({ auth }) => auth !== 'oauth');
    await settings.update('connections', others, vscode.ConfigurationTarget.Global);
    const { services } = await activated();
    await settle();
    assert.equal(services.connections.active?.auth, 'apiKey');
    assert.deepEqual(loadedFiles(), ['extension.js']);
    const code = loadedCode();
    // Texts that stand in every build of them, minified or not.
    for (const mark of ['UND_ERR', 'x-goog-api-client', 'supportedGenerationMethods']) {
      assert.ok(!code.includes(mark), mark);
    }
  });

  it('loads what accounts need only for a connection of an account', async () => {
    for (const kind of ['adc', 'none', 'apiKey']) {
      await use(kind);
      assert.deepEqual(loadedFiles(), ['extension.js'], kind);
    }
    const settings = vscode.workspace.getConfiguration('generativeLanguage');
    await settings.update('connections', KINDS, vscode.ConfigurationTarget.Global);
    await use('oauth');
    assert.ok(loadedCode().includes('oauth2.googleapis.com/revoke'));
    // Who is signed in stands in the secret storage: no need for the network.
    assert.ok(!loadedFiles().includes(join('chunks', 'network.js')), loadedFiles().join());
    await resetConnections();
  });

  it('registers every command of package.json', async () => {
    const { contributes } = extension().packageJSON as {
      contributes: { commands: { command: string }[] };
    };
    const registered = new Set(await vscode.commands.getCommands(true));
    const missing = contributes.commands.filter(({ command }) => !registered.has(command));
    assert.deepEqual(missing, []);
  });

  it('keeps what the end of the window needs from VS Code, which disposes of its subscriptions first', async () => {
    const { host } = await activated();
    assert.deepEqual(host.context.subscriptions, []);
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
    assert.ok(loadedFiles().includes(join('chunks', 'network.js')));
    for (const [index, value] of processWide().entries()) assert.equal(value, before[index]);
  });
});
