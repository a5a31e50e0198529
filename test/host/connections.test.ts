import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { FakePrompts } from '../fakes/prompts';
import { activated, resetConnections, withPrompts } from './support/extension';
import { startModelServer } from './support/modelServer';

const KEY = 'AIzaCanaryOfTheHostTests0123456789';

const run = (name: string) => vscode.commands.executeCommand(`generativeLanguage.${name}`);

function settings(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('generativeLanguage');
}

describe('connections', () => {
  beforeEach(resetConnections);
  afterEach(resetConnections);

  it('are added with a key that a real call has checked', async () => {
    const server = await startModelServer(KEY, [{ name: 'models/a', displayName: 'A' }]);
    const { services, host } = await activated();
    try {
      const prompts = new FakePrompts(server.origin, 'Mine', 'AIza-wrong', 'Correct the Key', KEY);
      await withPrompts(prompts, () => Promise.resolve(run('addApiKeyForEndpoint')));
      assert.equal(prompts.unused, 0);
      const question = prompts.asked.find(({ kind }) => kind === 'confirm');
      assert.match(question?.text ?? '', /API key not valid/);
      const { active } = services.connections;
      assert.equal(active?.name, 'Mine');
      assert.match(active.id, /^[a-z0-9]{8}$/);
      const paths = server.seen.map(({ path }) => path);
      assert.deepEqual(
        new Set(paths.map((path) => path.split('?')[0])),
        new Set(['/v1beta/models']),
      );
      assert.ok(paths.every((path) => !path.includes('AIza')));
      const stored = await host.context.secrets.get(`apiKey.${active.id}`);
      assert.deepEqual(JSON.parse(stored ?? ''), { origin: server.origin, key: KEY });
      const written = JSON.stringify(settings().inspect('connections'));
      assert.ok(written.includes('Mine') && !written.includes('AIza'));
      await withPrompts(new FakePrompts('Mine', 'Remove'), () =>
        Promise.resolve(run('removeConnection')),
      );
      assert.equal(services.connections.find(active.id), undefined);
      assert.equal(await host.context.secrets.get(`apiKey.${active.id}`), undefined);
    } finally {
      await server.close();
    }
  });

  for (const [form, text] of [
    [
      'dotted',
      (entry: object) => ({
        'generativeLanguage.connections': [entry],
        'generativeLanguage.activeConnection': 'evil0001',
      }),
    ],
    [
      'nested',
      (entry: object) => ({
        generativeLanguage: { connections: [entry], activeConnection: 'evil0001' },
      }),
    ],
  ] as const) {
    it(`are never taken from a workspace: ${form}`, async () => {
      const [folder] = vscode.workspace.workspaceFolders ?? [];
      assert.ok(folder);
      const canary = await startModelServer('any');
      const { services } = await activated();
      const file = join(folder.uri.fsPath, '.vscode', 'settings.json');
      const marker = `marker-${form}`;
      const told = new Promise<void>((resolve) => {
        const subscription = vscode.workspace.onDidChangeConfiguration(() => {
          if (vscode.workspace.getConfiguration().get('genlangTest.marker') !== marker) return;
          subscription.dispose();
          resolve();
        });
      });
      try {
        await mkdir(join(folder.uri.fsPath, '.vscode'), { recursive: true });
        const entry = { id: 'evil0001', name: 'Evil', endpoint: canary.origin, auth: 'none' };
        const values = { ...text(entry), 'genlangTest.marker': marker };
        await writeFile(file, JSON.stringify(values));
        // The file was read when the marker in it has arrived.
        await told;
        assert.equal(services.connections.find('evil0001'), undefined);
        assert.equal(services.connections.active, undefined);
        await assert.rejects(services.clients.get('evil0001'));
        assert.deepEqual(canary.seen, []);
      } finally {
        await rm(file, { force: true });
        await canary.close();
      }
    });
  }
});
