import { type Context, createContext, Script } from 'node:vm';
import { AppError, errorCode } from './errors';

// User-supplied regular expressions. Some, such as `(a+)+$`, take minutes on 40 characters and would block the
// emulator and the extension host.

/** Maximum time of a pattern on one text, in ms. */
const TIMEOUT_MS = 500;

/**
 * Up to this many steps finish within tens of ms, so that the timeout (overhead: 0.1 ms or more per call) isn't
 * needed.
 */
const MAX_UNWATCHED_STEPS = 1e8;

/** A pattern exceeded the time limit on a text. */
export class SlowPatternError extends AppError<'slowPattern'> {
  override readonly name = 'SlowPatternError';
  readonly pattern: string;

  constructor(pattern: RegExp, text: string, cause: unknown) {
    const shown = String(pattern);
    const message = `Matching the regular expression ${shown} takes too long for a string of ${text.length} characters.`;
    const hint = 'Avoid nested repetition, and use a more specific pattern.';
    super('slowPattern', message, { cause, hint });
    this.pattern = shown;
  }
}

/** Returns the first match. Throws `SlowPatternError` if the pattern exceeds the time limit. */
export function findIn(text: string, pattern: RegExp): RegExpExecArray | null {
  return bounded(pattern, text, () => pattern.exec(text));
}

/** Replaces all matches. Throws `SlowPatternError` if the pattern exceeds the time limit. */
export function replaceIn(text: string, pattern: RegExp, by: string): string {
  return bounded(pattern, text, () => text.replace(pattern, by));
}

let withTimeout: { readonly context: Context; readonly script: Script } | undefined;

/** Runs in `vm` with a timeout, the only way to interrupt a running regular expression. */
function bounded<T>(pattern: RegExp, text: string, work: () => T): T {
  if (estimateSteps(pattern, text.length) <= MAX_UNWATCHED_STEPS) return work();
  withTimeout ??= { context: createContext({}), script: new Script('work()') };
  const { context, script } = withTimeout;
  context.work = work;
  try {
    return script.runInContext(context, { timeout: TIMEOUT_MS }) as T;
  } catch (error) {
    const isLate = errorCode(error) === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    throw isLate ? new SlowPatternError(pattern, text, error) : error;
  } finally {
    delete context.work;
  }
}

/** Growth of backtracking steps with text length: `factor * (length + 1) ** power`. */
interface Growth {
  readonly factor: number;
  readonly power: number;
}

const known = new WeakMap<RegExp, Growth>();

/** Returns an upper bound for the backtracking steps of a pattern on a text. */
export function estimateSteps(pattern: RegExp, length: number): number {
  const growth = known.get(pattern) ?? growthOf(pattern);
  known.set(pattern, growth);
  return growth.factor * (length + 1) ** growth.power;
}

const CHOICES = /\\.|\[(?:\\.|[^\]\\])*\]|(\))?([*+]|\{(\d*)(?:,(\d*))?\})|[?|]/gsu;

const ENDLESS: Growth = { factor: Infinity, power: 0 };

function growthOf({ source, flags }: RegExp): Growth {
  if (flags.includes('v')) return ENDLESS;
  let factor = source.length;
  // An unanchored pattern is tried at each character.
  let power = source.startsWith('^') && !flags.includes('m') && !source.includes('|') ? 0 : 1;
  for (const [token, group, repeated, least = '', most = least] of source.matchAll(CHOICES)) {
    if (token.startsWith('[')) continue;
    // A quantified group with choices backtracks exponentially.
    if (group !== undefined) return ENDLESS;
    if (repeated !== undefined && most !== '') factor *= Number(most) + 1;
    else if (repeated !== undefined || /^\\[1-9k]/.test(token)) power += 1;
    else if (!token.startsWith('\\')) factor *= 2;
  }
  return { factor, power };
}
