import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { leaks } from '../fakes/canary';
import { FaultServer, type Script } from '../fakes/faultServer';
import { FakePrompts } from '../fakes/prompts';
import { failure } from '../unit/api/harness';
import { activated, resetConnections, withPrompts } from './support/extension';
import { filesThatShow, windowThatShows } from './support/scan';
import { treeRows } from './support/tree';
import { until } from '../fakes/until';

const ID = 'oauth123';
const CLIENT_SECRET = 'canary-client-secret-0123456789';
const REFRESH = 'canary-refresh-0123456789';
const ACCESS = 'canary-access-0123456789';
const SECRETS = [CLIENT_SECRET, REFRESH, ACCESS];
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';

const SLOTS = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2', 'undici.globalOrigin.1'];
const NAMES = ['fetch', 'Headers', 'Request', 'Response', 'FormData', 'WebSocket'];

/** What undici and its like share with VS Code and all other extensions of this process. */
function processState(): ReadonlyMap<string, unknown> {
  // The slots first: looking at a name may make Node load its own undici, which takes them.
  return new Map([
    ...SLOTS.map((name) => [name, Reflect.get(globalThis, Symbol.for(name))] as const),
    ...NAMES.map((name) => [name, Reflect.get(globalThis, name)] as const),
  ]);
}

interface Fault {
  readonly at: 'tokens' | 'service';
  readonly act: Script;
}

/** A service with its own server of tokens; with a fault, one of both does that instead. */
async function startService() {
  let fault: Fault | undefined;
  let tokens = 0;
  const server = await FaultServer.start((request, wire) => {
    const at = /^\/(token|revoke)$/.test(request.target) ? 'tokens' : 'service';
    if (fault?.at === at) return fault.act(request, wire);
    if (at === 'tokens') {
      tokens += 1;
      const answer = { access_token: `${ACCESS}-${tokens}`, refresh_token: `${REFRESH}-${tokens}` };
      return wire.json(200, { ...answer, expires_in: 3600, scope: SCOPE });
    }
    return wire.json(200, { models: [{ name: 'models/a' }], corpora: [{ name: 'corpora/a' }] });
  });
  return { server, failAt: (one: Fault | undefined) => (fault = one) };
}

/** How each server sends back what it got. All ways of it: test/unit/auth/secrets.test.ts, and secrets/apiErrors.test.ts. */
const ECHOES: readonly Fault[] = [
  {
    at: 'service',
    act: ({ headers }, wire) => {
      const message = `Bad ${headers.authorization ?? 'header'}`;
      return wire.json(401, { error: { code: 401, message, status: 'UNAUTHENTICATED' } });
    },
  },
  {
    at: 'tokens',
    act: ({ body }, wire) =>
      wire.json(400, { error: 'invalid_grant', error_description: body, error_uri: body }),
  },
];

describe('a signed-in window', () => {
  let service: Awaited<ReturnType<typeof startService>>;

  /** As another window leaves a sign-in: this one has no access token of it yet. */
  async function storeSignIn(session: string): Promise<void> {
    const { origin } = service.server;
    const signIn = {
      version: 1,
      revision: 1,
      session,
      signedInAt: Date.now(),
      origin,
      asked: [SCOPE],
      granted: [SCOPE],
      email: 'ada@example.com',
      refreshToken: REFRESH,
      client: {
        id: 'a-client',
        secret: CLIENT_SECRET,
        authUri: `${origin}/auth`,
        tokenUri: `${origin}/token`,
      },
    };
    await (await activated()).host.context.secrets.store(`oauth.${ID}`, JSON.stringify(signIn));
  }

  before(async () => {
    await resetConnections();
    service = await startService();
    const { origin } = service.server;
    await storeSignIn('first');
    const connection = { id: ID, name: 'Signed in', endpoint: origin, auth: 'oauth' };
    const settings = vscode.workspace.getConfiguration('generativeLanguage');
    await settings.update('connections', [connection], vscode.ConfigurationTarget.Global);
    await settings.update('activeConnection', ID, vscode.ConfigurationTarget.Global);
  });
  after(async () => {
    await (await activated()).host.context.secrets.delete(`oauth.${ID}`);
    await service.server.close();
    await resetConnections();
  });

  it('refreshes its token without a change to what all extensions share', async () => {
    const { services } = await activated();
    // VS Code has taken them before any extension runs. Elsewhere the library's use of Headers and Response would
    // make Node take the first one for its own fetch.
    for (const slot of SLOTS.slice(0, 2))
      assert.ok(Reflect.get(globalThis, Symbol.for(slot)), slot);
    const before = processState();
    const client = await services.clients.get(ID);
    await client.call('corpora.list', { pageSize: 7 });
    // The tree, where it is shown, lists what is open in it beside.
    const requests = service.server.requests.filter(
      ({ target }) => target === '/token' || target.endsWith('pageSize=7'),
    );
    assert.deepEqual(
      requests.map(({ target, headers }) => [target.split('?')[0], headers.authorization]),
      [
        ['/token', undefined],
        ['/v1beta/corpora', `Bearer ${ACCESS}-1`],
      ],
    );
    const after = processState();
    assert.deepEqual(
      [...after.keys()].filter((name) => after.get(name) !== before.get(name)),
      [],
    );
    // It is stored before the call is over.
    const stored = await (await activated()).host.context.secrets.get(`oauth.${ID}`);
    assert.ok(stored?.includes(`${REFRESH}-1`));
  });

  for (const fault of ECHOES) {
    it(`shows no token where a server sends it back: ${fault.at}`, async () => {
      const { services, host, tree } = await activated();
      const client = await services.clients.get(ID);
      await storeSignIn(fault.at);
      service.failAt(fault);
      const error = await failure(client.call('corpora.list', {}, { maxAttempts: 1 }));
      const shown: unknown[] = [error];
      const prompts = new FakePrompts();
      await withPrompts(prompts, async () => {
        await vscode.commands.executeCommand('generativeLanguage.refresh');
        for (const row of await treeRows()) shown.push([row, await tree.getTreeItem(row)]);
        await host.report('corpora.list', error);
      });
      service.failAt(undefined);
      for (const value of [...shown, ...prompts.asked]) {
        assert.deepEqual(leaks(value, SECRETS), []);
      }
    });
  }

  it('keeps its tokens out of addresses, settings, state, processes and files', async () => {
    for (const { target, headers } of service.server.requests) {
      const { authorization: _own, ...others } = headers;
      assert.deepEqual(leaks([target, others], SECRETS), []);
    }
    assert.deepEqual(await windowThatShows(SECRETS), []);
    const { context, log } = (await activated()).host;
    // Whoever writes them: they are taken out by value.
    for (const secret of [CLIENT_SECRET, `${REFRESH}-1`, `${ACCESS}-1`]) {
      log.trace(`auth: a line with ${secret} in it`);
    }
    log.trace('auth: the last line');
    const logs = context.logUri.fsPath;
    await until(async () => (await filesThatShow(logs, ['auth: the last line'])).length > 0);
    assert.deepEqual(await filesThatShow(logs, SECRETS), []);
  });
});
