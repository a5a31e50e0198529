import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { activated, resetConnections } from './support/extension';

const PROVIDER = 'generativeLanguage';
const CLOUD = 'https://www.googleapis.com/auth/cloud-platform';
const ID = 'account1';

/** A sign-in server on this machine, which notes what it was asked. */
async function startSignInServer() {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ access_token: 'canary-of-accounts', expires_in: 3600 }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    seen,
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('accounts in VS Code', () => {
  let server: Awaited<ReturnType<typeof startSignInServer>>;
  before(async () => {
    await resetConnections();
    server = await startSignInServer();
  });
  after(async () => {
    const { host } = await activated();
    await host.context.secrets.delete(`oauth.${ID}`);
    await resetConnections();
    await server.close();
  });

  const labels = async (): Promise<readonly string[]> =>
    (await vscode.authentication.getAccounts(PROVIDER)).map(({ label }) => label);

  /** Resolves once VS Code tells extensions that the sessions of ours changed. */
  async function told(work: () => Thenable<unknown>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const subscription = vscode.authentication.onDidChangeSessions(({ provider }) => {
      if (provider.id === PROVIDER) resolve(undefined);
    });
    try {
      await work();
      await promise;
    } finally {
      subscription.dispose();
    }
  }

  it('come with a sign-in, without a request', async () => {
    const { host } = await activated();
    const { origin } = server;
    const client = { id: 'c', secret: 's', authUri: `${origin}/auth`, tokenUri: `${origin}/token` };
    const signIn = {
      version: 1,
      revision: 1,
      session: 's',
      client,
      origin,
      refreshToken: 'r',
      asked: [CLOUD],
      granted: [CLOUD],
      signedInAt: 0,
      email: 'ann@example.com',
    };
    await host.context.secrets.store(`oauth.${ID}`, JSON.stringify(signIn));
    const connection = { id: ID, name: 'Account', endpoint: origin, auth: 'oauth' };
    // The active one, whose models chat may list at any time.
    const other = { id: 'account2', name: 'Other', endpoint: 'http://127.0.0.1:9', auth: 'none' };
    const settings = vscode.workspace.getConfiguration('generativeLanguage');
    const both = [other, connection];
    await told(() => settings.update('connections', both, vscode.ConfigurationTarget.Global));
    assert.deepEqual(await labels(), ['ann@example.com']);
    assert.deepEqual(server.seen, []);
  });

  it('get a token for the scopes that were granted, and are kept from whom the user did not allow', async () => {
    const silent = { silent: true } as const;
    const session = await vscode.authentication.getSession(PROVIDER, [CLOUD], silent);
    assert.equal(session, undefined);
    assert.deepEqual(server.seen, ['/token']);
    await vscode.authentication.getSession(PROVIDER, [`${CLOUD}.other`], silent);
    assert.deepEqual(server.seen, ['/token']);
  });

  it('go with their connection', async () => {
    const settings = vscode.workspace.getConfiguration('generativeLanguage');
    await told(() => settings.update('connections', [], vscode.ConfigurationTarget.Global));
    assert.deepEqual(await labels(), []);
  });
});
