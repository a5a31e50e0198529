import * as vscode from 'vscode';
import { FaultServer } from '../../fakes/faultServer';
import { activated, resetConnections } from './extension';

const ID = 'traffic1';
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const SECRETS = {
  client: 'canary-client-secret-0123456789',
  refresh: 'canary-refresh-0123456789',
  access: 'canary-access-0123456789',
};

/** A service with its own server of tokens, and a connection that is signed in there, but has no token yet. */
export async function startSignInService() {
  const server = await FaultServer.start(({ target }, wire) =>
    target === '/token'
      ? wire.json(200, { access_token: SECRETS.access, expires_in: 3600, scope: SCOPE })
      : wire.json(200, { corpora: [{ name: 'corpora/a' }] }),
  );
  const { origin } = server;
  const { secrets } = (await activated()).host.context;
  const signIn = {
    version: 1,
    revision: 1,
    session: 'a-session',
    signedInAt: Date.now(),
    origin,
    asked: [SCOPE],
    granted: [SCOPE],
    email: 'ada@example.com',
    refreshToken: SECRETS.refresh,
    client: {
      id: 'a-client',
      secret: SECRETS.client,
      authUri: `${origin}/auth`,
      tokenUri: `${origin}/token`,
    },
  };
  await secrets.store(`oauth.${ID}`, JSON.stringify(signIn));
  const settings = vscode.workspace.getConfiguration('generativeLanguage');
  const connection = { id: ID, name: 'Signed in', endpoint: origin, auth: 'oauth' };
  await settings.update('connections', [connection], vscode.ConfigurationTarget.Global);
  return {
    id: ID,
    host: new URL(origin).host,
    secrets: Object.values(SECRETS),
    requests: () => server.requests,
    async close(): Promise<void> {
      await secrets.delete(`oauth.${ID}`);
      await server.close();
      await resetConnections();
    },
  };
}
