import type { Miss } from './matcher';

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
  ...{ requests: 0, hits: 0, misses: 0, recorded: 0, withheld: 0, notes: [] },
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
