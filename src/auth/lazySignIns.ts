import { homedir } from 'node:os';
import type { Http } from '../api/transport';
import { lazy } from '../base/async';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/event';
import type { ClosedBy } from '../service/clients';
import { EMULATOR_ID, isKeyOnly } from '../service/connection';
import type { Account, SignIns, SignInsDeps } from './oauthAccounts';

/**
 * Accounts on first use: neither their code nor the network's is loaded before. `onDidChange` tells the id
 * of a connection whose sign-in began or ended, in this window or another; a token that only got younger
 * is no change.
 */
export class LazySignIns implements Disposable {
  readonly #changed = new Emitter<string>();
  // By id, as they were told last; undefined for one that ended.
  readonly #states = new Map<string, string | undefined>();
  readonly #onError: (error: unknown) => void;
  #loaded: SignIns | undefined;
  #isDisposed = false;
  readonly onDidChange = this.#changed.event;
  readonly load: () => Promise<SignIns>;

  /** @param onError takes why a changed sign-in could not be read. */
  constructor(deps: Omit<SignInsDeps, 'surroundings'>, onError: (error: unknown) => void) {
    this.#onError = onError;
    this.load = lazy(async () => {
      const { createSignIns } = await import('./oauthAccounts');
      const loaded = createSignIns({ ...deps, surroundings });
      this.#loaded = loaded;
      if (this.#isDisposed) loaded.dispose();
      // Before anything is renewed: the first renewal would look like a new sign-in. Where the storage can't
      // be read, that is all that happens.
      const there = await loaded.accounts.list().catch(() => []);
      for (const account of there) this.#states.set(account.id, stateOf(account));
      loaded.accounts.onDidChange((id) => {
        this.#compare(loaded, id).catch(this.#onError);
      });
      return loaded;
    });
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#loaded?.dispose();
    this.#changed.dispose();
  }

  async #compare({ accounts }: SignIns, id: string): Promise<void> {
    const account = await accounts.find(id);
    const state = account && stateOf(account);
    const isKnown = this.#states.has(id) && this.#states.get(id) === state;
    this.#states.set(id, state);
    if (!isKnown) this.#changed.fire(id);
  }
}

/** What stays the same through all refreshes of a sign-in. */
function stateOf({ session, granted, origin }: Account): string {
  return JSON.stringify([session, granted, origin]);
}

function surroundings() {
  return { platform: process.platform, env: process.env, home: homedir() };
}

/** Loads the network with the first request. */
export function lazyHttp(open: () => Promise<Http>): Http {
  const http = lazy(open);
  return { send: async (request, signal) => await (await http()).send(request, signal) };
}

/**
 * What a connection's credential does not open. Of gateways, which add what they like, and of application
 * default credentials nothing is known; the emulator has an account for what takes no key.
 */
export function closedOperations(signIns: {
  readonly load: () => Promise<Pick<SignIns, 'accounts'>>;
}): ClosedBy {
  return async (connection) => {
    const { id, auth } = connection;
    if (isKeyOnly(connection)) {
      return ({ accepts }) => (accepts === 'oauth' ? 'needsAccount' : undefined);
    }
    if (id === EMULATOR_ID || auth !== 'oauth') return () => undefined;
    const { accounts } = await signIns.load();
    const account = await accounts.find(id);
    return ({ accepts, scopes }) => {
      if (accepts === 'none') return undefined;
      if (!account) return 'needsSignIn';
      return scopes.some((scope) => account.granted.includes(scope)) ? undefined : 'needsScopes';
    };
  };
}
