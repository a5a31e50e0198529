import type * as vscode from 'vscode';
import type { Http, HttpResponse } from '../../../src/api/transport';
import { AccountProvider } from '../../../src/auth/accountProvider';
import { ConnectionList } from '../../../src/auth/connectionList';
import { LazySignIns } from '../../../src/auth/lazySignIns';
import type { Connection } from '../../../src/service/connection';
import { EagerClock } from '../../fakes/eagerClock';
import { FakeConnectionSettings } from '../../fakes/connectionSettings';
import { FakeLog } from '../../fakes/log';
import { FakeMemento } from '../../fakes/memento';
import { FakePrompts } from '../../fakes/prompts';
import { FakeSecretStorage } from '../../fakes/secretStorage';
import { settle } from '../../fakes/settle';
import { FakeSystem } from '../../fakes/system';
import { clientAt } from './oauthRig';
import { ENDPOINT } from './setup';

export const CLOUD = 'https://www.googleapis.com/auth/cloud-platform';
export const TUNING = 'https://www.googleapis.com/auth/generative-language.tuning';
export const EMAIL = 'https://www.googleapis.com/auth/userinfo.email';

export const work: Connection = { id: 'work0001', name: 'Work', endpoint: ENDPOINT, auth: 'oauth' };
export const home: Connection = { ...work, id: 'home0001', name: 'Home' };

type Changes = vscode.AuthenticationProviderAuthenticationSessionsChangeEvent;

export const entry = (change: object = {}): string =>
  JSON.stringify({
    version: 1,
    revision: 1,
    session: 's',
    origin: ENDPOINT,
    refreshToken: 'canary-refresh',
    client: clientAt('https://auth.example'),
    asked: [CLOUD],
    granted: [CLOUD, EMAIL],
    signedInAt: 0,
    email: 'ann@example.com',
    ...change,
  });

/** The accounts of one window, as VS Code asks for them, over a token server that always has a new one. */
export function setUpAccounts({
  users = [work],
  signedIn = { [work.id]: entry() },
}: {
  readonly users?: readonly Connection[];
  readonly signedIn?: { readonly [id: string]: string };
} = {}) {
  const secrets = new FakeSecretStorage();
  for (const [id, text] of Object.entries(signedIn)) secrets.stored.set(`oauth.${id}`, text);
  const sent: string[] = [];
  const scopesSent: (string | undefined)[] = [];
  const answers: { next: () => HttpResponse } = {
    next: () => ({
      status: 200,
      headers: {},
      text: JSON.stringify({ access_token: `canary-access-${sent.length}`, expires_in: 3600 }),
    }),
  };
  const http: Http = {
    send: async ({ name, form }) => {
      sent.push(name);
      scopesSent.push(form?.get('scope') ?? undefined);
      return answers.next();
    },
  };
  const failures: unknown[] = [];
  const signIns = new LazySignIns(
    {
      secrets,
      http,
      clock: new EagerClock(),
      onSecret: () => undefined,
      onStorageFailed: (error) => failures.push(error),
    },
    (error) => failures.push(error),
  );
  const connections = new ConnectionList({
    settings: new FakeConnectionSettings({ connections: users }),
    windowState: new FakeMemento(),
    onDidChangeCredential: signIns.onDidChange,
    onProblems: (problems) => failures.push(problems),
  });
  const asked: unknown[] = [];
  const flow: { run: () => Promise<Connection | undefined> } = { run: async () => undefined };
  const prompts = new FakePrompts();
  const provider = new AccountProvider(
    {
      connections,
      prompts,
      log: new FakeLog(),
      system: new FakeSystem(),
      signIns: () => signIns.load(),
      newSession: (scopes, account) => {
        asked.push([scopes, account]);
        return flow.run();
      },
    },
    false,
  );
  const told: Changes[] = [];
  provider.onDidChangeSessions((changes) => told.push(changes));
  /** What was told since the last look: ids with the label of their account. */
  const changes = async (): Promise<unknown> => {
    await settle();
    const names = (list: readonly vscode.AuthenticationSession[] | undefined) =>
      (list ?? []).map(({ id, account }) => `${id} ${account.label}`);
    return told
      .splice(0)
      .map(({ added, removed, changed }) => [names(added), names(removed), names(changed)]);
  };
  return {
    provider,
    secrets,
    signIns,
    sent,
    scopesSent,
    answers,
    prompts,
    told,
    changes,
    asked,
    flow,
  };
}

export const ids = (sessions: readonly { readonly id: string }[]) => sessions.map(({ id }) => id);
