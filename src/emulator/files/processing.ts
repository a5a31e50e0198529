import { argumentOf, triggersIn } from '../engine/triggers';

/** What becomes of an uploaded file, and when: decided once, seen as time goes by. */
export interface Processing {
  /** Milliseconds since 1970. */
  readonly endsAt: number;
  readonly outcome: 'ACTIVE' | 'FAILED';
  readonly error?: { readonly code: number; readonly message: string };
  /** Of a video, such as `2s`. */
  readonly videoDuration?: string;
}

// Milliseconds. A clip of 5 KB was seen to take one second, one of 4.9 MB two.
const SHORTEST = 1000;
const BYTES_PER_SECOND = 5_000_000;
// The time of long videos is not published; nobody should wait for a server on their own machine.
const LONGEST = 60_000;

/** Bytes of a second of video: the clip of 4.9 MB had two. The emulator does not look into the file. */
const VIDEO_BYTES = 2_500_000;

const FAILURE = 'The file could not be processed, as its display name asks for.';

/** The canonical codes that an operation can fail with. */
const INVALID_ARGUMENT = 3;
const LAST_CODE = 16;

/**
 * Decides what becomes of a file: videos take their time, everything else is active at once. Trigger words
 * in the display name change it: `[[fail]]`, `[[fail:8]]` with a canonical code, and `[[processing:90]]`
 * with seconds.
 * @param now milliseconds since 1970.
 */
export function decideProcessing(
  { mimeType, bytes, displayName }: { mimeType: string; bytes: number; displayName: string },
  now: number,
): Processing {
  const isVideo = mimeType.toLowerCase().startsWith('video/');
  const triggers = triggersIn(displayName);
  const asked = Number(argumentOf(triggers, 'processing') ?? Number.NaN);
  const took = isVideo ? videoTime(bytes) : 0;
  const endsAt = now + (Number.isFinite(asked) && asked >= 0 ? Math.round(asked * 1000) : took);
  const fails = argumentOf(triggers, 'fail');
  if (fails !== undefined) {
    // The service's own words are not published.
    const error = { code: codeOf(fails), message: FAILURE };
    return { endsAt, outcome: 'FAILED', error };
  }
  const seconds = Math.max(1, Math.ceil(bytes / VIDEO_BYTES));
  return { endsAt, outcome: 'ACTIVE', ...(isVideo ? { videoDuration: `${seconds}s` } : {}) };
}

function videoTime(bytes: number): number {
  return Math.min(LONGEST, SHORTEST + Math.round((bytes / BYTES_PER_SECOND) * 1000));
}

function codeOf(argument: string): number {
  const code = Number(argument);
  return Number.isInteger(code) && code > 0 && code <= LAST_CODE ? code : INVALID_ARGUMENT;
}
