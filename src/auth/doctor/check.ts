import * as l10n from '@vscode/l10n';
import type { Client } from '../../api/call';
import { TransportError, type TransportReason } from '../../api/errors';
import type { Version } from '../../api/versions';
import { lazy } from '../../base/async';
import { AppError, CancelledError } from '../../base/errors';
import { HELP_PAGES } from '../../catalog/errorHelp';
import { type AuthKind, type Connection, EMULATOR_ID } from '../../service/connection';
import { adcPath } from '../adc';
import type { AuthDeps } from '../authDeps';
import type { Account, SignIns } from '../oauthAccounts';
import { pickClient } from '../pickClient';
import { signInTo } from '../signInTo';

export type CheckState = 'passed' | 'warning' | 'failed' | 'skipped';

export interface CheckFix {
  readonly title: string;
  run(): Promise<unknown>;
  readonly changesNothing?: true;
}

export interface CheckResult {
  readonly state: CheckState;
  readonly says: string;
  /** Replaces `says` in exported reports, to leave out the account. */
  readonly reports?: string;
  readonly hint?: string;
  readonly fixes?: readonly CheckFix[];
  readonly blockedBy?: CheckId;
}

export type CheckId =
  | 'settings'
  | 'emulator'
  | 'client'
  | 'adcFile'
  | 'key'
  | 'loopback'
  | 'clock'
  | 'signedIn'
  | 'age'
  | 'token'
  | 'scopes'
  | 'project'
  | 'api'
  | 'models'
  | 'network';

export interface Check {
  readonly id: CheckId;
  title(): string;
  appliesTo(connection: Connection): boolean;
  /** Checks that must not have failed. */
  readonly needs?: readonly CheckId[];
  /**
   * Errors are the check’s result. Network failures count for the network check; other errors fail this one.
   */
  run(context: DoctorContext): Promise<CheckResult>;
}

/** Timeout of test calls, in ms. */
const CALL_TIMEOUT = 10_000;

/** A few names suffice: the check only needs a non-empty list. */
const PAGE = { pageSize: 5 };

interface CheckOutcome {
  readonly error?: Error;
}

interface CallOutcome extends CheckOutcome {
  readonly version?: Version;
  readonly models?: readonly string[];
}

/** Shared state of one run. Each server request is sent only once. */
export interface DoctorContext {
  readonly deps: AuthDeps;
  readonly connection: Connection;
  readonly signal: AbortSignal;
  readonly signIns: SignIns;
  /** Returns the signed-in account. Throws `AppError` (`secretStorage`). */
  readonly account: () => Promise<Account | undefined>;
  readonly token: () => Promise<CheckOutcome>;
  readonly call: () => Promise<CallOutcome>;
  readonly network: { failure: TransportError | undefined };
}

export async function createContext(
  deps: AuthDeps,
  connection: Connection,
  signal: AbortSignal,
): Promise<DoctorContext> {
  const signIns = await deps.signIns();
  const { id } = connection;
  return {
    deps,
    connection,
    signal,
    signIns,
    account: lazy(() => signIns.accounts.find(id)),
    token: lazy(() => outcomeOf(async () => getToken(signIns, connection, signal))),
    call: lazy(() =>
      outcomeOf<CallOutcome>(async () => listModels(await deps.clients.get(id), signal)),
    ),
    network: { failure: undefined },
  };
}

/** Whether the connection belongs to the user, unlike the built-in emulator’s. */
export function isUsers({ id }: Connection): boolean {
  return id !== EMULATOR_ID;
}

async function outcomeOf<T extends CheckOutcome>(
  work: () => Promise<T>,
): Promise<T | CheckOutcome> {
  try {
    return await work();
  } catch (error) {
    if (CancelledError.is(error)) throw error;
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}

async function getToken(
  { accounts, adc }: SignIns,
  { id, endpoint, auth }: Connection,
  signal: AbortSignal,
): Promise<CheckOutcome> {
  if (auth === 'adc') await adc.credential({ fresh: true, signal });
  else await accounts.credential(id, endpoint, { fresh: true, signal });
  return {};
}

/** Uses the version with which Google’s documentation tests a sign-in, else the connection’s own version. */
async function listModels(client: Client, signal: AbortSignal): Promise<CallOutcome> {
  const options = { maxAttempts: 1, onRetry: () => undefined, timeoutMs: CALL_TIMEOUT, signal };
  const list = async (version: Version): Promise<CallOutcome> => {
    const { models = [] } = await client.call('models.list', PAGE, { ...options, version });
    return { version, models: models.flatMap(({ name }) => (name === undefined ? [] : [name])) };
  };
  const documented: Version = 'v1beta3';
  try {
    return await list(documented);
  } catch (error) {
    const reason: unknown = error instanceof AppError ? error.reason : undefined;
    const isGone = reason === 'notFound' || reason === 'modelNotFound';
    if (!isGone || client.preferredVersion === documented) throw error;
    return await list(client.preferredVersion);
  }
}

// No response arrived. An invalid response is a server problem instead.
const REASONS: readonly TransportReason[] = [
  'proxy',
  'certificate',
  'dns',
  'refused',
  'unreachable',
  'timeout',
  'idle',
  'reset',
];

export function networkFailure(error: unknown): TransportError | undefined {
  return error instanceof TransportError && REASONS.includes(error.reason) ? error : undefined;
}

export function setUpOAuthFix({ deps }: DoctorContext): CheckFix {
  return {
    title: l10n.t('Set Up OAuth…'),
    run: () => deps.run('setUpOAuth'),
    changesNothing: true,
  };
}

export function signInFix(context: DoctorContext, scopes: readonly string[] = []): CheckFix {
  const { deps, connection } = context;
  return {
    title: l10n.t('Sign In…'),
    run: () => signInTo(deps, connection, { scopes }),
  };
}

export function importClientFix({ deps, connection, signIns }: DoctorContext): CheckFix {
  return {
    title: l10n.t('Import OAuth Client…'),
    async run() {
      const client = await pickClient(deps);
      if (client) await signIns.clients.write(connection.id, { client });
    },
  };
}

export function editFix({ deps, connection }: DoctorContext): CheckFix {
  return {
    title: l10n.t('Edit Connection…'),
    run: () => deps.run('editConnection', { connection: connection.id }),
  };
}

export function addKeyFix({ deps }: DoctorContext): CheckFix {
  return { title: l10n.t('Add API Key…'), run: () => deps.run('addApiKey') };
}

export function showLogFix({ deps }: DoctorContext): CheckFix {
  return { title: l10n.t('Show Log'), run: () => deps.run('showLog') };
}

export function settingFix({ deps }: DoctorContext, name: string): CheckFix {
  return { title: l10n.t('Open Settings'), run: () => deps.openSettings(name) };
}

export function pageFix({ deps }: DoctorContext, url: string): CheckFix {
  return {
    title: l10n.t('Open Page'),
    run: () => deps.system.openExternal(url),
    changesNothing: true,
  };
}

function adcSignInFix({ deps, connection }: DoctorContext): CheckFix {
  return {
    title: l10n.t('Sign In…'),
    run: () => deps.run('signIn', { connection: connection.id }),
  };
}

function adcFileFix({ deps, signIns }: DoctorContext): CheckFix {
  return {
    title: l10n.t('Open File'),
    run: () => deps.system.openFile(adcPath(signIns.surroundings())),
    changesNothing: true,
  };
}

type MakeFix = (context: DoctorContext) => CheckFix;

type Fixes = { readonly [A in AuthKind]?: readonly MakeFix[] };

const page =
  (url: string): MakeFix =>
  (context) =>
    pageFix(context, url);

const KEY: Fixes = { apiKey: [addKeyFix, page(HELP_PAGES.keys)] };

const ACCOUNT: Fixes = { oauth: [signInFix], adc: [adcSignInFix] };

const EDIT: Fixes = { apiKey: [editFix], oauth: [editFix], adc: [editFix] };

const ADC_FILE: Fixes = { adc: [adcFileFix, adcSignInFix, page(HELP_PAGES.adc)] };

const all = (...fixes: readonly MakeFix[]): Fixes => ({
  apiKey: fixes,
  oauth: fixes,
  adc: fixes,
  none: fixes,
});

const FIXES: { readonly [reason: string]: Fixes } = {
  noKey: KEY,
  invalidKey: KEY,
  blockedKey: KEY,
  badCredential: KEY,
  unauthenticated: { ...KEY, ...ACCOUNT },
  noCredential: { ...KEY, ...ACCOUNT },
  scope: ACCOUNT,
  missingScopes: ACCOUNT,
  notSignedIn: ACCOUNT,
  signedOut: ACCOUNT,
  policy: ACCOUNT,
  signInForOtherOrigin: { ...ACCOUNT, adc: [editFix] },
  noAdc: { adc: [adcSignInFix, page(HELP_PAGES.adc)] },
  badAdc: ADC_FILE,
  otherAdc: ADC_FILE,
  unreadableAdc: ADC_FILE,
  badClient: { oauth: [importClientFix] },
  noProject: EDIT,
  projectDenied: EDIT,
  // An API key belongs to the project it was created in.
  badProject: { ...EDIT, ...KEY },
  quota: all(page(HELP_PAGES.quota)),
  credits: all(page(HELP_PAGES.billing)),
  location: all(page(HELP_PAGES.location)),
  notFound: EDIT,
  redirect: EDIT,
  notJson: EDIT,
};

export function fixesFor(context: DoctorContext, error: unknown): readonly CheckFix[] {
  const reason = error instanceof AppError ? String(error.reason) : '';
  if (!Object.hasOwn(FIXES, reason)) return [];
  return (FIXES[reason]?.[context.connection.auth] ?? []).map((make) => make(context));
}
