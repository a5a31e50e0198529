import { redact } from '../api/redact';

/** The secrets this window has used, so that a text can be cleaned of them by value and not by shape only. */
export class KnownSecrets {
  readonly #secrets = new Set<string>();

  readonly add = (secret: string): void => {
    if (secret !== '') this.#secrets.add(secret);
  };

  readonly redact = (text: string): string => redact(text, [...this.#secrets]);
}
