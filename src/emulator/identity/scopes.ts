import { SCOPE_PREFIX, type Scope } from '../../api/operations/scopes';

/** A scope that a client may ask for. */
export interface ScopeRow {
  /** As tokens carry it. */
  readonly name: string;
  /** What it opens at the service, where it opens anything. */
  readonly opens?: Scope | 'cloud-platform';
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
  { name: 'openid' },
  { name: `${AUTH}userinfo.email` },
  { name: `${AUTH}userinfo.profile` },
];

const aliases: { readonly [short: string]: string } = {
  email: `${AUTH}userinfo.email`,
  profile: `${AUTH}userinfo.profile`,
};

/** The scope that tells whose a token is. */
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

/** What scopes open at the service. */
export function opened(names: readonly string[]): readonly (Scope | 'cloud-platform')[] {
  return names.flatMap((name) => findScope(name)?.opens ?? []);
}
