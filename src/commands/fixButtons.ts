import * as l10n from '@vscode/l10n';
import type { ServiceError, ServiceReason, TransportReason } from '../api/errors';
import { activationUrl } from '../api/errors/details';
import { AppError, type ErrorSubject } from '../base/errors';
import { commandId, type CommandName } from '../catalog/commands';
import { HELP_PAGES, isSignInReason } from '../catalog/errorHelp';
import type { FixButton } from '../platform/report';
import type { System } from '../platform/system';
import type { AuthKind } from '../service/connection';

type OwnReason =
  | 'noConnection'
  | 'noKey'
  | 'keyForOtherOrigin'
  | 'headersForOtherOrigin'
  | 'secretStorage'
  | 'unknownConnection'
  | 'notRecorded'
  | 'recordingEnded'
  | 'noAdc'
  | 'badAdc'
  | 'otherAdc'
  | 'unreadableAdc'
  | 'accessDenied'
  | 'badClient'
  | 'badClientFile'
  | 'policy'
  | 'signInFailed'
  | 'otherIssuer'
  | 'tokenServer';

type HelpCommand = Extract<
  CommandName,
  | 'addApiKey'
  | 'addConnection'
  | 'useEmulator'
  | 'switchConnection'
  | 'signIn'
  | 'editConnection'
  | 'setUpOAuth'
  | 'diagnoseConnection'
  | 'runOperation'
  | 'openConversation'
  | 'recordMissing'
  | 'recordWindow'
  | 'allowMoreToday'
  | 'showSpending'
  | 'showLog'
>;

/** A fix for an error: a command on its subject, a web page, or a VS Code command. */
export type Help =
  | { readonly kind: 'command'; readonly command: HelpCommand; readonly target?: ErrorSubject }
  | { readonly kind: 'page'; readonly url: string }
  | { readonly kind: 'manageTrust' }
  | { readonly kind: 'openFolder' }
  | { readonly kind: 'extension' };

/** VS Code hides more buttons in a menu. */
const MAX_BUTTONS = 3;

const KEY = ['addApiKey', 'diagnoseConnection'] as const;
const SIGN_IN = ['signIn', 'diagnoseConnection'] as const;
const ADC = ['signIn', 'editConnection'] as const;
const EDIT = ['editConnection', 'diagnoseConnection'] as const;
const SET_UP = ['setUpOAuth', 'diagnoseConnection'] as const;
const SWITCH = ['switchConnection', 'diagnoseConnection'] as const;
const DIAGNOSE = ['diagnoseConnection'] as const;

const HELPS: {
  readonly [R in ServiceReason | TransportReason | OwnReason]?: readonly HelpCommand[];
} = {
  noKey: KEY,
  keyForOtherOrigin: KEY,
  headersForOtherOrigin: EDIT,
  invalidKey: KEY,
  blockedKey: KEY,
  credits: ['switchConnection'],
  noCredential: KEY,
  badCredential: KEY,
  unauthenticated: KEY,
  secretStorage: ['addApiKey'],
  noConnection: ['addConnection', 'useEmulator'],
  noAdc: ADC,
  badAdc: ADC,
  otherAdc: ADC,
  unreadableAdc: ADC,
  noProject: EDIT,
  projectDenied: EDIT,
  badProject: EDIT,
  accessDenied: SET_UP,
  badClient: SET_UP,
  badClientFile: SET_UP,
  policy: SET_UP,
  signInFailed: SIGN_IN,
  otherIssuer: DIAGNOSE,
  apiDisabled: DIAGNOSE,
  tokenServer: DIAGNOSE,
  unknownConnection: ['switchConnection'],
  notRecorded: ['recordMissing', 'recordWindow'],
  recordingEnded: ['recordWindow'],
  spendCap: ['allowMoreToday', 'showSpending'],
  unreachable: SWITCH,
  refused: SWITCH,
  dns: SWITCH,
  certificate: DIAGNOSE,
  proxy: DIAGNOSE,
};

const MISSING: { readonly [reason: string]: readonly HelpCommand[] } = {
  noRequest: ['runOperation'],
  noConversation: ['openConversation'],
  nothingToUpload: [],
};

const PAGES: { readonly [R in ServiceReason | OwnReason]?: string } = {
  quota: HELP_PAGES.quota,
  credits: HELP_PAGES.billing,
  location: HELP_PAGES.location,
  noAdc: HELP_PAGES.adc,
};

/**
 * Returns fixes, the best first and the log last.
 * @param authOf returns a connection’s authentication method by id.
 */
export function helpsFor(
  error: unknown,
  authOf: (connection: string) => AuthKind | undefined,
): readonly Help[] {
  const log = { kind: 'command', command: 'showLog' } as const;
  if (!isAppError(error)) return [log];
  if (error.reason === 'notTrusted') return [{ kind: 'manageTrust' }];
  if (error.reason === 'noFolder') return [{ kind: 'openFolder' }];
  if (error.reason === 'otherMachine') return [{ kind: 'extension' }];
  const opens = Object.hasOwn(MISSING, error.reason) ? MISSING[error.reason] : undefined;
  if (opens) return opens.map((command) => ({ kind: 'command', command }));
  const { subject } = error;
  const commands = commandsFor(error, subject && authOf(subject.connection))
    // Without a subject, the command would check the active connection.
    .filter((command) => command !== 'diagnoseConnection' || subject !== undefined)
    .map((command): Help => ({ kind: 'command', command, ...(subject && { target: subject }) }));
  const helps = [...enableApi(error), ...commands, ...pages(error)];
  return [...helps.slice(0, MAX_BUTTONS - 1), log];
}

function commandsFor({ reason }: AppError, auth: AuthKind | undefined): readonly HelpCommand[] {
  if (isSignInReason(reason, auth)) return SIGN_IN;
  // ADC users sign in outside VS Code.
  if (auth === 'adc' && isSignInReason(reason, 'oauth')) return ADC;
  const table: { readonly [reason: string]: readonly HelpCommand[] | undefined } = HELPS;
  return (Object.hasOwn(table, reason) ? table[reason] : undefined) ?? [];
}

function enableApi(error: AppError): readonly Help[] {
  const { reason, details } = error as Partial<Pick<ServiceError, 'reason' | 'details'>>;
  const url = reason === 'apiDisabled' && details ? activationUrl(details) : undefined;
  return url === undefined ? [] : [{ kind: 'page', url }];
}

function pages({ reason }: AppError): readonly Help[] {
  const table: { readonly [reason: string]: string | undefined } = PAGES;
  const key: string = reason;
  const url = Object.hasOwn(table, key) ? table[key] : undefined;
  return url === undefined ? [] : [{ kind: 'page', url }];
}

function isAppError(error: unknown): error is AppError {
  return error instanceof AppError;
}

interface FixDeps {
  readonly execute: (command: string, ...args: unknown[]) => Thenable<unknown>;
  readonly system: Pick<System, 'openExternal'>;
  readonly extensionId: string;
}

export function fixButtons(
  error: unknown,
  authOf: (connection: string) => AuthKind | undefined,
  deps: FixDeps,
): readonly FixButton[] {
  return helpsFor(error, authOf).map((help) => button(help, deps));
}

function button(help: Help, deps: FixDeps): FixButton {
  const { execute, system } = deps;
  if (help.kind === 'page') {
    const { url } = help;
    return { title: l10n.t('Open Page'), run: () => system.openExternal(url) };
  }
  if (help.kind === 'manageTrust') {
    return {
      title: l10n.t('Manage Workspace Trust'),
      run: () => execute('workbench.trust.manage'),
    };
  }
  if (help.kind === 'openFolder') {
    return { title: l10n.t('Open Folder…'), run: () => execute('vscode.openFolder') };
  }
  if (help.kind === 'extension') {
    const run = () => execute('extension.open', deps.extensionId);
    return { title: l10n.t('Show Extension'), run };
  }
  const { command, target } = help;
  return {
    title: titleOf(command),
    run: () => execute(commandId(command), target),
  };
}

function titleOf(command: HelpCommand): string {
  switch (command) {
    case 'addApiKey':
      return l10n.t('Add API Key…');
    case 'addConnection':
      return l10n.t('Add Connection…');
    case 'useEmulator':
      return l10n.t('Use Emulator');
    case 'switchConnection':
      return l10n.t('Switch Connection…');
    case 'signIn':
      return l10n.t('Sign In…');
    case 'editConnection':
      return l10n.t('Edit Connection…');
    case 'setUpOAuth':
      return l10n.t('Set Up OAuth…');
    case 'diagnoseConnection':
      return l10n.t('Diagnose…');
    case 'runOperation':
      return l10n.t('Call API Method…');
    case 'openConversation':
      return l10n.t('Open Conversation…');
    case 'recordMissing':
      return l10n.t('Record Missing');
    case 'recordWindow':
      return l10n.t('Record or Replay…');
    case 'allowMoreToday':
      return l10n.t('Allow More Today');
    case 'showSpending':
      return l10n.t('Show Spending');
    case 'showLog':
      return l10n.t('Show Log');
  }
}
