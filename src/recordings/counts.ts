import type { Miss } from './matcher';

/** What became of the requests of a session. */
export interface Counts {
  requests: number;
  hits: number;
  misses: number;
  /** Exchanges that were written, or wait for the end of the session. */
  recorded: number;
  /** Exchanges that were not recorded: with a secret in them, without a whole answer, or that could not be written. */
  withheld: number;
  /** What became of single requests and files, as far as there is room for it. */
  readonly notes: Note[];
}

/** A file that was written, stays or is removed; or a request without a recording. */
export interface Note {
  readonly what: 'recorded' | 'same' | 'removed' | 'missed' | 'lost';
  /** The file, what was asked, or why there is no recording. */
  readonly text: string;
  /** Of a miss: the recording that is most like it. */
  readonly nearest?: string;
}

/** Notes that are kept, and characters of one: together they fit into one answer of the control API. */
const MOST_NOTES = 200;
const LONGEST_NOTE = 160;

export function note({ notes }: Counts, one: Note): void {
  if (notes.length < MOST_NOTES) notes.push({ ...one, text: one.text.slice(0, LONGEST_NOTE) });
}

export const noCounts = (): Counts => ({
  ...{ requests: 0, hits: 0, misses: 0, recorded: 0, withheld: 0, notes: [] },
});

/** Lines of a miss that are told; the whole request is in the log. */
const TOLD = 8;

/** A miss in words, for an error and for a terminal. */
export function missText(asked: string, miss: Miss): string {
  const { nearest, differences, used, hasOtherNames = false } = miss;
  if (nearest === undefined) return `There is no recording for ${asked}, and none that is like it.`;
  if (differences.length === 0) {
    const all = used === 1 ? 'The one recording' : `All ${used} recordings`;
    const have = used === 1 ? 'has' : 'have';
    return `${all} for ${asked} ${have} been used before (the first is ${nearest}). Each is used once.`;
  }
  const shown = differences.slice(0, TOLD).map(({ field, recorded, asked: now }) => {
    const before = recorded === undefined ? 'not there' : JSON.stringify(recorded);
    return `  ${field}: recorded ${before}, asked ${now === undefined ? 'without it' : JSON.stringify(now)}`;
  });
  const more = differences.length - shown.length;
  const lines = more > 0 ? [...shown, `  and ${more} more`] : shown;
  const how = hasOtherNames ? 'whose names of resources do not fit' : 'which differs in';
  // An error has all of it on one line.
  return `There is no recording for ${asked}. The nearest is ${nearest}, ${how}:\n${lines.join(';\n')}`;
}
