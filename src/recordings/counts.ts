import type { Miss } from './matcher';

export interface Counts {
  requests: number;
  hits: number;
  misses: number;
  recorded: number;
  /** Requests that weren't recorded: incomplete, with a secret, or with a write error. */
  withheld: number;
  readonly notes: Note[];
}

export interface Note {
  readonly what: 'recorded' | 'same' | 'removed' | 'missed' | 'lost';
  readonly text: string;
  readonly nearest?: string;
}

/** Limits on notes, so that all of them fit into one response of the control API. */
const MOST_NOTES = 200;
const LONGEST_NOTE = 160;

export function note({ notes }: Counts, one: Note): void {
  if (notes.length < MOST_NOTES) notes.push({ ...one, text: one.text.slice(0, LONGEST_NOTE) });
}

export const noCounts = (): Counts => ({
  ...{ requests: 0, hits: 0, misses: 0, recorded: 0, withheld: 0, notes: [] },
});

/** Maximum lines per unmatched request. The log has all of them. */
const TOLD = 8;

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
  return `There is no recording for ${asked}. The nearest is ${nearest}, ${how}:\n${lines.join(';\n')}`;
}
