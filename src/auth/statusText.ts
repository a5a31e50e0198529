import { endpointName } from '../api/endpoint';
import { VERSIONS } from '../api/versions';
import type { L10n } from '../platform/l10n';
import { EMULATOR_ID, type Connection } from '../service/connection';
import type { EmulatorState } from '../service/emulator';
import type { AccountState } from './accountState';

/** What the status bar says of the connection in use. */
export interface StatusText {
  /** Codicon id. */
  readonly icon: string;
  readonly label: string;
  /** Sentences, one a line; for the tooltip, and for a screen reader. */
  readonly details: readonly string[];
}

/** @param account is that of the connection; without meaning for kinds that have none. */
export function statusText(
  connection: Connection | undefined,
  emulator: EmulatorState,
  account: AccountState,
  l10n: L10n,
): StatusText {
  if (!connection) {
    return {
      icon: 'plug',
      label: l10n.t('No Connection'),
      details: [l10n.t('Generative Language: nothing is connected. Select to connect.')],
    };
  }
  if (connection.id === EMULATOR_ID) return emulatorText(connection.name, emulator, l10n);
  const { name, endpoint, uploadEndpoint = endpoint, apiVersion, project } = connection;
  const problem = problemOf(connection, account, l10n);
  return {
    icon: problem === undefined ? ICONS[connection.auth] : 'warning',
    label: labelOf(connection, account),
    details: [
      l10n.t('Generative Language uses “{0}” at {1}.', name, endpointName(endpoint)),
      ...(uploadEndpoint === endpoint
        ? []
        : [l10n.t('Files are uploaded to {0}.', endpointName(uploadEndpoint))]),
      credentialText(connection, account, l10n),
      ...(project === undefined ? [] : [l10n.t('Project: {0}.', project)]),
      l10n.t('API version: {0}.', apiVersion ?? VERSIONS[0]),
      ...(problem === undefined ? [] : [problem]),
      ...(emulator.status === 'running'
        ? [l10n.t('The built-in emulator runs too, on port {0}.', emulator.port)]
        : []),
      l10n.t('Select to change.'),
    ],
  };
}

const ICONS = { apiKey: 'key', oauth: 'account', adc: 'plug', none: 'plug' } as const;

function labelOf({ name, auth }: Connection, account: AccountState): string {
  if (auth !== 'oauth' || account.kind !== 'signedIn' || account.email === undefined) return name;
  // Many name a connection after its account.
  return name.includes(account.email) ? name : `${name} (${shortEmail(account.email)})`;
}

// Characters; the status bar is shared with others.
const LONGEST = 24;

function shortEmail(email: string): string {
  const characters = Array.from(email);
  if (characters.length <= LONGEST) return email;
  const user = characters.slice(0, characters.lastIndexOf('@'));
  return user.length + 2 <= LONGEST
    ? `${user.join('')}@…`
    : `${characters.slice(0, LONGEST - 1).join('')}…`;
}

function credentialText({ auth }: Connection, account: AccountState, l10n: L10n): string {
  switch (auth) {
    case 'apiKey':
      return l10n.t('Credential: an API key.');
    case 'adc':
      return l10n.t('Credential: the application default credentials of this machine.');
    case 'none':
      return l10n.t('Credential: none.');
    case 'oauth':
      return account.kind === 'signedIn' && account.email !== undefined
        ? l10n.t('Credential: the account {0}.', account.email)
        : l10n.t('Credential: an account.');
  }
}

/** What keeps the connection from working, as far as it shows without a request. */
function problemOf(
  { auth, endpoint }: Connection,
  account: AccountState,
  l10n: L10n,
): string | undefined {
  if (auth !== 'oauth') return undefined;
  if (account.kind === 'signedOut') return l10n.t('You are not signed in.');
  if (account.kind === 'unreadable') return account.message;
  if (account.kind === 'signedIn' && account.isEnded) {
    return l10n.t('The sign-in has expired or was revoked: sign in again.');
  }
  if (account.kind === 'signedIn' && account.origin !== endpoint) {
    return l10n.t(
      'The sign-in was made for {0} and is sent elsewhere only after you allow it.',
      endpointName(account.origin),
    );
  }
  return undefined;
}

function emulatorText(name: string, emulator: EmulatorState, l10n: L10n): StatusText {
  const change = l10n.t('Select to change.');
  switch (emulator.status) {
    case 'running':
      return {
        icon: 'beaker',
        label: `${name} :${emulator.port}`,
        details: [
          l10n.t(
            'Generative Language: the built-in emulator listens on port {0} of this machine.',
            emulator.port,
          ),
          change,
        ],
      };
    case 'starting':
      return {
        icon: 'loading~spin',
        label: name,
        details: [l10n.t('Generative Language: the built-in emulator starts.')],
      };
    case 'failed':
      return {
        icon: 'warning',
        label: name,
        details: [l10n.t('Generative Language: {0}', emulator.message)],
      };
    case 'stopped':
      return {
        icon: 'beaker',
        label: name,
        details: [
          l10n.t('Generative Language: the built-in emulator starts on first use.'),
          change,
        ],
      };
  }
}
