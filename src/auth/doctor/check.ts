import type { Client } from '../../api/call';
import { TransportError, type TransportReason } from '../../api/errors';
import type { Version } from '../../api/versions';
import { lazy } from '../../base/async';
import { AppError, CancelledError } from '../../base/errors';
import { type Connection, EMULATOR_ID } from '../../service/connection';
import type { AuthDeps } from '../authDeps';
import type { Account, SignIns } from '../oauthAccounts';

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
