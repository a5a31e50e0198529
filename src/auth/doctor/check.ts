import type { Client } from '../../api/call';
import { TransportError, type TransportReason } from '../../api/errors';
import type { Version } from '../../api/versions';
import { lazy } from '../../base/async';
import { AppError, CancelledError } from '../../base/errors';
import { type Connection, EMULATOR_ID } from '../../service/connection';
import type { AuthDeps } from '../authDeps';
import type { Account, SignIns } from '../oauthAccounts';

export type CheckState = 'passed' | 'warning' | 'failed' | 'skipped';

/** What mends what a check found. */
export interface CheckFix {
  /** As on a button. */
  readonly title: string;
  /** Resolves once the checks can be run again. */
  run(): Promise<unknown>;
  /** It only shows something: what was found stays as it is. */
  readonly changesNothing?: true;
}

export interface CheckResult {
  readonly state: CheckState;
  /** What was found, in sentences. */
  readonly says: string;
  /** In place of `says` where it leaves this window: who signed in stays here. */
  readonly reports?: string;
  /** What to do about it. */
  readonly hint?: string;
  /** The best first. */
  readonly fixes?: readonly CheckFix[];
  /** Id of the check that failed before, and kept this one from being run. */
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

/** A row of the table of checks. */
export interface Check {
  readonly id: CheckId;
  title(): string;
  appliesTo(connection: Connection): boolean;
  /** Where one of these failed, this one is not run. */
  readonly needs?: readonly CheckId[];
  /**
   * What it throws is what it found: a failure of the network is told by the check of that, any other
   * error fails this one.
   */
  run(context: DoctorContext): Promise<CheckResult>;
}

/** Milliseconds for a call that only checks: who waits for it looks at the list of checks. */
const CALL_TIMEOUT = 10_000;
/** As many names as one reads: that there are some is what counts. */
const PAGE = { pageSize: 5 };

/** How something ended that several checks look at. */
export interface Outcome {
  readonly error?: Error;
}

interface CallOutcome extends Outcome {
  /** The version that answered. */
  readonly version?: Version;
  /** Names of the first models in its answer. */
  readonly models?: readonly string[];
}

/** What the checks of one run share. What is asked of a server is asked once. */
export interface DoctorContext {
  readonly deps: AuthDeps;
  readonly connection: Connection;
  readonly signal: AbortSignal;
  readonly signIns: SignIns;
  /** Who is signed in. Throws `AppError` (`secretStorage`). */
  readonly account: () => Promise<Account | undefined>;
  /** Gets a new access token from the sign-in server. */
  readonly token: () => Promise<Outcome>;
  /** Lists models, signed as every call of the connection. */
  readonly call: () => Promise<CallOutcome>;
  /** The first failure of the network that a check met. */
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

/** Whether a connection is one of the user's, and not the built-in emulator's. */
export function isUsers({ id }: Connection): boolean {
  return id !== EMULATOR_ID;
}

async function outcomeOf<T extends Outcome>(work: () => Promise<T>): Promise<T | Outcome> {
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
): Promise<Outcome> {
  if (auth === 'adc') await adc.credential({ fresh: true, signal });
  else await accounts.credential(id, endpoint, { fresh: true, signal });
  return {};
}

/** As the service's own documentation tests a sign-in; as the connection calls it where that is no more. */
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

// Nothing came back; what came back and was no answer is about the server.
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

/** The failure of the network behind an error, if it is one. */
export function networkFailure(error: unknown): TransportError | undefined {
  return error instanceof TransportError && REASONS.includes(error.reason) ? error : undefined;
}
