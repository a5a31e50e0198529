import { existsSync } from 'node:fs';
import { AppError, errorMessage } from '../base/errors';
import { isObject, type JsonObject, tryParse } from '../base/json';
import { readPlainFileSync } from '../platform/safeFiles';

const IGNORABLE = {
  version: 'the API version in the path (v1, v1beta, or v1alpha)',
  dates: 'dates and times',
  uuids: 'UUIDs',
  names:
    'resource names (such as files, caches, and interactions) and page tokens, by first appearance',
  callIds: 'function call IDs, by first appearance',
  signatures: 'thought signatures and a client’s placeholder for them',
  defaults: 'fields with default values and fields that only the server sets',
} as const;

type Ignorable = keyof typeof IGNORABLE;

export interface MatchRules {
  readonly ignored: ReadonlySet<Ignorable>;
  /** Additional body fields to ignore: a name anywhere, or a path such as `generationConfig.seed`. */
  readonly fields: readonly string[];
  readonly query: readonly string[];
  /** Patterns to replace by `{{name}}` before comparing. */
  readonly placeholders: readonly { readonly name: string; readonly pattern: RegExp }[];
}

export const DEFAULT_RULES: MatchRules = {
  ignored: new Set(Object.keys(IGNORABLE) as Ignorable[]),
  fields: [],
  query: [],
  placeholders: [],
};

export const RULES_FILE = 'recordings.json';

/**
 * Parses rules such as `{"compare": ["dates"], "ignoreFields": ["seed"], "ignoreQuery": ["pageSize"], "placeholders":
 * {"build": "build-\\d+"}}`. Throws `AppError` if invalid.
 */
export function readRules(json: unknown): MatchRules {
  if (!isObject(json)) throw wrong('the content must be an object');
  const strange = Object.keys(json).find((name) => !KNOWN_FIELDS.includes(name));
  if (strange !== undefined) {
    throw wrong(`unknown field ${strange} (use ${KNOWN_FIELDS.join(', ')})`);
  }
  const compared = texts(json, 'compare');
  const all = Object.keys(IGNORABLE) as Ignorable[];
  const unknown = compared.find((name) => !all.some((one) => one === name));
  if (unknown !== undefined)
    throw wrong(`compare can contain only ${all.join(', ')}, not ${unknown}`);
  return {
    ignored: new Set(all.filter((one) => !compared.includes(one))),
    fields: texts(json, 'ignoreFields'),
    query: texts(json, 'ignoreQuery'),
    placeholders: placeholdersIn(json.placeholders ?? {}),
  };
}

/** Reads a rules file. Returns the default if missing. Throws `AppError` if invalid. */
export function findRules(file: string): MatchRules {
  if (!existsSync(file)) return DEFAULT_RULES;
  try {
    return readRules(
      JSON.parse(
        readPlainFileSync(file)
          .toString('utf8')
          .replace(/^\ufeff/, ''),
      ),
    );
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('badOption', `Couldn’t read ${file}: ${errorMessage(cause)}.`, { cause });
  }
}

/** Returns the rules of the first file that can be read and is valid, or else the default. */
export async function firstRules<F>(
  files: readonly F[],
  read: (file: F) => Promise<Uint8Array>,
): Promise<MatchRules> {
  for (const file of files) {
    try {
      const json = tryParse(new TextDecoder().decode(await read(file)));
      if (isObject(json)) return readRules(json);
    } catch {
      // Missing or invalid.
      continue;
    }
  }
  return DEFAULT_RULES;
}

const KNOWN_FIELDS = ['compare', 'ignoreFields', 'ignoreQuery', 'placeholders'];

function placeholdersIn(json: unknown): MatchRules['placeholders'] {
  if (!isObject(json)) throw wrong('placeholders must be an object');
  return Object.entries(json).map(([name, source]) => {
    if (typeof source !== 'string' || !/^\w+$/.test(name)) {
      throw wrong('placeholders must map names to regular expressions');
    }
    try {
      return { name, pattern: new RegExp(source, 'gu') };
    } catch (cause) {
      throw wrong(`the placeholder ${name} isn’t a valid regular expression`, cause);
    }
  });
}

function texts(json: JsonObject, name: string): readonly string[] {
  const value = json[name] ?? [];
  const list: readonly unknown[] = Array.isArray(value) ? value : [undefined];
  return list.map((item) => {
    if (typeof item !== 'string') throw wrong(`${name} must be a list of strings`);
    return item;
  });
}

function wrong(what: string, cause?: unknown): AppError {
  return new AppError('badOption', `Invalid ${RULES_FILE}: ${what}.`, { cause });
}

export function describeRules(rules: MatchRules): readonly string[] {
  return [
    'headers except the content type',
    'order and case of field names',
    'the working directory and the home directory',
    ...[...rules.ignored].map((one) => IGNORABLE[one]),
    ...rules.fields.map((field) => `the field ${field}`),
    ...rules.query.map((name) => `the parameter ${name}`),
    ...rules.placeholders.map(({ name }) => `values that match {{${name}}}`),
  ];
}
