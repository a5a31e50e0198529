import assert from 'node:assert/strict';
import { UndiciHttp, type HttpExchangeFacts } from '../../../src/api/undiciSenders';
import { createSignIns } from '../../../src/auth/oauthAccounts';
import { AuthorizationCodeFlow } from '../../../src/auth/authorizationCodeFlow';
import { SignInDialog } from '../../../src/auth/signInDialog';
import { systemClock, type Clock } from '../../../src/base/clock';
import type { CommitRisk } from '../../../src/platform/gitStatus';
import type { Connection } from '../../../src/service/connection';
import { endpointsOf, type OAuthClient } from '../../../src/auth/oauthClient';
import type { FakeLiveList } from '../../fakes/liveList';
import { FakeLog } from '../../fakes/log';
import { FakePrompts } from '../../fakes/prompts';
import { FakeSecretStorage } from '../../fakes/secretStorage';
import { FakeSystem } from '../../fakes/system';
import { ENDPOINT, setUp } from './setup';

export const work = { id: 'cccc3333', name: 'Work', endpoint: ENDPOINT, auth: 'oauth' } as const;

type List = FakeLiveList<unknown>;

/** What a person does at the page that was opened. */
export type Visit = (url: string, list: List) => Promise<unknown> | undefined;

/** A machine with a browser, in front of which somebody sits. */
export class BrowserSystem extends FakeSystem {
  readonly visits: Visit[] = [];
  readonly #prompts: FakePrompts;
  readonly #going: Promise<unknown>[] = [];

  constructor(prompts: FakePrompts) {
    super();
    this.#prompts = prompts;
  }

  override openExternal(address: string): Promise<boolean> {
    const visit = this.visits.shift();
    const list = this.#prompts.lists.at(-1);
    assert.ok(visit && list, 'A page was opened that nobody waits for.');
    // As a browser does: after the command that opened it.
    this.#going.push(new Promise(setImmediate).then(() => visit(address, list)));
    return super.openExternal(address);
  }

  /** Fails with what a visit failed with. */
  async left(): Promise<void> {
    await Promise.all(this.#going);
    assert.equal(this.visits.length, 0, 'A page was not opened.');
  }
}

/** Answers questions, and presses buttons of notifications. */
export class PressingPrompts extends FakePrompts {
  readonly levels: string[] = [];
  override async notify<A extends string>(
    level: 'info' | 'warning' | 'error',
    message: string,
    ...actions: readonly A[]
  ): Promise<A | undefined> {
    this.levels.push(level);
    return await super.notify(level, message, ...actions);
  }

  /** What was notified, in order. */
  get told(): readonly string[] {
    return this.asked.filter(({ kind }) => kind === 'notify').map(({ text }) => text);
  }
}

/** Everything that signs in and out, on fakes up to the wire. */
export function setUpSignIn(
  users: readonly Connection[] = [work],
  {
    secrets = new FakeSecretStorage(),
    clock = systemClock,
  }: { readonly secrets?: FakeSecretStorage; readonly clock?: Clock } = {},
) {
  const { connections, settings } = setUp({ connections: users });
  const prompts = new PressingPrompts();
  const system = new BrowserSystem(prompts);
  const log = new FakeLog();
  const seen = new Set<string>();
  const exchanges: HttpExchangeFacts[] = [];
  const ran: unknown[] = [];
  const titles: string[] = [];
  const cancelProgress = new AbortController();
  const onSecret = (secret: string): void => void seen.add(secret);
  const http = new UndiciHttp({});
  http.onDidExchange((exchange) => exchanges.push(exchange));
  const signIns = createSignIns({
    secrets,
    http,
    clock,
    onSecret,
    onStorageFailed: (error) => assert.fail(String(error)),
    surroundings: () => ({ platform: 'linux', env: {}, home: '/nowhere' }),
  });
  const risk: { of: (uri: string) => Promise<CommitRisk> } = {
    of: () => Promise.resolve({ kind: 'none' }),
  };
  const deps = {
    prompts,
    system,
    log,
    clock,
    connections,
    onSecret,
    signIns: () => Promise.resolve(signIns),
    newId: () => 'ffff6666',
    redact: (text: string) => text,
    git: { riskOf: (uri: string) => risk.of(uri) },
    run: (...command: readonly unknown[]) => {
      ran.push(command);
      return Promise.resolve();
    },
    progress: <T>(title: string, job: (signal: AbortSignal) => Promise<T>) => {
      titles.push(title);
      return job(cancelProgress.signal);
    },
  };
  const { accounts, clients } = signIns;
  return {
    deps,
    prompts,
    system,
    log,
    seen,
    exchanges,
    ran,
    titles,
    risk,
    accounts,
    clients,
    signIns,
    connections,
    settings,
    secrets,
    cancelProgress,
    /** The dialog of the last sign-in. */
    get list(): List {
      const list = prompts.lists.at(-1);
      assert.ok(list);
      return list;
    },
  };
}

export type SignInRig = ReturnType<typeof setUpSignIn>;

/** A sign-in with its dialog, and nothing that is kept. */
export function openDialog(
  { deps, signIns, system }: SignInRig,
  client: OAuthClient,
  scopes: readonly string[],
) {
  const stop = new AbortController();
  const flow = new AuthorizationCodeFlow({
    client,
    scopes,
    endpoints: endpointsOf(client),
    endpoint: signIns.endpoint,
    http: signIns.http,
    clock: deps.clock,
    onSecret: deps.onSecret,
    mapAddress: (address) => system.asExternal(address),
  });
  const dialog = new SignInDialog(deps, flow, 'Work', () => stop.abort());
  const done = flow.run(stop.signal).finally(() => dialog.dispose());
  return { flow, dialog, done, stop };
}

/** The labels of the rows that a dialog shows. */
export function labelsOf({ state }: List): readonly string[] {
  return state?.items.map(({ label }) => label) ?? [];
}

export function scopesOf(url: string): readonly string[] {
  const asked = new URL(url).searchParams.get('scope') ?? '';
  return asked.split(' ').filter((scope) => scope !== 'openid' && !scope.endsWith('email'));
}

/** What is stored under the id of a connection, as `kind.id`. */
export function entriesOf({ secrets }: SignInRig): readonly string[] {
  return [...secrets.stored.keys()].sort();
}
