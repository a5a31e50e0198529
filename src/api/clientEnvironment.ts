import { AppError } from '../base/errors';
import type { Version } from './versions';

export interface Place {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Path of the TLS certificate that clients must trust. Undefined for plain HTTP. */
  readonly certificate?: string | undefined;
  /** Emulator session. Undefined for the default session. */
  readonly session?: string | undefined;
  /** API version for clients that read one from the environment. By default clients choose. */
  readonly version?: Version | undefined;
}

export type Environment = { readonly [name: string]: string };

const LOCAL = '127.0.0.1,localhost,::1';

/**
 * Returns environment variables that point Gemini API clients at an emulator: base URL, keys, Vertex AI switches
 * off, and no proxy.
 * @param caller base environment, whose NO_PROXY hosts are preserved
 */
export function environmentOf(place: Place, caller: NodeJS.ProcessEnv): Environment {
  const { apiKey, session, version } = place;
  const url = session === undefined ? place.baseUrl : `${place.baseUrl}/s/${session}`;
  const direct = [caller.NO_PROXY ?? caller.no_proxy, LOCAL].filter(Boolean).join(',');
  return {
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_API_BASE: url,
    ...Object.fromEntries([...keyNames(caller), OF_AI_SDK].map((name) => [name, apiKey])),
    GOOGLE_GENAI_USE_VERTEXAI: 'false',
    GOOGLE_GENAI_USE_ENTERPRISE: 'false',
    // Not set by default, or an app would be tested and recorded with another API version than in production.
    ...(version === undefined ? {} : { GOOGLE_GENAI_API_VERSION: version }),
    NO_PROXY: direct,
    no_proxy: direct,
    ...(place.certificate === undefined ? {} : trustIn(place.certificate)),
  };
}

/** The only key variable that the AI SDK reads. */
const OF_AI_SDK = 'GOOGLE_GENERATIVE_AI_API_KEY';

/** Google's guides use the first name; older clients only know the second. Google's SDKs warn if both are set. */
const OF_CLIENTS = ['GEMINI_API_KEY', 'GOOGLE_API_KEY'] as const;

export const KEY_NAMES = [...OF_CLIENTS, OF_AI_SDK] as const;

/**
 * Returns the key variables that the caller has set, to override all real keys; by default the name in Google's
 * guides.
 */
function keyNames(caller: NodeJS.ProcessEnv): readonly string[] {
  const set = OF_CLIENTS.filter((name) => Boolean(caller[name]));
  return set.length > 0 ? set : [OF_CLIENTS[0]];
}

/** Validates an emulator session name. Throws `AppError` if the name can't be part of a URL. */
export function checkSession(name: string): string {
  // URL parsers resolve `.` and `..`.
  if (/^(?!\.\.?$)[\w.~-]{1,64}$/.test(name)) return name;
  throw new AppError(
    'badOption',
    `Invalid --session “${name}”. Use 1 to 64 letters, digits, or . - _ ~, but not “.” or “..”.`,
  );
}

/** Returns the CA variables of Node.js, OpenSSL (Python, Go), and Python requests. */
function trustIn(certificate: string): Environment {
  return {
    NODE_EXTRA_CA_CERTS: certificate,
    SSL_CERT_FILE: certificate,
    REQUESTS_CA_BUNDLE: certificate,
  };
}

/** Removes the placeholder keys, because forwarded requests need the caller's own keys. */
export function withoutKeys(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !name.endsWith('_API_KEY')),
  );
}

const shell = (value: string): string => `'${value.replaceAll("'", String.raw`'\''`)}'`;

const WRITERS: { readonly [format: string]: (name: string, value: string) => string } = {
  dotenv: (name, value) => `${name}=${JSON.stringify(value)}`,
  sh: (name, value) => `export ${name}=${shell(value)}`,
  powershell: (name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
};

export const FORMATS = [...Object.keys(WRITERS), 'json'];

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

/** Placeholder key for an emulator that accepts any key. Not a secret. */
export const ANY_KEY = 'emulator';
