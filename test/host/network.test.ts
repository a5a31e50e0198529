import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { readNetwork } from '../../src/platform/network';
import { selfSigned } from '../fakes/certificate';
import { ConnectProxy } from '../fakes/connectProxy';
import { FakePrompts } from '../fakes/prompts';
import { activated, resetConnections, setMaxAttempts, withPrompts } from './support/extension';
import { HeardPrompts } from './support/heardPrompts';
import { startModelServer } from './support/modelServer';

const KEY = 'AIzaKeyBehindTheProxy0123456789';
const HOST = 'service.example';

async function setHttp(name: string, value: unknown): Promise<void> {
  const target = vscode.ConfigurationTarget.Global;
  await vscode.workspace.getConfiguration('http').update(name, value, target);
}

async function addKey(host: string, ...answers: readonly string[]): Promise<FakePrompts> {
  const prompts = new FakePrompts(`https://${host}`, KEY, ...answers);
  const command = 'generativeLanguage.addApiKeyForEndpoint';
  await withPrompts(prompts, () => Promise.resolve(vscode.commands.executeCommand(command)));
  return prompts;
}

describe('network', () => {
  let server: Awaited<ReturnType<typeof startModelServer>>;
  let proxy: ConnectProxy;

  before(async () => {
    await resetConnections();
    server = await startModelServer(KEY, [{ name: 'models/a' }], selfSigned(HOST));
    proxy = await ConnectProxy.start(server.port);
    await setHttp('proxy', `http://127.0.0.1:${proxy.port}`);
  });
  after(async () => {
    await setHttp('proxy', undefined);
    await setHttp('proxyStrictSSL', undefined);
    await proxy.close();
    await server.close();
    await resetConnections();
  });

  it('goes through the proxy of VS Code, and does not trust a stranger behind it', async () => {
    const prompts = await addKey(HOST, 'Save Anyway');
    assert.deepEqual(proxy.tunnels.at(-1)?.target, `${HOST}:443`);
    assert.deepEqual(server.seen, []);
    const question = prompts.asked.find(({ kind }) => kind === 'confirm');
    assert.match(question?.text ?? '', /certificate/i);
  });

  it('follows http.proxyStrictSSL as soon as it changes', async () => {
    const { services } = await activated();
    const { active } = services.connections;
    assert.equal(active?.endpoint, `https://${HOST}`);
    await setHttp('proxyStrictSSL', false);
    const client = await services.clients.get(active.id);
    const { models } = await client.call('models.list', { pageSize: 1 });
    assert.deepEqual(models, [{ name: 'models/a' }]);
    assert.equal(server.seen.at(-1)?.headers['x-goog-api-key'], KEY);
    assert.equal(server.seen.at(-1)?.headers.host, HOST);
  });

  it('takes no setting of a remote machine, which a dev container fills', () => {
    const remote = { 'http.proxy': 'http://evil.example:1', 'http.proxyStrictSSL': false };
    const inspect = (name: string) => {
      const value: unknown = Object.entries(remote).find(([key]) => key === name)?.[1];
      return { globalValue: value, globalRemoteValue: value };
    };
    const { proxy, strictSSL } = readNetwork({}, inspect);
    assert.deepEqual([proxy, strictSSL], [undefined, true]);
  });

  it('trusts the authorities that the machine trusts', async () => {
    const [key, cert] = trustedPair();
    const trusted = await startModelServer(KEY, [{ name: 'models/a' }], { key, cert });
    const way = await ConnectProxy.start(trusted.port);
    try {
      await setHttp('proxyStrictSSL', true);
      await setHttp('proxy', `http://127.0.0.1:${way.port}`);
      const prompts = await addKey('trusted.example');
      // It was checked, and nothing was to be asked.
      assert.deepEqual([prompts.unused, prompts.asked.length], [0, 2]);
      assert.equal(trusted.seen[0]?.headers['x-goog-api-key'], KEY);
    } finally {
      await way.close();
      await trusted.close();
    }
  });

  it('is reached the same way for what is recorded', async () => {
    await resetConnections();
    const [key, cert] = trustedPair();
    const trusted = await startModelServer(KEY, [{ name: 'models/a' }], { key, cert });
    const way = await ConnectProxy.start(trusted.port);
    const prompts = new HeardPrompts('Record');
    const record = (told: RegExp) =>
      withPrompts(prompts, async () => {
        await vscode.commands.executeCommand('generativeLanguage.recordWindow');
        await prompts.hears(told);
      });
    try {
      await setHttp('proxyStrictSSL', true);
      await setHttp('proxy', `http://127.0.0.1:${way.port}`);
      await addKey('trusted.example');
      await setMaxAttempts(0);
      await record(/until you stop or reload the window\./);
      const { services } = await activated();
      const client = await services.clients.get(services.connections.active?.id ?? '');
      const { models } = await client.call('models.list', { pageSize: 7 });
      assert.deepEqual(models, [{ name: 'models/a' }]);
      // The tree may send requests too.
      const asked = trusted.seen.filter(({ path }) => path.includes('pageSize=7'));
      assert.deepEqual(
        asked.map(({ headers }) => headers['x-goog-api-key']),
        [KEY],
      );
      // The name of the server leads nowhere without the proxy.
      assert.ok(way.tunnels.length > 0);
      prompts.answer('Stop Recording');
      await record(/^Stopped recording .*: [1-9]\d* recorded\b/);
      await services.emulator.stop();
    } finally {
      await setMaxAttempts(undefined);
      await way.close();
      await trusted.close();
      const [folder] = vscode.workspace.workspaceFolders ?? [];
      const recordings = join(folder?.uri.fsPath ?? '', '.genlang');
      await rm(recordings, { recursive: true, force: true });
    }
  });
});

/** Key and certificate of a server that this machine trusts. */
function trustedPair(): readonly [string, string] {
  const read = (name: string): string =>
    readFileSync(join(process.env.TEST_TLS_FOLDER ?? '', name), 'utf8');
  return [read('key.pem'), read('cert.pem')];
}
