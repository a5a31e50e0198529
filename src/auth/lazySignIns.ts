import { homedir } from 'node:os';
import type { Http } from '../api/transport';
import { lazy } from '../base/async';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/event';
import type { ClosedBy } from '../service/clients';
import { EMULATOR_ID, isKeyOnly } from '../service/connection';
import type { Account, SignIns, SignInsDeps } from './oauthAccounts';

/**
 * Loads account and network code on first use. `onDidChange` fires with a connection ID on sign-in and
 * sign-out in any window, but not on token renewal.
 */
export class LazySignIns implements Disposable {
  readonly #changed = new Emitter<string>();
  // Last reported states by id; undefined if the sign-in ended.
  readonly #states = new Map<string, string | undefined>();
  readonly #onError: (error: unknown) => void;
  #loaded: SignIns | undefined;
  #isDisposed = false;
  readonly onDidChange = this.#changed.event;
  readonly load: () => Promise<SignIns>;

  constructor(deps: Omit<SignInsDeps, 'surroundings'>, onError: (error: unknown) => void) {
    this.#onError = onError;
    this.load = lazy(async () => {
      const { createSignIns } = await import('./oauthAccounts');
      const loaded = createSignIns({ ...deps, surroundings: adcEnvironment });
      this.#loaded = loaded;
      if (this.#isDisposed) loaded.dispose();
      // Must precede the first renewal, which would look like a new sign-in. Storage errors are harmless
      // here.
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

function stateOf({ session, granted, origin }: Account): string {
  return JSON.stringify([session, granted, origin]);
}

function adcEnvironment() {
  return { platform: process.platform, env: process.env, home: homedir() };
}

export function lazyHttp(open: () => Promise<Http>): Http {
  const http = lazy(open);
  return { send: async (request, signal) => await (await http()).send(request, signal) };
}

/**
 * Returns the API methods that a connection’s credential doesn’t allow.
 * None for gateways and ADC, whose rights are unknown; the emulator has an account.
 */
export function blockedOperations(signIns: {
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
