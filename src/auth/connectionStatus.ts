import * as l10n from '@vscode/l10n';
import { endpointName } from '../api/endpoint';
import { VERSIONS } from '../api/versions';
import { type Disposable, DisposableStore } from '../base/disposable';
import { messageWithHint } from '../base/errors';
import { type Connection, type Connections, EMULATOR_ID } from '../service/connection';
import type { Emulator, EmulatorState } from '../service/emulator';
import type { SignIns } from './oauthAccounts';

interface StatusText {
  readonly icon: string;
  readonly label: string;
  readonly details: readonly string[];
}

export function statusText(
  connection: Connection | undefined,
  emulator: EmulatorState,
  account: AccountState,
): StatusText {
  if (!connection) {
    return {
      icon: 'plug',
      label: l10n.t('No Connection'),
      details: [l10n.t('Gemini API: not connected. Click to connect.')],
    };
  }
  if (connection.id === EMULATOR_ID) return emulatorText(connection.name, emulator);
  const { name, endpoint, uploadEndpoint = endpoint, apiVersion, project } = connection;
  const problem = problemOf(connection, account);
  return {
    icon: problem === undefined ? ICONS[connection.auth] : 'warning',
    label: labelOf(connection, account),
    details: [
      l10n.t('Gemini API: connected to “{0}” at {1}.', name, endpointName(endpoint)),
      ...(uploadEndpoint === endpoint
        ? []
        : [l10n.t('Files are uploaded to {0}.', endpointName(uploadEndpoint))]),
      credentialText(connection, account),
      ...(project === undefined ? [] : [l10n.t('Project: {0}.', project)]),
      l10n.t('API version: {0}.', apiVersion ?? VERSIONS[0]),
      ...(problem === undefined ? [] : [problem]),
      ...(emulator.status === 'running'
        ? [l10n.t('The built-in emulator is also running on port {0}.', emulator.port)]
        : []),
      l10n.t('Click to change.'),
    ],
  };
}

const ICONS = { apiKey: 'key', oauth: 'account', adc: 'plug', none: 'plug' } as const;

function labelOf({ name, auth }: Connection, account: AccountState): string {
  if (auth !== 'oauth' || account.kind !== 'signedIn' || account.email === undefined) return name;
  // Many connections are named after their account.
  return name.includes(account.email) ? name : `${name} (${shortEmail(account.email)})`;
}

// In characters, as the status bar is shared.
const MAX_EMAIL_LENGTH = 24;

function shortEmail(email: string): string {
  const characters = Array.from(email);
  if (characters.length <= MAX_EMAIL_LENGTH) return email;
  const user = characters.slice(0, characters.lastIndexOf('@'));
  return user.length + 2 <= MAX_EMAIL_LENGTH
    ? `${user.join('')}@…`
    : `${characters.slice(0, MAX_EMAIL_LENGTH - 1).join('')}…`;
}

function credentialText({ auth }: Connection, account: AccountState): string {
  switch (auth) {
    case 'apiKey':
      return l10n.t('Authentication: API key.');
    case 'adc':
      return l10n.t('Authentication: application default credentials.');
    case 'none':
      return l10n.t('Authentication: none.');
    case 'oauth':
      return account.kind === 'signedIn' && account.email !== undefined
        ? l10n.t('Authentication: account {0}.', account.email)
        : l10n.t('Authentication: account.');
  }
}

function problemOf({ auth, endpoint }: Connection, account: AccountState): string | undefined {
  if (auth !== 'oauth') return undefined;
  if (account.kind === 'signedOut') return l10n.t('You are not signed in.');
  if (account.kind === 'unreadable') return account.message;
  if (account.kind === 'signedIn' && account.isEnded) {
    return l10n.t('The sign-in has expired or was revoked. Sign in again.');
  }
  if (account.kind === 'signedIn' && account.origin !== endpoint) {
    return l10n.t(
      'You signed in for {0}. The sign-in is sent elsewhere only if you allow it.',
      endpointName(account.origin),
    );
  }
  return undefined;
}

function emulatorText(name: string, emulator: EmulatorState): StatusText {
  const change = l10n.t('Click to change.');
  switch (emulator.status) {
    case 'running':
      return {
        icon: 'beaker',
        label: `${name} :${emulator.port}`,
        details: [
          l10n.t('Gemini API: the built-in emulator is running on port {0}.', emulator.port),
          change,
        ],
      };
    case 'starting':
      return {
        icon: 'loading~spin',
        label: name,
        details: [l10n.t('Gemini API: starting the built-in emulator…')],
      };
    case 'failed':
      return {
        icon: 'warning',
        label: name,
        details: [l10n.t('Gemini API: {0}', emulator.message)],
      };
    case 'stopped':
      return {
        icon: 'beaker',
        label: name,
        details: [l10n.t('Gemini API: the built-in emulator starts on first use.'), change],
      };
  }
}

export interface FollowStatusDeps {
  readonly connections: Pick<Connections, 'active' | 'onDidChange'>;
  readonly emulator: Pick<Emulator, 'state' | 'onDidChangeState'>;
  /** Loads account support; called only for connections with an account. */
  readonly signIns: () => Promise<Pick<SignIns, 'accounts'>>;
}

const UNKNOWN: AccountState = { kind: 'unknown' };

export function followStatus(
  { connections, emulator, signIns }: FollowStatusDeps,
  show: (text: StatusText) => void,
): Disposable {
  const disposables = new DisposableStore();
  // Kept while reloading, to avoid flicker.
  let known: { readonly id: string; readonly state: AccountState } | undefined;
  let latest = 0;
  const update = (): void => {
    const { active } = connections;
    const account = known && known.id === active?.id ? known.state : UNKNOWN;
    show(statusText(active, emulator.state, account));
  };
  let isFollowing = false;
  /** Only API calls reveal an ended sign-in. */
  const load: typeof signIns = async () => {
    const loaded = await signIns();
    if (!isFollowing && !disposables.isDisposed) {
      isFollowing = true;
      disposables.add(loaded.accounts.onDidChangeEnd(refresh));
    }
    return loaded;
  };
  const readAccount = async (connection: Connection, turn: number): Promise<void> => {
    const state = await readAccountState(load, connection);
    if (turn !== latest || disposables.isDisposed) return;
    known = { id: connection.id, state };
    update();
  };
  const refresh = (): void => {
    const turn = ++latest;
    const { active } = connections;
    update();
    if (active?.auth === 'oauth') void readAccount(active, turn);
  };
  disposables.add(connections.onDidChange(refresh));
  disposables.add(emulator.onDidChangeState(update));
  refresh();
  return disposables;
}

export type AccountState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'signedOut' }
  | {
      readonly kind: 'signedIn';
      readonly email?: string;
      readonly origin: string;
      readonly isEnded?: true;
    }
  | { readonly kind: 'unreadable'; readonly message: string };

/** Reads the signed-in account without a server request. Never throws. */
export async function readAccountState(
  signIns: () => Promise<Pick<SignIns, 'accounts'>>,
  { id }: Connection,
): Promise<AccountState> {
  try {
    const { accounts } = await signIns();
    const account = await accounts.find(id);
    if (!account) return { kind: 'signedOut' };
    const { email, origin, isEnded } = account;
    return {
      kind: 'signedIn',
      origin,
      ...(email === undefined ? {} : { email }),
      ...(isEnded ? { isEnded } : {}),
    };
  } catch (error) {
    return { kind: 'unreadable', message: messageWithHint(error) };
  }
}
