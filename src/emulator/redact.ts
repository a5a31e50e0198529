import { SECRET_PARAMETERS, withoutShapes } from '../api/secretShapes';
import { ISSUED } from './identity/secret';

const SECRET_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
  'x-emulator-control',
  'x-goog-api-key',
]);
// Of signing in, besides: elsewhere they are ordinary words.
const HIDDEN_PARAMETERS = [...SECRET_PARAMETERS, 'token', 'code', 'state', 'ticket'];

export const REDACTED = 'REDACTED';

/** Hides credentials in what the request log keeps. */
export class Redactor {
  readonly #secrets: readonly string[];

  /** @param secrets texts that never appear, besides what looks like a real credential. */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  text(text: string): string {
    const hidden = this.#secrets.reduce((all, secret) => all.replaceAll(secret, REDACTED), text);
    return withoutShapes(hidden, REDACTED).replace(ISSUED, REDACTED);
  }

  headers(headers: { readonly [name: string]: string | readonly string[] | undefined }): {
    readonly [name: string]: string;
  } {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        SECRET_HEADERS.has(name) ? REDACTED : this.text([value ?? ''].flat().join(', ')),
      ]),
    );
  }

  /** A request target: its path, and its query with the values of credential parameters hidden. */
  target(target: string): string {
    const at = target.indexOf('?');
    if (at < 0) return this.text(target);
    return this.text(`${target.slice(0, at)}?${this.form(target.slice(at))}`);
  }

  /** A form or a query, with the values of credential parameters hidden. */
  form(text: string): string {
    const parameters = new URLSearchParams(text);
    for (const name of HIDDEN_PARAMETERS) {
      if (parameters.has(name)) parameters.set(name, REDACTED);
    }
    return this.text(parameters.toString());
  }
}
