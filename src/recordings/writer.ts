import { errorMessage } from '../base/errors';
import type { Canonicalizer } from './canonical';
import { type Counts, note } from './counts';
import { type Exchange, refusesCredential } from './exchange';
import { writeExchange } from './fileFormat';
import type { Asked } from './incoming';
import { findSecret } from './secrets';
import { settle, unaskedOf } from './settle';
import type { Recording, RecordingFolder } from './store';

export interface WriterOptions {
  /** Whether it requests a part only: what it doesn't request is not unused then. */
  readonly keepsUnasked?: boolean;
  /** Whether its end removes earlier recordings that it doesn't request. */
  readonly prunes?: boolean;
  /** Whether it was cut short, at its end: what is missing then was not left out. */
  readonly isCutShort?: () => boolean;
  /** Tells the user one thing, of one line or several. */
  readonly tell: (text: string) => void;
}

/** What a writer needs of its session. */
interface WriterDeps {
  readonly options: WriterOptions;
  readonly folder: RecordingFolder;
  readonly canonicalizer: Canonicalizer;
  readonly counts: Counts;
}

/** A request that is asked upstream. */
export type AskedUpstream = Pick<Asked, 'operation' | 'signal'>;

/** Writes the recordings of one session, and nothing that has a secret in it. */
export class RecordingWriter {
  readonly #deps: WriterDeps;
  readonly #credentials = new Set<string>();
  #made: { readonly order: number; readonly exchange: Exchange }[] = [];
  /** What the folder had before; read when somebody wants to know what of it was not asked for. */
  #before: readonly Recording[] | undefined;
  /** Once it has ended. */
  #unasked: readonly string[] | undefined;
  #prunable: readonly string[] = [];
  /** Requests that were asked upstream, and of which no recording was made. */
  #lost = 0;
  /** Those that are being answered. */
  readonly #running = new Set<AskedUpstream>();
  #hasEnded = false;

  constructor(deps: WriterDeps) {
    this.#deps = deps;
  }

  /** Files of the earlier recordings that are not asked for anew: until now, or after its end in all, removed or not. */
  get unasked(): readonly string[] {
    if (this.#unasked) return this.#unasked;
    const { folder, canonicalizer } = this.#deps;
    this.#before ??= folder.readable();
    const exchanges = this.#made.map(({ exchange }) => exchange);
    return unaskedOf(folder.list(), exchanges, this.#before, canonicalizer);
  }

  /** Once it has ended: files of earlier recordings that nothing requested and that are still there. None if it is not complete. */
  get prunable(): readonly string[] {
    return this.#prunable;
  }

  /** Credentials that none of the files may have. */
  remember(credentials: readonly string[]): void {
    for (const credential of credentials) this.#credentials.add(credential);
  }

  /** Takes an exchange that is written when all are there. */
  add(exchange: Exchange, order: number): void {
    // It was told of as lost.
    if (this.#hasEnded) return;
    this.#deps.counts.recorded += 1;
    this.#made.push({ order, exchange });
  }

  /**
   * Does what asks the upstream; until it is done, and where it fails, its request counts as lost.
   * @param asked its signal aborts when the client leaves, which is its own choice.
   */
  async losing<T>(asked: AskedUpstream, work: () => Promise<T>): Promise<T> {
    this.#lost += 1;
    this.#running.add(asked);
    try {
      const result = await work();
      this.#lost -= 1;
      return result;
    } catch (error) {
      if (!asked.signal.aborted && !this.#hasEnded) this.#withhold(errorMessage(error));
      throw error;
    } finally {
      this.#running.delete(asked);
    }
  }

  /** Tells of a request of which there is no recording. @param isChoice whether its client has left. */
  lose(why: string, isChoice = false): void {
    this.#lost += 1;
    if (!isChoice) this.#withhold(why);
    this.#deps.options.tell(why);
  }

  /** Writes a recording unless there is a secret in it; whether it was written. */
  write(file: string, exchange: Exchange): boolean {
    let why: string;
    try {
      const written = writeExchange(exchange);
      const found = findSecret(written, [...this.#credentials]);
      if (!found) {
        this.#deps.folder.write(file, written);
        note(this.#deps.counts, { what: 'recorded', text: file });
        return true;
      }
      why = `there is ${found.what} in ${found.where}.`;
    } catch (error) {
      // The others are recorded all the same.
      why = errorMessage(error);
    }
    this.lose(`${exchange.operation} is not recorded: ${why}`);
    return false;
  }

  /**
   * Ends it: what was made replaces earlier recordings of the same requests, and all others stay, unless it prunes and is
   * complete. Never throws.
   */
  end(): void {
    this.#hasEnded = true;
    for (const { operation, signal } of this.#running) {
      if (signal.aborted) continue;
      this.lose(`${operation} is not recorded: its answer had not ended when the recording did.`);
    }
    const made = this.#made.toSorted((one, other) => one.order - other.order);
    if (made.length === 0) return;
    try {
      this.#replaceBy(made.map(({ exchange }) => exchange));
    } catch (error) {
      const why = `The recordings could not all be replaced: ${errorMessage(error)}`;
      this.#withhold(why);
      this.#deps.options.tell(why);
    } finally {
      this.#made = [];
    }
  }

  #withhold(why: string): void {
    this.#deps.counts.withheld += 1;
    note(this.#deps.counts, { what: 'lost', text: why });
  }

  /** Whether an exchange may take the place of what is there. @param was the status of that; undefined where nothing is. */
  #mayReplace(was: number | undefined, exchange: Exchange, isFailed: boolean): boolean {
    if (was === undefined) return true;
    if (was >= 400 || !refusesCredential(exchange.answer)) return !isFailed;
    this.lose(`${exchange.operation} is not recorded anew: ${REFUSED}`);
    return false;
  }

  #replaceBy(exchanges: readonly Exchange[]): void {
    const { options, folder, canonicalizer, counts } = this.#deps;
    const { keepsUnasked = false, prunes = false, isCutShort, tell } = options;
    const before = folder.readable();
    const all = folder.list();
    const readable = new Set(before.map(({ file }) => file));
    const unreadable = all.filter((file) => !readable.has(file));
    const settled = settle(exchanges, before, canonicalizer, unreadable);
    const requested = new Set(settled.map(({ file }) => file));
    this.#unasked = all.filter((file) => !requested.has(file));
    const files = new Set<string>();
    const isFailed = isCutShort?.() === true;
    const there = new Map(before.map((one) => [one.file, one.exchange.answer.status]));
    for (const { file, exchange, isKept } of settled) {
      if (isKept) note(counts, { what: 'same', text: file });
      const mayWrite = !isKept && this.#mayReplace(there.get(file), exchange, isFailed);
      if (isKept || (mayWrite && this.write(file, exchange))) files.add(file);
      else counts.recorded -= 1;
    }
    const rest = folder.list().filter((file) => !files.has(file));
    const why =
      this.#lost > 0
        ? 'not all that was asked this time could be recorded'
        : isFailed && 'the command that was recorded has failed, or was ended';
    if (why) {
      if (prunes && rest.length > 0) tell(stayText(rest.length, folder.path, why));
      return;
    }
    if (prunes) for (const text of rest) note(counts, { what: 'removed', text });
    else if (!keepsUnasked) this.#prunable = rest;
    folder.keepOnly(prunes ? files : new Set([...files, ...rest]));
  }
}

const REFUSED =
  'the API rejected the key or token, but the existing recording has a successful response.';

function stayText(count: number, folder: string, why: string): string {
  const what = count === 1 ? 'An earlier recording stays' : `${count} earlier recordings stay`;
  return `${what} in ${folder}: ${why}.`;
}
