import type * as vscode from 'vscode';
import type { Http } from '../api/http';
import type { Clock } from '../base/clock';
import { type Disposable, DisposableStore } from '../base/disposable';
import type { L10n } from '../platform/l10n';
import { ApplicationDefaultCredentials } from './adc';
import type { Surroundings } from './adcFile';
import { OAuthAccounts } from './oauthAccounts';
import { ClientStore, TokenStore } from './secretStore';
import { TokenEndpoint } from './tokenEndpoint';

export interface SignInsDeps {
  readonly secrets: vscode.SecretStorage;
  readonly http: Http;
  readonly clock: Clock;
  readonly l10n: L10n;
  /** Learns every token, code and client secret, so that none reaches a log. */
  readonly onSecret: (secret: string) => void;
  /** The secret storage failed: what was written is in memory only. */
  readonly onStorageFailed: (error: unknown) => void;
  readonly surroundings: () => Surroundings;
}

/** Everything behind accounts, made together and with the first of them. */
export interface SignIns extends Disposable {
  readonly accounts: OAuthAccounts;
  /** OAuth clients by the id of their connection. */
  readonly clients: ClientStore;
  readonly adc: ApplicationDefaultCredentials;
  readonly endpoint: TokenEndpoint;
  readonly http: Http;
  readonly surroundings: () => Surroundings;
}

export function createSignIns(deps: SignInsDeps): SignIns {
  const { http, clock, l10n, onStorageFailed, surroundings } = deps;
  const disposables = new DisposableStore();
  const store = disposables.add(new TokenStore(deps));
  const clients = disposables.add(new ClientStore(deps));
  const endpoint = new TokenEndpoint(deps);
  disposables.add(store.onDidFail(onStorageFailed));
  disposables.add(clients.onDidFail(onStorageFailed));
  return {
    accounts: disposables.add(new OAuthAccounts({ store, endpoint, http, clock, l10n })),
    clients,
    adc: new ApplicationDefaultCredentials({ endpoint, clock, l10n, surroundings }),
    endpoint,
    http,
    surroundings,
    dispose: () => disposables.dispose(),
  };
}
