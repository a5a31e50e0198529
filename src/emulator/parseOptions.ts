import { parseArgs } from 'node:util';
import { AppError, errorMessage } from '../base/errors';
import { nearestName } from './answers/problems';

export interface OptionRow {
  readonly type: 'string' | 'boolean';
  readonly multiple?: true;
  readonly value?: string;
  readonly doc: string;
}

type OptionRows = { readonly [name: string]: OptionRow };
export type OptionValues<O extends OptionRows> = ReturnType<
  typeof parseArgs<{ options: O }>
>['values'];

/** Parses a command without positional arguments. Throws like `parseCommand`. */
export function parseOptions<O extends OptionRows>(
  argv: readonly string[],
  options: O,
): OptionValues<O> {
  return parse(argv, options, false).values;
}

/**
 * Parses options and positional arguments in any order. Throws `AppError` with the first problem
 * and the available options.
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
    // Use only the first sentence of the Node.js message.
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

function usage(rows: OptionRows): string {
  return Object.entries(rows).map(written).join(', ');
}

export function optionLines(rows: OptionRows): string {
  const width = Math.max(...Object.entries(rows).map((row) => written(row).length));
  const lines = Object.entries(rows).map(
    (row) => `  ${written(row).padEnd(width)}  ${row[1].doc}\n`,
  );
  return lines.join('');
}

function written([name, { value }]: readonly [string, OptionRow]): string {
  return value === undefined ? `--${name}` : `--${name} ${value}`;
}

export interface GivenBudget {
  readonly tokens?: number;
  readonly dollars?: number;
}

/** Parses a budget. Throws `AppError` if it isn't tokens, US dollars, or both. */
export function parseBudget(text: string): GivenBudget {
  let budget: GivenBudget = {};
  for (const part of text.split(',')) {
    const [, tokens] = /^\s*(\d{1,12})\s*$/.exec(part) ?? [];
    const [, before, after, plain] =
      /^\s*(?:\$\s*(\d+(?:\.\d+)?)|(\d+(?:\.\d+)?)\s*usd|(\d*\.\d+))\s*$/i.exec(part) ?? [];
    const dollars = before ?? after ?? plain;
    if (tokens !== undefined) budget = { ...budget, tokens: Number(tokens) };
    else if (dollars !== undefined) budget = { ...budget, dollars: Number(dollars) };
    else {
      const message = `--budget must be tokens such as 20000, or money such as $0.50, not ${text}.`;
      throw new AppError('badOption', message);
    }
  }
  return budget;
}
