import type { NetworkSettings } from '../../../../src/api/transport';
import { UndiciHttp } from '../../../../src/api/undiciSenders';
import { ConnectionCredentials } from '../../../../src/auth/connectionCredentials';
import { type CheckId, type CheckResult, createContext } from '../../../../src/auth/doctor/check';
import { runChecks } from '../../../../src/auth/doctor/examine';
import { KeyVault } from '../../../../src/auth/keyVault';
import { createSignIns, type SignIns } from '../../../../src/auth/oauthAccounts';
import type { AuthDeps } from '../../../../src/auth/authDeps';
import { systemClock, type Clock } from '../../../../src/base/clock';
import type { ConnectionTarget } from '../../../../src/catalog/ref';
import type { CommandName } from '../../../../src/catalog/commands';
import type { Emulator as EmulatorServer } from '../../../../src/emulator/options';
import { ClientRegistry } from '../../../../src/service/clients';
import type { Connection } from '../../../../src/service/connection';
import type { Emulator } from '../../../../src/service/emulator';
import { KnownSecrets } from '../../../../src/api/redact';
import { openUndiciClient } from '../../../../src/service/openClient';
import { adcOriginsOf } from '../../../fakes/adcOrigins';
import { noServerHeaders } from '../../../fakes/serverHeaders';
import { FakeLog } from '../../../fakes/log';
import { FakeMemento } from '../../../fakes/memento';
import { FakePrompts } from '../../../fakes/prompts';
import { FakeSheets } from '../../../fakes/sheets';
import { FakeSystem } from '../../../fakes/system';
import {
  browse,
  decide,
  ID,
  importClient,
  openWindow,
  whenWaiting,
  type Choice,
} from '../oauthRig';
import { setUp, works } from '../setup';

export const never = { dispose: () => undefined };

export const stopped: Emulator = {
  state: { status: 'stopped' },
  start: () => Promise.reject(new Error('No emulator was to be started.')),
  stop: works,
  onDidChangeState: () => never,
};

export interface DoctorRigOptions {
  readonly connection: Partial<Connection>;
  readonly clock?: Clock;
  readonly network?: NetworkSettings;
  readonly emulator?: Emulator;
  readonly home?: string;
  /** Takes the place of a part of what is behind accounts. */
  readonly change?: (signIns: SignIns, onSecret: (secret: string) => void) => Partial<SignIns>;
}

/** A window with one connection, put together as the extension does, up to the wire. */
export function openDoctor({
  connection: given,
  clock = systemClock,
  network = {},
  emulator = stopped,
  home = '/nowhere',
  change = () => ({}),
}: DoctorRigOptions) {
  const connection: Connection = {
    id: ID,
    name: 'Mine',
    endpoint: 'http://127.0.0.1:1',
    auth: 'oauth',
    ...given,
  };
  const known = new KnownSecrets();
  const secretsSeen = new Set<string>();
  const onSecret = (secret: string): void => {
    known.add(secret);
    secretsSeen.add(secret);
  };
  const { connections, secrets, settings } = setUp({ connections: [connection] });
  const http = new UndiciHttp({ network: () => network });
  const vault = new KeyVault({
    secrets,
    onSecret,
    onStorageFailed: () => undefined,
  });
  const made = createSignIns({
    secrets,
    http,
    clock,
    onSecret,
    onStorageFailed: () => undefined,
    surroundings: () => ({ platform: 'linux', env: {}, home }),
  });
  const signIns: SignIns = { ...made, ...change(made, onSecret) };
  const prompts = new FakePrompts();
  const system = new FakeSystem();
  const sheets = new FakeSheets();
  const log = new FakeLog();
  const allowed = new FakeMemento();
  const adcOrigins = adcOriginsOf(prompts, allowed);
  const credentials = new ConnectionCredentials({
    vault,
    adcOrigins,
    prompts,
    onDidChange: () => never,
    signIns: () => Promise.resolve(signIns),
  });
  const clients = new ClientRegistry({
    connections,
    credentials,
    emulator,
    open: openUndiciClient,
    readNetwork: () => network,
    onDidChangeNetwork: () => never,
    onCloseError: () => undefined,
  });
  /** Commands and settings, as they were run and opened. */
  const ran: (readonly unknown[])[] = [];
  const deps: AuthDeps = {
    prompts,
    system,
    serverHeaders: noServerHeaders,
    sheets: () => Promise.resolve(sheets),
    log,
    clock,
    connections,
    choices: allowed,
    clients,
    vault,
    emulator,
    onSecret,
    signIns: () => Promise.resolve(signIns),
    adcOrigins,
    progress: (_title, work) => work(new AbortController().signal),
    check: works,
    git: { riskOf: () => Promise.resolve({ kind: 'none' }) },
    environment: () => ({}),
    redact: known.redact,
    run: (command: CommandName, target?: ConnectionTarget) => {
      ran.push(target ? [command, target] : [command]);
      return Promise.resolve();
    },
    openSettings: (name) => {
      ran.push(['settings', name]);
      return Promise.resolve();
    },
    readNetwork: () => network,
    newId: () => 'new00001',
  };
  return {
    connection,
    connections,
    settings,
    secrets,
    signIns,
    prompts,
    system,
    serverHeaders: noServerHeaders,
    sheets,
    log,
    vault,
    deps,
    allowed,
    ran,
    secretsSeen,
    dispose(): void {
      clients.dispose();
      made.dispose();
      vault.dispose();
      http.dispose();
    },
  };
}

export type Doctor = ReturnType<typeof openDoctor>;

/** What all checks of one run found, by their ids. */
export async function found(
  { deps, connection }: Doctor,
  signal: AbortSignal = new AbortController().signal,
): Promise<{ readonly [I in CheckId]?: CheckResult }> {
  const context = await createContext(deps, connection, signal);
  const rows = await runChecks(context, () => undefined);
  return Object.fromEntries(rows.map(({ id, result }) => [id, result]));
}

/** States by id, such as `clock: passed`. */
export function statesOf(results: { readonly [id: string]: CheckResult }): readonly string[] {
  return Object.entries(results).map(([id, { state }]) => `${id}: ${state}`);
}

/** A whole sign-in with the client that is stored for the connection, kept as the flow keeps it. */
export async function signInTo(
  doctor: Doctor,
  server: EmulatorServer,
  choice: Choice & { readonly scopes?: readonly string[]; readonly at?: Clock } = {},
): Promise<void> {
  const { id, endpoint } = doctor.connection;
  const { accounts, clients } = doctor.signIns;
  const client = importClient(server);
  const { scopes = ['https://www.googleapis.com/auth/cloud-platform'] } = choice;
  const flow = openWindow().signIn(client, { scopes, onSecret: doctor.deps.onSecret });
  whenWaiting(flow, async ({ url }) => browse(await decide(server, url, choice)));
  const signedIn = await flow.run(new AbortController().signal);
  await accounts.save(id, endpoint, client, signedIn);
  await clients.write(id, { client, scopes: signedIn.asked });
}
