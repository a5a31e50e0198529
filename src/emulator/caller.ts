import { type Scope, SCOPE_PREFIX, STORAGE_READ } from '../api/operations/row';

/** The one Google Cloud project that the emulator serves. */
export const PROJECT = 'emulator-project';
export const PROJECT_NUMBER = '123456789012';

/** The user that the access token of the start stands for. */
export const DEMO_USER = 'demo@example.com';

/** What a scope opens: what needs it, or all. */
export type Opening = Scope | typeof STORAGE_READ | 'cloud-platform';

/** Who makes a call, according to its credential. */
export type Caller =
  /** Whoever holds the project's key: no person, so that nothing is shared with it by name. */
  | { readonly kind: 'apiKey' }
  | {
      readonly kind: 'user';
      readonly email: string;
      /** What the user granted; `cloud-platform` stands for all. */
      readonly scopes: readonly Opening[];
    };

/** Somebody who can sign in at the emulator. */
export interface User {
  readonly email: string;
  readonly name: string;
}

/** The accounts that the sign-in page offers, whatever the seed. None has a password. */
export const users: readonly User[] = [
  { email: DEMO_USER, name: 'Demo User' },
  { email: 'ada@example.com', name: 'Ada Lovelace' },
  { email: 'grace@example.com', name: 'Grace Hopper' },
];

/** Offered too while the app is in testing, to show what somebody sees who is no test user. */
export const OUTSIDER: User = {
  email: 'outsider@example.com',
  name: 'Somebody who is no test user',
};

/** A scope that a client may ask for. */
export interface ScopeRow {
  /** As tokens carry it. */
  readonly name: string;
  /** What it opens at the service, where it opens anything. */
  readonly opens?: Opening;
  /** What the consent page says about it; scopes without a text come with every sign-in. */
  readonly text?: string;
}

const AUTH = 'https://www.googleapis.com/auth/';

/** The scopes that the emulator knows; others are refused with `invalid_scope`. */
const rows: readonly ScopeRow[] = [
  {
    name: SCOPE_PREFIX,
    opens: '',
    text: 'Use models, and see, change and delete what belongs to them',
  },
  { name: `${SCOPE_PREFIX}.tuning`, opens: '.tuning', text: 'See, change and delete tuned models' },
  {
    name: `${SCOPE_PREFIX}.tuning.readonly`,
    opens: '.tuning.readonly',
    text: 'See tuned models',
  },
  {
    name: `${SCOPE_PREFIX}.retriever`,
    opens: '.retriever',
    text: 'See, search, change and delete corpora',
  },
  {
    name: `${SCOPE_PREFIX}.retriever.readonly`,
    opens: '.retriever.readonly',
    text: 'See and search corpora',
  },
  {
    name: `${AUTH}cloud-platform`,
    opens: 'cloud-platform',
    text: 'See, change and delete all that is in the cloud project',
  },
  { name: STORAGE_READ, opens: STORAGE_READ, text: 'See what is in Cloud Storage' },
  { name: 'openid' },
  { name: `${AUTH}userinfo.email` },
  { name: `${AUTH}userinfo.profile` },
];

const aliases: { readonly [short: string]: string } = {
  email: `${AUTH}userinfo.email`,
  profile: `${AUTH}userinfo.profile`,
};

/** The scope with which `tokeninfo` gives the email address. */
export const EMAIL_SCOPE = `${AUTH}userinfo.email`;

/** The row of a scope by its full name or a short one, or undefined. */
export function findScope(name: string): ScopeRow | undefined {
  const full = Object.hasOwn(aliases, name) ? aliases[name] : name;
  return rows.find((row) => row.name === full);
}

/** The five scopes of the service by their full names. */
export const serviceScopes: readonly string[] = rows
  .map(({ name }) => name)
  .filter((name) => name.startsWith(SCOPE_PREFIX));

/** The service's scopes among full names. */
export function opened(names: readonly string[]): readonly Opening[] {
  return names.flatMap((name) => findScope(name)?.opens ?? []);
}
