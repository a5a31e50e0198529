import * as l10n from '@vscode/l10n';
import { endpointName } from '../api/endpoint';
import type { Disposable } from '../base/disposable';
import { AppError, CancelledError, errorMessage } from '../base/errors';
import type { Connection } from '../service/connection';
import type { AuthDeps } from './authDeps';
import { type SignedIn, AuthorizationCodeFlow } from './authorizationCodeFlow';
import { addAndActivate, askForName, freeName } from './connectionQuestions';
import type { Account, SignIns } from './oauthAccounts';
import {
  FALLBACK_SCOPES,
  type KnownScopes,
  type OAuthClient,
  endpointsFor,
  endpointsOf,
  scopesToAsk,
} from './oauthClient';
import {
  confirmOtherScopes,
  confirmRestart,
  confirmTwoHosts,
  notifySignedIn,
  pickClient,
  resolveOtherAccount,
} from './pickClient';
import { type RunningSignIn, SignInDialog, isFallback, runningSignIns } from './signInDialog';
import type { StoredClient } from './secretStore';
import { revokeToken } from './tokenEndpoint';

export interface SignInOptions {
  readonly client?: OAuthClient;
  readonly scopes?: readonly string[];
}

export type SignInToDeps = Pick<
  AuthDeps,
  | 'prompts'
  | 'progress'
  | 'system'
  | 'log'
  | 'clock'
  | 'connections'
  | 'signIns'
  | 'onSecret'
  | 'git'
  | 'run'
  | 'newId'
  | 'redact'
>;

export interface AccountSteps {
  readonly pickClient: typeof pickClient;
  readonly signInTo: typeof signInTo;
}

interface Attempt {
  readonly signIns: SignIns;
  readonly connection: Connection;
  readonly client: OAuthClient;
  readonly former: Account | undefined;
  readonly running: RunningSignIn;
}

/**
 * Signs in to an existing or new connection and stores the sign-in.
 * Undefined if canceled or replaced. Throws on failure, with the former sign-in unchanged.
 */
export async function signInTo(
  deps: SignInToDeps,
  connection: Connection,
  wish: SignInOptions = {},
): Promise<Account | undefined> {
  const signIns = await deps.signIns();
  const { id, endpoint } = connection;
  const {
    account: former,
    stored,
    scopes: known,
  } = await previousCredential(signIns, id, wish.client?.id);
  const client = wish.client ?? stored?.client ?? (await pickClient(deps));
  if (!client) return undefined;
  // Stored with a client only after a sign-in with the confirmed URLs.
  const wasAsked =
    stored?.scopes !== undefined &&
    stored.client.authUri === client.authUri &&
    stored.client.tokenUri === client.tokenUri;
  const isOdd = endpointsFor(client) === 'twoOrigins' && !wasAsked;
  if (isOdd && !(await confirmTwoHosts(deps, client))) return undefined;
  const { accounts, clients } = signIns;
  const scopes = scopesToAsk(known, wish.scopes ?? []);
  return await runningSignIns.run(id, async (running) => {
    const watch = endWithConnection(deps, id, running);
    try {
      const context = { signIns, connection, client, former, running };
      const signedIn = await attemptSignIn(deps, context, scopes);
      if (!signedIn) return undefined;
      if (running.stop.signal.aborted) {
        await revokeUnusedSignIn(deps, context, signedIn);
        return undefined;
      }
      if (signedIn.isAnother) {
        await addAnother(deps, context, signedIn);
        return undefined;
      }
      const replaced = await accounts.save(id, endpoint, client, signedIn);
      await clients.write(id, { client, scopes: signedIn.asked });
      notifySignedIn(deps, connection, signedIn);
      if (replaced) await revokeAccess(deps, replaced.email, replaced.end);
      return await accounts.find(id);
    } catch (error) {
      // Fixes need a connection, which may not have been added.
      if (error instanceof AppError && deps.connections.find(id)) {
        error.subject ??= { connection: id };
      }
      throw error;
    } finally {
      watch.dispose();
    }
  });
}

/** Ends the sign-in if another window removes the connection, to leave no unused sign-in. */
function endWithConnection(
  { connections }: SignInToDeps,
  id: string,
  { stop }: RunningSignIn,
): Disposable {
  const isNew = !connections.find(id);
  return connections.onDidChange(() => {
    if (!isNew && !connections.find(id)) stop.abort();
  });
}

async function addAnother(deps: SignInToDeps, context: Attempt, signedIn: SignedIn): Promise<void> {
  const { connection, client, signIns } = context;
  const { accounts, clients } = signIns;
  const name = await askForName(deps, {
    title: l10n.t('Add as Another Connection'),
    prompt: l10n.t('Enter a name for the connection to {0}.', endpointName(connection.endpoint)),
    value: freeName(connection.name, deps.connections),
  });
  if (name === undefined) {
    await revokeUnusedSignIn(deps, context, signedIn);
    return;
  }
  const added = { ...connection, id: deps.newId(), name };
  await accounts.save(added.id, added.endpoint, client, signedIn);
  await clients.write(added.id, { client, scopes: signedIn.asked });
  const undo = (): Promise<unknown> =>
    Promise.allSettled([accounts.signOut(added.id), clients.delete(added.id)]);
  await addAndActivate(deps.connections, added, undo);
  notifySignedIn(deps, added, signedIn);
}

async function attemptSignIn(
  deps: SignInToDeps,
  context: Attempt,
  first: readonly string[],
): Promise<(SignedIn & { readonly isAnother?: boolean }) | undefined> {
  let scopes = first;
  for (;;) {
    const flow = createFlow(deps, context, scopes);
    flow.onDidStep((step) => {
      if (step.kind === 'waiting') scopes = step.scopes;
    });
    const { running, connection, former } = context;
    const { stop } = running;
    const dialog = new SignInDialog(deps, flow, connection.name, () => stop.abort());
    running.view = dialog;
    let signedIn: SignedIn;
    try {
      signedIn = await flow.run(stop.signal);
    } catch (error) {
      if (CancelledError.is(error)) return undefined;
      if (!(error instanceof AppError)) throw error;
      dialog.dispose();
      if (error.reason === 'invalidScope' && !isFallback(scopes)) {
        if (!(await confirmOtherScopes(deps, error as AppError))) return undefined;
        scopes = FALLBACK_SCOPES;
        continue;
      }
      // Data entered for a new connection would be lost.
      const isNew = !deps.connections.find(connection.id);
      if (!isNew && error.reason !== 'signInTimeout') throw error;
      deps.log.warn(`auth: the sign-in failed: ${error.message}`);
      if (!(await confirmRestart(deps, error as AppError)) || stop.signal.aborted) return undefined;
      continue;
    } finally {
      dialog.dispose();
    }
    const { isOtherAccount, email } = signedIn;
    if (!isOtherAccount || email === undefined || former?.email === undefined) return signedIn;
    const decided = await resolveOtherAccount(deps, email, former.email, connection);
    if (decided === 'replace') return signedIn;
    if (decided === 'add') return { ...signedIn, isAnother: true };
    await revokeUnusedSignIn(deps, context, signedIn);
    if (decided === undefined) return undefined;
  }
}

/**
 * Revokes a sign-in that isn’t stored, so that no unknown access remains. Skipped if a stored sign-in has
 * the same account and client, because both would end.
 */
async function revokeUnusedSignIn(
  deps: SignInToDeps,
  { signIns: { accounts, http }, client }: Attempt,
  { email, tokens }: SignedIn,
): Promise<void> {
  // With an unknown account, another sign-in might end too.
  if (email === undefined) return;
  await revokeAccess(deps, email, async (inProgress) => {
    const kept = await accounts.list();
    if (kept.some((one) => one.clientId === client.id && one.email === email)) return;
    await inProgress((signal) =>
      revokeToken(http, endpointsOf(client), tokens.refreshToken, signal),
    );
  });
}

/** Revokes access and reports failure. Never rejects. */
async function revokeAccess(
  { progress, prompts, log }: SignInToDeps,
  email: string,
  end: (
    inProgress: (revoke: (signal: AbortSignal) => Promise<void>) => Promise<void>,
  ) => Promise<void>,
): Promise<void> {
  try {
    await end((revoke) => progress(l10n.t('Signing out {0}…', email), revoke));
  } catch (error) {
    log.warn(`auth: ${errorMessage(error)}`);
    const text = l10n.t(
      'The sign-in for {0} isn’t used, but it might still be valid. Remove the app’s access in your account’s security settings.',
      email,
    );
    void prompts.notify('warning', text);
  }
}

function createFlow(
  { clock, system, onSecret }: SignInToDeps,
  { signIns, client, former }: Attempt,
  scopes: readonly string[],
): AuthorizationCodeFlow {
  const { endpoint, http } = signIns;
  return new AuthorizationCodeFlow({
    client,
    endpoints: endpointsOf(client),
    scopes,
    ...(former?.email === undefined ? {} : { loginHint: former.email }),
    endpoint,
    http,
    clock,
    onSecret,
    mapAddress: (address) => system.asExternal(address),
  });
}

interface PreviousCredential {
  readonly account: Account | undefined;
  readonly stored: StoredClient | undefined;
  readonly scopes: KnownScopes;
}

/** Reads a connection’s stored data. Ignores read errors, as signing in works without a keyring. */
export async function previousCredential(
  { accounts, clients }: SignIns,
  id: string,
  clientId?: string,
): Promise<PreviousCredential> {
  const account = await accounts.find(id).catch(() => undefined);
  const stored = await clients.read(id).catch(() => undefined);
  // Scopes refused for one client may be granted to another.
  const isSame = clientId === undefined || clientId === stored?.client.id;
  const { asked = [], granted = [] } = account ?? {};
  return {
    account,
    stored,
    scopes: { remembered: isSame ? stored?.scopes : undefined, asked, granted },
  };
}
