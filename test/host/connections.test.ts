import assert from 'node:assert/strict';
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
      const prompts = new FakePrompts(server.origin, 'AIza-wrong', 'Edit Key…', KEY);
      await withPrompts(prompts, () => Promise.resolve(run('addApiKeyForEndpoint')));
      assert.equal(prompts.unused, 0);
      const question = prompts.asked.find(({ kind }) => kind === 'confirm');
      assert.match(question?.text ?? '', /The API key was rejected: API key not valid\./);
      const { active } = services.connections;
      const { host: name } = new URL(server.origin);
      assert.equal(active?.name, name);
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
      assert.ok(written.includes(name) && !written.includes('AIza'));
      await withPrompts(new FakePrompts('Remove'), () => Promise.resolve(run('removeConnection')));
      assert.equal(services.connections.find(active.id), undefined);
      assert.equal(await host.context.secrets.get(`apiKey.${active.id}`), undefined);
    } finally {
      await server.close();
    }
  });
});
