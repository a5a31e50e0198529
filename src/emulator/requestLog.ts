import type { OperationId, SessionId } from '../api/operations';
import { redactShapes, SECRET_PARAMETERS } from '../api/redact';
import { omitSecretFields } from '../api/schema/secrets';
import type { Version } from '../api/versions';
import { ISSUED } from './digest';
import type { CredentialKind } from './identity/identity';

/** Possible response sources. `miss` reports an unmatched request. */
export type AnsweredBy = 'mock' | 'engine' | 'recording' | 'upstream' | 'miss';

export interface LogEntry {
  readonly id: number;
  readonly method: string;
  readonly target: string;
  readonly headers: { readonly [name: string]: string };
  /** In ms since 1970. */
  readonly startedAt: number;
  operation?: OperationId | SessionId;
  version?: Version;
  credential?: CredentialKind;
  /** JSON body as text, up to a limit. */
  body?: string;
  bodyBytes?: number;
  status?: number;
  bytesSent?: number;
  /** Time in ms until the end of the response or the disconnect. */
  duration?: number;
  /** Response source. Undefined for requests blocked by the guard. */
  answeredBy?: AnsweredBy;
  mock?: string;
  leftOut?: readonly string[];
  nearest?: string;
  reset?: boolean;
  closedEarly?: boolean;
  messages?: { readonly received: number; readonly sent: number };
  closed?: { readonly code: number; readonly reason: string };
}

/** Maximum total length of logged bodies in characters. */
const MAX_BODY_LENGTH = 8 * 1024 * 1024;

const COUNTED_EVERY = 16;

/** The latest requests, oldest first. If the total size is too large, older entries lose their body. */
export class RequestLog {
  readonly #limit: number;
  #entries: LogEntry[] = [];
  #last = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

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

  /** @param after ID of the last known entry. 0 for all. */
  entries(after: number): readonly LogEntry[] {
    return this.#entries.filter((entry) => entry.id > after);
  }

  running(): readonly LogEntry[] {
    return this.#entries.filter(({ duration }) => duration === undefined);
  }

  clear(): void {
    this.#entries = [];
  }

  #dropBodies(): void {
    let left = MAX_BODY_LENGTH;
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
// The last four are secrets only in sign-in requests.
const HIDDEN_PARAMETERS = [...SECRET_PARAMETERS, 'token', 'code', 'state', 'ticket'];

const REDACTED = 'REDACTED';

/** Removes credentials from logged data. */
export class Redactor {
  readonly #secrets: readonly string[];

  /** @param secrets texts to redact, in addition to credentials that look real. */
  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  text(text: string): string {
    const hidden = this.#secrets.reduce((all, secret) => all.replaceAll(secret, REDACTED), text);
    return redactShapes(hidden, REDACTED).replace(ISSUED, REDACTED);
  }

  json(text: string, message: string): string {
    return this.text(omitSecretFields(text, message, REDACTED));
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

  target(target: string): string {
    const at = target.indexOf('?');
    if (at < 0) return this.text(target);
    return this.text(`${target.slice(0, at)}?${this.form(target.slice(at))}`);
  }

  form(text: string): string {
    const parameters = new URLSearchParams(text);
    for (const name of HIDDEN_PARAMETERS) {
      if (parameters.has(name)) parameters.set(name, REDACTED);
    }
    return this.text(parameters.toString());
  }
}

export interface ServedRequest {
  readonly operation: OperationId | SessionId | 'others';
  readonly requests: number;
  /** Failed requests by status. 0: the connection ended without one. */
  readonly refused: { readonly [status: number]: number };
}

export type ResponseCounts = { readonly [A in AnsweredBy]?: number };

export class RequestStats {
  readonly #counts = new Map<ServedRequest['operation'], Map<number, number>>();

  readonly #answers = new Map<AnsweredBy, number>();

  add(entry: Pick<LogEntry, 'answeredBy' | 'operation' | 'status'>): void {
    const { operation: known, status = 0, answeredBy } = entry;
    if (answeredBy) this.#answers.set(answeredBy, (this.#answers.get(answeredBy) ?? 0) + 1);
    const operation = known ?? 'others';
    const counts = this.#counts.get(operation) ?? new Map<number, number>();
    counts.set(status, (counts.get(status) ?? 0) + 1);
    this.#counts.set(operation, counts);
  }

  answers(): ResponseCounts {
    return Object.fromEntries(this.#answers);
  }

  served(): readonly ServedRequest[] {
    return [...this.#counts]
      .map(([operation, counts]) => ({
        operation,
        requests: [...counts.values()].reduce((all, count) => all + count, 0),
        refused: Object.fromEntries([...counts].filter(([status]) => isRefused(status))),
      }))
      .toSorted((one, other) => other.requests - one.requests);
  }
}

/** A successful Live API session has the HTTP status 101, others their WebSocket close code. */
function isRefused(status: number): boolean {
  return (status < 200 && status !== 101) || status > 399;
}
