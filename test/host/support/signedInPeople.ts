import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { startEmulator } from '../../../src/emulator/server';
import { clientOf, PREFIX, signIn } from '../../unit/emulator/identity/signIn';
import { activated, resetConnections } from './extension';

const SCOPES = [PREFIX, `${PREFIX}.tuning`, `${PREFIX}.retriever`];

/** An emulator in this process with people who are signed in there, each with a connection of their own. */
export async function signInPeople<P extends string>(people: { readonly [id in P]: string }) {
  const emulator = await startEmulator({ speed: { latency: 0, rate: 0 } });
  const { secrets } = (await activated()).host.context;
  const { client_id: id, client_secret: secret, ...client } = clientOf(emulator);
  const ids = Object.keys(people) as P[];
  for (const person of ids) {
    const user = people[person];
    const scope = SCOPES.join(' ');
    const tokens = await signIn(emulator, { user, scope, access_type: 'offline' });
    const stored = {
      ...{ version: 1, revision: 1, session: randomUUID(), signedInAt: Date.now() },
      ...{ origin: emulator.baseUrl, asked: SCOPES, granted: SCOPES, email: user },
      refreshToken: tokens.refresh_token,
      client: { id, secret, authUri: client.auth_uri, tokenUri: client.token_uri },
    };
    await secrets.store(`oauth.${person}`, JSON.stringify(stored));
  }
  const settings = vscode.workspace.getConfiguration('generativeLanguage');
  const connections = ids.map((person) => ({
    ...{ id: person, name: people[person], endpoint: emulator.baseUrl, auth: 'oauth' },
  }));
  await settings.update('connections', connections, vscode.ConfigurationTarget.Global);
  return {
    async close(): Promise<void> {
      for (const person of ids) await secrets.delete(`oauth.${person}`);
      await emulator.close();
      await resetConnections();
    },
  };
}
