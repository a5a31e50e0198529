import { parseArgs } from 'node:util';
import { AppError, errorMessage } from '../base/errors';

/** An option of the command line. */
export interface OptionRow {
  readonly type: 'string' | 'boolean';
  /** May be given again for more. */
  readonly multiple?: true;
  /** What stands for its value in the help. */
  readonly value?: string;
  /** What it does, with its default; one line. */
  readonly doc: string;
}

/** Options as a command line may have them, by their names. */
type OptionRows = { readonly [name: string]: OptionRow };
type OptionValues<O extends OptionRows> = ReturnType<typeof parseArgs<{ options: O }>>['values'];

/**
 * Reads the options of a command; nothing else may stand among them. Throws `AppError` with one line for the first thing
 * wrong, and with all that there are.
 */
export function parseOptions<O extends OptionRows>(
  argv: readonly string[],
  options: O,
): OptionValues<O> {
  try {
    const parsed = parseArgs({ args: [...argv], options, strict: true, allowPositionals: false });
    return parsed.values;
  } catch (cause) {
    // The first sentence says what; ours follows with what there is.
    const what = `${errorMessage(cause).split(/\.?\n|\. /)[0] ?? ''}.`;
    throw new AppError('badOption', what, { hint: `Options: ${usage(options)}.`, cause });
  }
}

/** All options as one line names them: `--port N, --seed demo|empty, …`. */
export function usage(rows: OptionRows): string {
  return Object.entries(rows).map(written).join(', ');
}

/** An option as help and errors name it. */
export function written([name, { value }]: readonly [string, OptionRow]): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}
