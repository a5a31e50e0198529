import { errorMessage } from '../base/errors';
import type { Canonicalizer } from './canonical';
import { type Exchange, rejectsCredential } from './exchange';
import { writeExchange } from './fileFormat';
import type { IncomingRequest } from './incoming';
import type { Miss } from './matcher';
import { findSecret } from './secrets';
import { mergeRecordings, unreplacedFiles } from './mergeRecordings';
import type { Recording, RecordingFolder } from './store';

export interface WriterOptions {
  /** Whether the run covers only some requests, so the remaining recordings don't count as unused. */
  readonly keepsUnasked?: boolean;
  readonly prunes?: boolean;
  /** Whether the run ended early, so unrequested recordings don't count as unused. */
  readonly isCutShort?: () => boolean;
  readonly tell: (text: string) => void;
}

interface WriterDeps {
  readonly options: WriterOptions;
  readonly folder: RecordingFolder;
  readonly canonicalizer: Canonicalizer;
  readonly counts: Counts;
}

export type UpstreamRequest = Pick<IncomingRequest, 'operation' | 'signal'>;

/** Writes the recordings of a session, except those with a secret. */
export class RecordingWriter {
  readonly #deps: WriterDeps;
  readonly #credentials = new Set<string>();
  #made: { readonly order: number; readonly exchange: Exchange }[] = [];
  #before: readonly Recording[] | undefined;
  #unasked: readonly string[] | undefined;
  #prunable: readonly string[] = [];
  #lost = 0;
  readonly #running = new Set<UpstreamRequest>();
  #hasEnded = false;

  constructor(deps: WriterDeps) {
    this.#deps = deps;
  }

  /**
   * Returns earlier recordings that weren't requested: so far, or in total once ended, including removed
   * ones.
   */
  get unrequested(): readonly string[] {
    if (this.#unasked) return this.#unasked;
    const { folder, canonicalizer } = this.#deps;
    this.#before ??= folder.readable();
    const exchanges = this.#made.map(({ exchange }) => exchange);
    return unreplacedFiles(folder.list(), exchanges, this.#before, canonicalizer);
  }

  /** Returns unrequested earlier recordings that remain. Empty until the end, or if incomplete. */
  get prunable(): readonly string[] {
    return this.#prunable;
  }

  remember(credentials: readonly string[]): void {
    for (const credential of credentials) this.#credentials.add(credential);
  }

  add(exchange: Exchange, order: number): void {
    if (this.#hasEnded) return;
    this.#deps.counts.recorded += 1;
    this.#made.push({ order, exchange });
  }

  /**
   * Sends an upstream request, which counts as unrecorded unless it succeeds.
   * @param asked its signal aborts if the client disconnects
   */
  async countingFailures<T>(asked: UpstreamRequest, work: () => Promise<T>): Promise<T> {
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

  countUnrecorded(why: string, isChoice = false): void {
    this.#lost += 1;
    if (!isChoice) this.#withhold(why);
    this.#deps.options.tell(why);
  }

  /** Writes a recording unless it has a secret. Returns whether it was written. */
  write(file: string, exchange: Exchange): boolean {
    let why: string;
    try {
      const written = writeExchange(exchange);
      const found = findSecret(written, [...this.#credentials]);
      if (!found) {
        this.#deps.folder.write(file, written);
        addNote(this.#deps.counts, { what: 'recorded', text: file });
        return true;
      }
      why = `found ${found.what} in ${found.where}.`;
    } catch (error) {
      // A failure doesn't affect the other recordings.
      why = errorMessage(error);
    }
    this.countUnrecorded(`${exchange.operation} wasn’t recorded: ${why}`);
    return false;
  }

  /**
   * Ends the recording: replaces recordings of the same requests. Retains the others unless a complete
   * recording prunes them. Never throws.
   */
  end(): void {
    this.#hasEnded = true;
    for (const { operation, signal } of this.#running) {
      if (signal.aborted) continue;
      this.countUnrecorded(
        `${operation} wasn’t recorded: the response wasn’t complete when the recording ended.`,
      );
    }
    const made = this.#made.toSorted((one, other) => one.order - other.order);
    if (made.length === 0) return;
    try {
      this.#replaceBy(made.map(({ exchange }) => exchange));
    } catch (error) {
      const why = `Couldn’t replace all recordings: ${errorMessage(error)}`;
      this.#withhold(why);
      this.#deps.options.tell(why);
    } finally {
      this.#made = [];
    }
  }

  #withhold(why: string): void {
    this.#deps.counts.withheld += 1;
    addNote(this.#deps.counts, { what: 'lost', text: why });
  }

  /**
   * Whether a recording may replace an existing one.
   * @param was status of the existing response; undefined if none
   */
  #mayReplace(was: number | undefined, exchange: Exchange, isFailed: boolean): boolean {
    if (was === undefined) return true;
    if (was >= 400 || !rejectsCredential(exchange.answer)) return !isFailed;
    this.countUnrecorded(`${exchange.operation} wasn’t re-recorded: ${REFUSED}`);
    return false;
  }

  #replaceBy(exchanges: readonly Exchange[]): void {
    const { options, folder, canonicalizer, counts } = this.#deps;
    const { keepsUnasked = false, prunes = false, isCutShort, tell } = options;
    const before = folder.readable();
    const all = folder.list();
    const readable = new Set(before.map(({ file }) => file));
    const unreadable = all.filter((file) => !readable.has(file));
    const settled = mergeRecordings(exchanges, before, canonicalizer, unreadable);
    const requested = new Set(settled.map(({ file }) => file));
    this.#unasked = all.filter((file) => !requested.has(file));
    const files = new Set<string>();
    const isFailed = isCutShort?.() === true;
    const there = new Map(before.map((one) => [one.file, one.exchange.answer.status]));
    for (const { file, exchange, isKept } of settled) {
      if (isKept) addNote(counts, { what: 'same', text: file });
      const mayWrite = !isKept && this.#mayReplace(there.get(file), exchange, isFailed);
      if (isKept || (mayWrite && this.write(file, exchange))) files.add(file);
      else counts.recorded -= 1;
    }
    const rest = folder.list().filter((file) => !files.has(file));
    const why =
      this.#lost > 0
        ? 'some requests of this run weren’t recorded'
        : isFailed && 'the recorded command failed or was stopped';
    if (why) {
      if (prunes && rest.length > 0) tell(retainedText(rest.length, folder.path, why));
      return;
    }
    if (prunes) for (const text of rest) addNote(counts, { what: 'removed', text });
    else if (!keepsUnasked) this.#prunable = rest;
    folder.keepOnly(prunes ? files : new Set([...files, ...rest]));
  }
}

const REFUSED =
  'the API rejected the key or token, but the existing recording has a successful response.';

function retainedText(count: number, folder: string, why: string): string {
  const what = count === 1 ? 'An earlier recording remains' : `${count} earlier recordings remain`;
  return `${what} in ${folder} because ${why}.`;
}

export interface Counts {
  requests: number;
  hits: number;
  misses: number;
  recorded: number;
  /** Requests that weren't recorded: incomplete, with a secret, or with a write error. */
  withheld: number;
  readonly notes: RecordingNote[];
}

interface RecordingNote {
  readonly what: 'recorded' | 'same' | 'removed' | 'missed' | 'lost';
  readonly text: string;
  readonly nearest?: string;
}

/** Limits on notes, so that all of them fit into one response of the control API. */
const MAX_NOTES = 200;
const MAX_NOTE_LENGTH = 160;

export function addNote({ notes }: Counts, one: RecordingNote): void {
  if (notes.length < MAX_NOTES) notes.push({ ...one, text: one.text.slice(0, MAX_NOTE_LENGTH) });
}

export const emptyCounts = (): Counts => ({
  requests: 0,
  hits: 0,
  misses: 0,
  recorded: 0,
  withheld: 0,
  notes: [],
});

/** Maximum lines per unmatched request. The log has all of them. */
const TOLD = 8;

export function unmatchedText(asked: string, miss: Miss): string {
  const { nearest, differences, used, hasOtherNames = false } = miss;
  if (nearest === undefined) return `No recording matches ${asked}, and none is similar.`;
  if (differences.length === 0) {
    const all = used === 1 ? 'The only recording' : `All ${used} recordings`;
    const have = used === 1 ? 'has' : 'have';
    return `${all} for ${asked} ${have} already been used (first: ${nearest}). Each recording is used only once.`;
  }
  const shown = differences.slice(0, TOLD).map(({ field, recorded, asked: now }) => {
    const before = recorded === undefined ? 'missing' : JSON.stringify(recorded);
    return `  ${field}: recorded ${before}, requested ${now === undefined ? 'missing' : JSON.stringify(now)}`;
  });
  const more = differences.length - shown.length;
  const lines = more > 0 ? [...shown, `  and ${more} more`] : shown;
  const how = hasOtherNames ? 'whose resource names don’t match' : 'which differs in';
  return `No recording matches ${asked}. The closest is ${nearest}, ${how}:\n${lines.join(';\n')}`;
}
