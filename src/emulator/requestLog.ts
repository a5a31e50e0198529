import type { OperationId, SessionId } from '../api/operations';
import { SECRET_PARAMETERS, withoutShapes } from '../api/redact';
import { withoutSecretFields } from '../api/schema/secrets';
import type { Version } from '../api/versions';
import { ISSUED } from './digest';
import type { CredentialKind } from './identity/identity';

/** What can answer a request: a rule, the emulator itself, a recording, the upstream, or the report of a missing recording. */
export type AnsweredBy = 'mock' | 'engine' | 'recording' | 'upstream' | 'miss';

/** What the emulator remembers of a request; credentials are hidden. */
export interface LogEntry {
  /** Counts up from 1. */
  readonly id: number;
  readonly method: string;
  readonly target: string;
  readonly headers: { readonly [name: string]: string };
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  operation?: OperationId | SessionId;
  version?: Version;
  credential?: CredentialKind;
  /** The JSON body as text, up to a limit. */
  body?: string;
  bodyBytes?: number;
  status?: number;
  bytesSent?: number;
  /** Milliseconds from the start until the answer was over or the client left. */
  duration?: number;
  /** What made the answer; absent where nothing did, as for what the guard turned away. */
  answeredBy?: AnsweredBy;
  /** Label of the mock that responded. */
  mock?: string;
  /** What of its answer the form of the wire has no place for. */
  leftOut?: readonly string[];
  /** Where no recording did: the one that is most like it. */
  nearest?: string;
  /** Whether the emulator reset the socket, because it was asked to. */
  reset?: boolean;
  /** Whether the client closed the socket before the answer was over. */
  closedEarly?: boolean;
  /** Of a live session: how many messages came and went. */
  messages?: { readonly received: number; readonly sent: number };
  /** Of a live session: how its WebSocket was closed. */
  closed?: { readonly code: number; readonly reason: string };
}

/** Characters that the bodies of all entries may have together: a thousand of the longest are 64 million. */
const MOST_BODIES = 8 * 1024 * 1024;

/** So many requests come before the bodies are counted again. */
const COUNTED_EVERY = 16;

/** The latest requests, oldest first. Where their bodies get too many, the older ones lose theirs. */
export class RequestLog {
  readonly #limit: number;
  #entries: LogEntry[] = [];
  #last = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @param keep whether it shows up in the log at all. */
  start(
    head: Pick<LogEntry, 'method' | 'target' | 'headers' | 'startedAt'>,
    keep: boolean,
  ): LogEntry {
    if (!keep) return { id: 0, ...head };
    this.#last += 1;
    const entry: LogEntry = { id: this.#last, ...head };
    this.#entries.push(entry);
    if (this.#entries.length > this.#limit) this.#entries.shift();
    if (this.#last % COUNTED_EVERY === 0) this.#dropBodies();
    return entry;
  }

  /** @param after the id of the last entry already known; 0 for all. */
  entries(after: number): readonly LogEntry[] {
    return this.#entries.filter((entry) => entry.id > after);
  }

  /** Those that are not over. */
  running(): readonly LogEntry[] {
    return this.#entries.filter(({ duration }) => duration === undefined);
  }

  clear(): void {
    this.#entries = [];
  }

  #dropBodies(): void {
    let left = MOST_BODIES;
    for (let at = this.#entries.length - 1; at >= 0; at -= 1) {
      const entry = this.#entries[at];
      left -= entry?.body?.length ?? 0;
      if (left < 0) delete entry?.body;
    }
  }
}

export const SECRET_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
  'x-emulator-control',
  'x-goog-api-key',
]);
// The last four are secrets of signing in; elsewhere they are ordinary words.
const HIDDEN_PARAMETERS = [...SECRET_PARAMETERS, 'token', 'code', 'state', 'ticket'];

export const REDACTED = 'REDACTED';

/** Hides credentials in what the request log keeps. */
export class Redactor {
  readonly #secrets: readonly string[];

  /** @param secrets texts to hide, in addition to what looks like a real credential. */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  text(text: string): string {
    const hidden = this.#secrets.reduce((all, secret) => all.replaceAll(secret, REDACTED), text);
    return withoutShapes(hidden, REDACTED).replace(ISSUED, REDACTED);
  }

  /** A body: without the secret fields of its message. */
  json(text: string, message: string): string {
    return this.text(withoutSecretFields(text, message, REDACTED));
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
