import { ConnectionList } from '../../../src/auth/connectionList';
import { KeyVault } from '../../../src/auth/keyVault';
import { ServerHeaderStore } from '../../../src/auth/serverHeaders';
import { FakeConnectionSettings } from '../../fakes/connectionSettings';
import { FakeMemento } from '../../fakes/memento';
import { FakePrompts } from '../../fakes/prompts';
import { FakeSecretStorage } from '../../fakes/secretStorage';
import { FakeSystem } from '../../fakes/system';

export const ENDPOINT = 'https://generativelanguage.googleapis.com';

export const mine = { id: 'aaaa1111', name: 'Mine', endpoint: ENDPOINT, auth: 'apiKey' } as const;
export const gateway = {
  id: 'bbbb2222',
  name: 'Gateway',
  endpoint: 'https://gateway.example:8443',
  auth: 'none',
} as const;

/** Connections and keys on fakes. */
export function setUp(values: { connections?: unknown; activeConnection?: unknown } = {}) {
  const settings = new FakeConnectionSettings(values);
  const windowState = new FakeMemento();
  const secrets = new FakeSecretStorage();
  const seen: string[] = [];
  const problems: (readonly string[])[] = [];
  const storageFailures: unknown[] = [];
  const vault = new KeyVault({
    secrets,
    onSecret: (secret) => seen.push(secret),
    onStorageFailed: (error) => storageFailures.push(error),
  });
  const connections = new ConnectionList({
    settings,
    windowState,
    onDidChangeCredential: vault.onDidChange,
    onProblems: (together) => problems.push(together),
  });
  return { settings, windowState, secrets, seen, problems, storageFailures, vault, connections };
}

export const works = async (): Promise<void> => undefined;

/** As `setUp`, with what the flows need besides. */
export function setUpFlow(
  check: (endpoint: string, key: string) => Promise<void> = works,
  values: Parameters<typeof setUp>[0] = {},
) {
  const deps = setUp(values);
  const prompts = new FakePrompts();
  const system = new FakeSystem();
  const checked: string[] = [];
  const titles: string[] = [];
  const flow = {
    ...deps,
    prompts,
    serverHeaders: new ServerHeaderStore({
      secrets: deps.secrets,
      connections: deps.connections,
      prompts,
      onSecret: (secret) => deps.seen.push(secret),
    }),
    system,
    progress: <T>(title: string, work: (signal: AbortSignal) => Promise<T>) => {
      titles.push(title);
      return work(new AbortController().signal);
    },
    check: async (endpoint: string, key: string) => {
      checked.push(`${endpoint} ${key}`);
      await check(endpoint, key);
    },
    newId: () => 'new00001',
    redact: (text: string) => text,
  };
  return { ...deps, prompts, system, checked, titles, flow };
}
