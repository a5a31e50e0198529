import { parseArgs } from 'node:util';
import { AppError, errorMessage } from '../base/errors';
import { nearestName } from './answers/problems';

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
export type OptionValues<O extends OptionRows> = ReturnType<
  typeof parseArgs<{ options: O }>
>['values'];

/** Reads the options of a command; nothing else may stand among them. Throws as `parseCommand` does. */
export function parseOptions<O extends OptionRows>(
  argv: readonly string[],
  options: O,
): OptionValues<O> {
  return parse(argv, options, false).values;
}

/**
 * Reads a command that has options and other words, such as files, in any order. Throws `AppError` with one line for the first thing
 * wrong, and with all that there are.
 */
export function parseCommand<O extends OptionRows>(
  argv: readonly string[],
  options: O,
): { readonly values: OptionValues<O>; readonly words: readonly string[] } {
  return parse(argv, options, true);
}

function parse<O extends OptionRows>(
  argv: readonly string[],
  options: O,
  allowPositionals: boolean,
): { readonly values: OptionValues<O>; readonly words: readonly string[] } {
  try {
    const parsed = parseArgs({ args: [...argv], options, strict: true, allowPositionals });
    return { values: parsed.values, words: parsed.positionals };
  } catch (cause) {
    // The first sentence says what; ours follows with what there is.
    const what = `${errorMessage(cause).split(/\.?\n|\. /)[0] ?? ''}.`;
    const [, name] = /^Unknown option '--(.+)'/.exec(what) ?? [];
    const names = Object.keys(options);
    const near =
      name === 'answers' && names.includes('mocks')
        ? 'mocks'
        : name === undefined
          ? undefined
          : nearestName(name, names);
    const hint = near === undefined ? `Options: ${usage(options)}.` : `Did you mean --${near}?`;
    throw new AppError('badOption', what, { hint, cause });
  }
}

/** All options as one line names them: `--port N, --seed demo|empty, …`. */
function usage(rows: OptionRows): string {
  return Object.entries(rows).map(written).join(', ');
}

/** All options with what they do, a line each. */
export function optionLines(rows: OptionRows): string {
  const width = Math.max(...Object.entries(rows).map((row) => written(row).length));
  const lines = Object.entries(rows).map(
    (row) => `  ${written(row).padEnd(width)}  ${row[1].doc}\n`,
  );
  return lines.join('');
}

/** An option as help and errors name it. */
function written([name, { value }]: readonly [string, OptionRow]): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}
