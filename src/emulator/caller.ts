import { type Scope, SCOPE_PREFIX, STORAGE_READ } from '../api/operations/row';

/** The only Google Cloud project of the emulator. */
export const PROJECT = 'emulator-project';
export const PROJECT_NUMBER = '123456789012';

export const DEMO_USER = 'demo@example.com';

export type Opening = Scope | typeof STORAGE_READ | 'cloud-platform';

export type Caller =
  /** A holder of the project's API key. Resources can't be shared with this caller, as it isn't a user. */
  | { readonly kind: 'apiKey' }
  | {
      readonly kind: 'user';
      readonly email: string;
      readonly scopes: readonly Opening[];
    };

export interface User {
  readonly email: string;
  readonly name: string;
}

/** Accounts on the sign-in page, for any sample data. They have no password. */
export const users: readonly User[] = [
  { email: DEMO_USER, name: 'Demo User' },
  { email: 'ada@example.com', name: 'Ada Lovelace' },
  { email: 'grace@example.com', name: 'Grace Hopper' },
];

/** An account that isn't a test user, available while the app is in testing. */
export const OUTSIDER: User = {
  email: 'outsider@example.com',
  name: 'Not a test user',
};

export interface ScopeRow {
  readonly name: string;
  readonly opens?: Opening;
  /** Text on the consent page. Scopes without text are always granted. */
  readonly text?: string;
}

const AUTH = 'https://www.googleapis.com/auth/';

const rows: readonly ScopeRow[] = [
  {
    name: SCOPE_PREFIX,
    opens: '',
    text: 'Use models, and view, edit, and delete their resources',
  },
  { name: `${SCOPE_PREFIX}.tuning`, opens: '.tuning', text: 'View, edit, and delete tuned models' },
  {
    name: `${SCOPE_PREFIX}.tuning.readonly`,
    opens: '.tuning.readonly',
    text: 'View tuned models',
  },
  {
    name: `${SCOPE_PREFIX}.retriever`,
    opens: '.retriever',
    text: 'View, search, edit, and delete corpora',
  },
  {
    name: `${SCOPE_PREFIX}.retriever.readonly`,
    opens: '.retriever.readonly',
    text: 'View and search corpora',
  },
  {
    name: `${AUTH}cloud-platform`,
    opens: 'cloud-platform',
    text: 'View, edit, and delete everything in the cloud project',
  },
  { name: STORAGE_READ, opens: STORAGE_READ, text: 'View data in Cloud Storage' },
  { name: 'openid' },
  { name: `${AUTH}userinfo.email` },
  { name: `${AUTH}userinfo.profile` },
];

const aliases: { readonly [short: string]: string } = {
  email: `${AUTH}userinfo.email`,
  profile: `${AUTH}userinfo.profile`,
};

export const EMAIL_SCOPE = `${AUTH}userinfo.email`;

export function findScope(name: string): ScopeRow | undefined {
  const full = Object.hasOwn(aliases, name) ? aliases[name] : name;
  return rows.find((row) => row.name === full);
}

export const serviceScopes: readonly string[] = rows
  .map(({ name }) => name)
  .filter((name) => name.startsWith(SCOPE_PREFIX));

export function opened(names: readonly string[]): readonly Opening[] {
  return names.flatMap((name) => findScope(name)?.opens ?? []);
}
