import { readFileSync } from 'node:fs';
import { AppError, errorMessage } from '../base/errors';
import { isObject } from '../base/json';
import { type OptionRow, parseOptions } from '../emulator/parseOptions';

/** What of an emulator a program needs. */
export interface Place {
  /** `http://127.0.0.1:PORT`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Session whose service it is; that of addresses without one where it is absent. */
  readonly session?: string | undefined;
}

export type Environment = { readonly [name: string]: string };

const LOCAL = '127.0.0.1,localhost,::1';

/**
 * What makes programs on the Gemini API call an emulator, unchanged: the address and keys that clients read, with the
 * switches off that lead them to another service, and no proxy in between.
 * @param caller the environment that it is added to: hosts without a proxy stay.
 */
export function environmentOf(place: Place, caller: NodeJS.ProcessEnv): Environment {
  const { apiKey, session } = place;
  const url = session === undefined ? place.baseUrl : `${place.baseUrl}/s/${session}`;
  const direct = [caller.NO_PROXY ?? caller.no_proxy, LOCAL].filter(Boolean).join(',');
  return {
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_API_BASE: url,
    // The SDKs prefer the first; were only one set, a real key of the caller would be sent.
    GOOGLE_API_KEY: apiKey,
    GEMINI_API_KEY: apiKey,
    GOOGLE_GENERATIVE_AI_API_KEY: apiKey,
    GOOGLE_GENAI_USE_VERTEXAI: 'false',
    GOOGLE_GENAI_USE_ENTERPRISE: 'false',
    NO_PROXY: direct,
    no_proxy: direct,
  };
}

const shell = (value: string): string => `'${value.replaceAll("'", String.raw`'\''`)}'`;

/** How an environment is written, by name; a line per variable but for JSON. */
const WRITERS: { readonly [format: string]: (name: string, value: string) => string } = {
  dotenv: (name, value) => `${name}=${JSON.stringify(value)}`,
  sh: (name, value) => `export ${name}=${shell(value)}`,
  powershell: (name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
};

export const FORMATS = [...Object.keys(WRITERS), 'json'];

/** An environment as text in one of `FORMATS`. Throws `AppError` for another one. */
export function written(environment: Environment, format: string): string {
  if (format === 'json') return `${JSON.stringify(environment, undefined, 2)}\n`;
  const write = Object.hasOwn(WRITERS, format) ? WRITERS[format] : undefined;
  if (!write) {
    throw new AppError(
      'badOption',
      `--format must be one of ${FORMATS.join(', ')}, not ${format}.`,
    );
  }
  return Object.entries(environment)
    .map(([name, value]) => `${write(name, value)}\n`)
    .join('');
}

/** A session's name as an option has it. Throws `AppError` for one that no address can have. */
export function checkSession(name: string): string {
  if (/^[\w.~-]{1,64}$/.test(name)) return name;
  throw new AppError(
    'badOption',
    `--session must have 1 to 64 letters, digits and . - _ ~, not “${name}”.`,
  );
}

/** `env`: prints the environment for an emulator that runs. Throws `AppError` for wrong options. */
export function printEnvironment(argv: readonly string[]): void {
  const values = parseOptions(argv, OPTIONS);
  const session = values.session === undefined ? undefined : checkSession(values.session);
  const place = { ...placeOf(values['ready-file'], values['base-url']), session };
  process.stdout.write(written(environmentOf(place, process.env), values.format ?? 'dotenv'));
}

const OPTIONS = {
  'ready-file': {
    type: 'string',
    value: 'FILE',
    doc: 'What the emulator wrote when it was ready.',
  },
  'base-url': { type: 'string', value: 'URL', doc: 'Its address, in place of that.' },
  session: { type: 'string', value: 'NAME', doc: 'The session whose address it is.' },
  format: {
    type: 'string',
    value: FORMATS.join('|'),
    doc: 'How it is written; dotenv by default.',
  },
} as const satisfies { readonly [name: string]: OptionRow };

/** Any key will do for an emulator that is named by its address alone. */
const ANY_KEY = 'emulator';

function placeOf(file: string | undefined, url: string | undefined): Place {
  if ((file === undefined) === (url === undefined)) {
    throw new AppError('badOption', 'Name the emulator by --ready-file FILE or by --base-url URL.');
  }
  if (url !== undefined) return { baseUrl: url.replace(/\/+$/, ''), apiKey: ANY_KEY };
  try {
    const told: unknown = JSON.parse(readFileSync(file ?? '', 'utf8'));
    if (isObject(told) && typeof told.baseUrl === 'string' && typeof told.apiKey === 'string') {
      return { baseUrl: told.baseUrl, apiKey: told.apiKey };
    }
  } catch (cause) {
    throw new AppError('badOption', `Cannot read ${file}: ${errorMessage(cause)}.`, { cause });
  }
  throw new AppError('badOption', `${file} is no ready file of an emulator.`);
}
