import { readFileSync } from 'node:fs';
import { ANY_KEY, environmentOf, FORMATS, type Place, written } from '../api/clientEnvironment';
import { AppError, errorMessage } from '../base/errors';
import { isObject, textAt } from '../base/json';
import { type OptionRow, parseOptions } from '../emulator/parseOptions';

/** A session's name as an option has it. Throws `AppError` for one that no address can have. */
export function checkSession(name: string): string {
  // Clients take `.` and `..` in an address for steps in it.
  if (/^(?!\.\.?$)[\w.~-]{1,64}$/.test(name)) return name;
  throw new AppError(
    'badOption',
    `--session must have 1 to 64 letters, digits and . - _ ~, and be neither . nor .., not “${name}”.`,
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

function placeOf(file: string | undefined, url: string | undefined): Place {
  if ((file === undefined) === (url === undefined)) {
    throw new AppError('badOption', 'Name the emulator by --ready-file FILE or by --base-url URL.');
  }
  if (url !== undefined && !URL.canParse(url)) {
    throw new AppError('badOption', `--base-url must be an address such as http://…, not ${url}.`);
  }
  if (url !== undefined) return { baseUrl: url.replace(/\/+$/, ''), apiKey: ANY_KEY };
  try {
    const told: unknown = JSON.parse(readFileSync(file ?? '', 'utf8'));
    if (isObject(told) && typeof told.baseUrl === 'string' && typeof told.apiKey === 'string') {
      const certificate = textAt(told, 'certificate') || undefined;
      return { baseUrl: told.baseUrl, apiKey: told.apiKey, certificate };
    }
  } catch (cause) {
    throw new AppError('badOption', `Cannot read ${file}: ${errorMessage(cause)}.`, { cause });
  }
  throw new AppError('badOption', `${file} is no ready file of an emulator.`);
}
