import type { CredentialNeed } from '../api/credentialNeed';
import { redact } from '../api/redact';
import type { Credential } from '../api/transport';
import type { Event } from '../base/event';
import type { Connection } from './connection';

/** Credentials of the user's connections. The room `auth` owns them; only the transport sees them. */
export interface Credentials {
  /**
   * What a request of a connection is signed with. Throws `AppError` where there is nothing that opens it
   * (`needsSignIn`, `missingScopes` and others), or where what is stored was entered for another origin and
   * the user does not want it sent to this one.
   */
  get(connection: Connection, need: CredentialNeed, signal?: AbortSignal): Promise<Credential>;
  /** Id of a connection whose credential changed, in this window or another. */
  readonly onDidChange: Event<string>;
}

/** The secrets this window has used, so that a text can be cleaned of them by value and not by shape only. */
export class KnownSecrets {
  readonly #secrets = new Set<string>();

  readonly add = (secret: string): void => {
    if (secret !== '') this.#secrets.add(secret);
  };

  readonly redact = (text: string): string => redact(text, [...this.#secrets]);
}
