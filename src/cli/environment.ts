import { readFileSync } from 'node:fs';
import {
  ANY_KEY,
  checkSession,
  environmentOf,
  FORMATS,
  type Place,
  written,
} from '../api/clientEnvironment';
import { type Version, VERSIONS } from '../api/versions';
import { AppError, errorMessage } from '../base/errors';
import { isObject, textAt } from '../base/json';
import { type OptionRow, type OptionValues, parseOptions } from '../emulator/parseOptions';

function checkVersion(name: string): Version {
  const version = VERSIONS.find((one) => one === name);
  if (version !== undefined) return version;
  throw new AppError(
    'badOption',
    `--api-version must be one of ${VERSIONS.join(', ')}, not “${name}”.`,
  );
}

export const placeRows = {
  session: { type: 'string', value: 'NAME', doc: 'Emulator session to use in the URL.' },
  'api-version': {
    type: 'string',
    value: VERSIONS.join('|'),
    doc: 'API version for @google/genai 3. By default, the SDK chooses.',
  },
} as const satisfies { readonly [name: string]: OptionRow };

/** Reads the session and version options. Throws `AppError` if invalid. */
export function readPlace({
  session,
  'api-version': version,
}: OptionValues<typeof placeRows>): Pick<Place, 'session' | 'version'> {
  return {
    session: session === undefined ? undefined : checkSession(session),
    version: version === undefined ? undefined : checkVersion(version),
  };
}

/** `env`: prints the environment for a running emulator. Throws `AppError` for invalid options. */
export function printEnvironment(argv: readonly string[]): void {
  const values = parseOptions(argv, environmentRows);
  const place = {
    ...placeOf(values['ready-file'], values['base-url']),
    ...readPlace(values),
  };
  process.stdout.write(written(environmentOf(place, process.env), values.format ?? 'dotenv'));
}

export const environmentRows = {
  'ready-file': {
    type: 'string',
    value: 'FILE',
    doc: 'File that the emulator wrote when it was ready.',
  },
  'base-url': {
    type: 'string',
    value: 'URL',
    doc: 'URL of the emulator, instead of --ready-file.',
  },
  ...placeRows,
  format: {
    type: 'string',
    value: FORMATS.join('|'),
    doc: 'Output format. Default: dotenv.',
  },
} as const satisfies { readonly [name: string]: OptionRow };

function placeOf(file: string | undefined, url: string | undefined): Place {
  if ((file === undefined) === (url === undefined)) {
    throw new AppError(
      'badOption',
      'Specify the emulator with --ready-file FILE or --base-url URL.',
    );
  }
  if (url !== undefined && !URL.canParse(url)) {
    throw new AppError('badOption', `--base-url must be a URL such as http://…, not ${url}.`);
  }
  if (url !== undefined) return { baseUrl: url.replace(/\/+$/, ''), apiKey: ANY_KEY };
  try {
    const told: unknown = JSON.parse(readFileSync(file ?? '', 'utf8'));
    if (isObject(told) && typeof told.baseUrl === 'string' && typeof told.apiKey === 'string') {
      const certificate = textAt(told, 'certificate') || undefined;
      return { baseUrl: told.baseUrl, apiKey: told.apiKey, certificate };
    }
  } catch (cause) {
    throw new AppError('badOption', `Couldn’t read ${file}: ${errorMessage(cause)}.`, { cause });
  }
  throw new AppError('badOption', `${file} isn’t an emulator’s ready file.`);
}
