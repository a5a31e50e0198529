import type * as vscode from 'vscode';
import type { Client } from '../../../src/api/call';
import { UndiciHttp, type HttpExchangeFacts } from '../../../src/api/undiciHttp';
import { ConnectionCredentials } from '../../../src/auth/connectionCredentials';
import { ConnectionList } from '../../../src/auth/connectionList';
import { KeyVault } from '../../../src/auth/keyVault';
import { LazySignIns } from '../../../src/auth/lazySignIns';
import { endpointsOf, type OAuthClient } from '../../../src/auth/oauthClient';
import { AuthorizationCodeFlow } from '../../../src/auth/authorizationCodeFlow';
import { systemClock, type Clock } from '../../../src/base/clock';
import { Emitter } from '../../../src/base/event';
import type { Emulator } from '../../../src/emulator/options';
import { createReport } from '../../../src/platform/report';
import { ClientRegistry } from '../../../src/service/clients';
import type { Connection } from '../../../src/service/connection';
import { KnownSecrets } from '../../../src/api/redact';
import { openUndiciClient, openWatched } from '../../../src/service/openClient';
import { adcOriginsOf } from '../../fakes/adcOrigins';
import { FakeConnectionSettings } from '../../fakes/connectionSettings';
import { FakeLog } from '../../fakes/log';
import { FakeMemento } from '../../fakes/memento';
import { FakePrompts } from '../../fakes/prompts';
import { FakeSecretStorage } from '../../fakes/secretStorage';
import { browse, decide, ID, importClient, whenWaiting, type Choice } from './oauthRig';

export interface AuthServiceOptions {
  /** Origin of the service that the connection is to. */
  readonly endpoint: string;
  readonly secrets?: vscode.SecretStorage;
  /** Of the tokens; requests are limited by real time. */
  readonly clock?: Clock;
  readonly change?: Partial<Connection>;
}

/** Everything of one window from the secret storage to the wire, put together as the extension does. */
export function openAuthService({
  endpoint,
  secrets = new FakeSecretStorage(),
  clock = systemClock,
  change = {},
}: AuthServiceOptions) {
  const connection: Connection = { id: ID, name: 'Mine', endpoint, auth: 'oauth', ...change };
  const known = new KnownSecrets();
  const log = new FakeLog();
  const prompts = new FakePrompts();
  const failures: unknown[] = [];
  const changes: string[] = [];
  const exchanges: HttpExchangeFacts[] = [];
  const onStorageFailed = (error: unknown): void => void failures.push(error);
  const onSecret = known.add;
  const http = new UndiciHttp({});
  http.onDidExchange((exchange) => exchanges.push(exchange));
  const vault = new KeyVault({ secrets, onSecret, onStorageFailed });
  const deps = { secrets, http, clock, onSecret, onStorageFailed };
  const signIns = new LazySignIns(deps, (error) => failures.push(error));
  const changed = new Emitter<string>();
  vault.onDidChange((id) => changed.fire(id));
  signIns.onDidChange((id) => {
    changes.push(id);
    changed.fire(id);
  });
  const settings = new FakeConnectionSettings({ connections: [connection] });
  const connections = new ConnectionList({
    settings,
    windowState: new FakeMemento(),
    onDidChangeCredential: changed.event,
    onProblems: (problems) => failures.push(problems),
  });
  const credentials = new ConnectionCredentials({
    vault,
    signIns: signIns.load,
    adcOrigins: adcOriginsOf(prompts),
    prompts,
    onDidChange: changed.event,
  });
  const shows = { log: () => undefined, show: () => ({ dispose: () => undefined }) };
  const clients = new ClientRegistry({
    connections,
    credentials,
    emulator: {
      state: { status: 'stopped' },
      start: () => Promise.reject(new Error('No emulator was to be started.')),
      stop: () => Promise.resolve(),
      onDidChangeState: () => ({ dispose: () => undefined }),
    },
    open: openWatched(openUndiciClient, () => ({ maxAttempts: 1 }), shows),
    readNetwork: () => ({}),
    onDidChangeNetwork: () => ({ dispose: () => undefined }),
    onCloseError: (error) => failures.push(error),
  });
  const dropped: string[] = [];
  clients.onDidDrop((id) => dropped.push(id));
  return {
    ...{ connection, connections, settings, secrets, known, log, prompts, vault, signIns },
    ...{ credentials, clients, exchanges, changes, dropped, failures },
    report: createReport(log, prompts, () => [], known.redact),
    client: (): Promise<Client> => clients.get(ID),
    /** Requests to the token endpoint so far. */
    refreshes: () => exchanges.filter(({ name }) => name === 'oauth.token').length,
    dispose(): void {
      clients.dispose();
      signIns.dispose();
      vault.dispose();
      connections.dispose();
      http.dispose();
    },
  };
}

export type AuthService = ReturnType<typeof openAuthService>;

/** A whole sign-in in one window, kept for its connection as the flow keeps it. */
export async function signIn(
  { signIns, known, connection }: AuthService,
  emulator: Emulator,
  choice: Choice = {},
  client: OAuthClient = importClient(emulator),
): Promise<void> {
  const { accounts, endpoint, http } = await signIns.load();
  const flow = new AuthorizationCodeFlow({
    ...{ client, endpoint, http, clock: systemClock, onSecret: known.add },
    endpoints: endpointsOf(client),
    scopes: ['https://www.googleapis.com/auth/cloud-platform'],
  });
  whenWaiting(flow, async ({ url }) => browse(await decide(emulator, url, choice)));
  const signedIn = await flow.run(new AbortController().signal);
  await accounts.save(connection.id, connection.endpoint, client, signedIn);
}
