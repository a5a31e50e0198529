import { type Context, createContext, Script } from 'node:vm';
import { AppError, errorCode } from './errors';

// Regular expressions that stand in files of users. Some, such as `(a+)+$`, take minutes on forty characters, and nothing
// else runs meanwhile: neither the emulator nor the extensions of an editor.

/** Milliseconds that a pattern may take on one text. */
const LONGEST = 500;

/** As many ways through a text end in some hundredths of a second. To be stopped takes tenths of a millisecond each time. */
const FEW_WAYS = 1e8;

/** A pattern that was stopped, as it took too long on a text. */
export class SlowPatternError extends AppError<'slowPattern'> {
  override readonly name = 'SlowPatternError';
  /** As it is written, between slashes. */
  readonly pattern: string;

  constructor(pattern: RegExp, text: string, cause: unknown) {
    const shown = String(pattern);
    const message = `The regular expression ${shown} takes too long on a text of ${text.length} characters.`;
    const hint = 'Repeat nothing within a repetition, and say more exactly what may stand there.';
    super('slowPattern', message, { cause, hint });
    this.pattern = shown;
  }
}

/** What a pattern finds first. Throws `SlowPatternError` where that takes too long, and stops it. */
export function findIn(text: string, pattern: RegExp): RegExpExecArray | null {
  return bounded(pattern, text, () => pattern.exec(text));
}

/** A text with what a pattern finds replaced. Throws `SlowPatternError` where that takes too long, and stops it. */
export function replaceIn(text: string, pattern: RegExp, by: string): string {
  return bounded(pattern, text, () => text.replace(pattern, by));
}

let watched: { readonly context: Context; readonly script: Script } | undefined;

/** Only this stops a pattern in the middle: a timer would have to wait for its end. */
function bounded<T>(pattern: RegExp, text: string, work: () => T): T {
  if (waysThrough(pattern, text.length) <= FEW_WAYS) return work();
  watched ??= { context: createContext({}), script: new Script('work()') };
  const { context, script } = watched;
  context.work = work;
  try {
    return script.runInContext(context, { timeout: LONGEST }) as T;
  } catch (error) {
    const isLate = errorCode(error) === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    throw isLate ? new SlowPatternError(pattern, text, error) : error;
  } finally {
    delete context.work;
  }
}

/** How the ways through a text grow with its length: `factor * (length + 1) ** power`. */
interface Growth {
  readonly factor: number;
  readonly power: number;
}

const known = new WeakMap<RegExp, Growth>();

/** In how many ways, and steps of each, a pattern can be tried on a text at the very most. */
export function waysThrough(pattern: RegExp, length: number): number {
  const growth = known.get(pattern) ?? growthOf(pattern);
  known.set(pattern, growth);
  return growth.factor * (length + 1) ** growth.power;
}

/** Escapes, classes, and what can go on in more than one way. */
const CHOICES = /\\.|\[(?:\\.|[^\]\\])*\]|(\))?([*+]|\{(\d*)(?:,(\d*))?\})|[?|]/gsu;

const ENDLESS: Growth = { factor: Infinity, power: 0 };

function growthOf({ source, flags }: RegExp): Growth {
  // Classes may have classes in them there.
  if (flags.includes('v')) return ENDLESS;
  let factor = source.length;
  // It begins at each character.
  let power = source.startsWith('^') && !flags.includes('m') && !source.includes('|') ? 0 : 1;
  for (const [token, group, repeated, least = '', most = least] of source.matchAll(CHOICES)) {
    if (token.startsWith('[')) continue;
    // What goes on in two ways does so anew with each turn.
    if (group !== undefined) return ENDLESS;
    if (repeated !== undefined && most !== '') factor *= Number(most) + 1;
    else if (repeated !== undefined || /^\\[1-9k]/.test(token)) power += 1;
    else if (!token.startsWith('\\')) factor *= 2;
  }
  return { factor, power };
}
