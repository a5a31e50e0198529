import { AppError } from '../base/errors';
import type { Version } from './versions';

/** What of an emulator a program needs. */
export interface Place {
  /** `http://127.0.0.1:PORT`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Certificate by which clients trust it, where it serves over TLS: a path. */
  readonly certificate?: string | undefined;
  /** Session whose service it is; that of addresses without one where it is absent. */
  readonly session?: string | undefined;
  /** Version that clients ask in where they read one; by default it is their own choice, of which the emulator has all. */
  readonly version?: Version | undefined;
}

export type Environment = { readonly [name: string]: string };

const LOCAL = '127.0.0.1,localhost,::1';

/**
 * What makes programs on the Gemini API call an emulator, unchanged: the address and keys that clients read, with the
 * switches off that lead them to another service, and no proxy in between.
 * @param caller the environment that it is added to: hosts without a proxy stay.
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
    // Not by default: a program would be tested, and recorded, in another version than it asks the service in.
    ...(version === undefined ? {} : { GOOGLE_GENAI_API_VERSION: version }),
    NO_PROXY: direct,
    no_proxy: direct,
    ...(place.certificate === undefined ? {} : trustIn(place.certificate)),
  };
}

/** The key of the AI SDK, which reads no other. */
const OF_AI_SDK = 'GOOGLE_GENERATIVE_AI_API_KEY';

/** Google's guides, and the code that is copied here, read the first; older clients only the other. Google's SDKs warn of both. */
const OF_CLIENTS = ['GEMINI_API_KEY', 'GOOGLE_API_KEY'] as const;

/** Names under which clients read a key. */
export const KEY_NAMES = [...OF_CLIENTS, OF_AI_SDK] as const;

/** Those that the caller has set, so that no real key is left and a program finds its own; else the one of the guides. */
function keyNames(caller: NodeJS.ProcessEnv): readonly string[] {
  const set = OF_CLIENTS.filter((name) => Boolean(caller[name]));
  return set.length > 0 ? set : [OF_CLIENTS[0]];
}

/** A session's name as an option has it. Throws `AppError` for one that no address can have. */
export function checkSession(name: string): string {
  // Clients take `.` and `..` in an address for steps in it.
  if (/^(?!\.\.?$)[\w.~-]{1,64}$/.test(name)) return name;
  throw new AppError(
    'badOption',
    `--session must have 1 to 64 letters, digits and . - _ ~, and be neither . nor .., not “${name}”.`,
  );
}

/** What Node.js, OpenSSL with Python and Go, and Python's requests read. */
function trustIn(certificate: string): Environment {
  return {
    NODE_EXTRA_CA_CERTS: certificate,
    SSL_CERT_FILE: certificate,
    REQUESTS_CA_BUNDLE: certificate,
  };
}

/** Where requests go on to a service, they go with the caller's own keys. */
export function withoutKeys(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !name.endsWith('_API_KEY')),
  );
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

/** A key for an emulator that takes any: it does not change with its next start, and is nobody's secret. */
export const ANY_KEY = 'emulator';
