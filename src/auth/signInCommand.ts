import * as l10n from '@vscode/l10n';
import { HELP_PAGES } from '../catalog/errorHelp';
import type { ConnectionTarget } from '../catalog/ref';
import { type Connection, EMULATOR_ID } from '../service/connection';
import { addAccountConnection } from './addConnection';
import type { AuthDeps } from './authDeps';
import { unknownConnection } from './connectionList';
import { connectionItems } from './connectionItems';
import { activateByDefault, DEFAULT_ENDPOINT } from './connectionQuestions';
import { runningSignIns } from './signInDialog';
import { scopeToWish } from './oauthClient';
import { previousCredential, signInTo, type SignInToDeps } from './signInTo';

const ADC_LOGIN = 'gcloud auth application-default login';

type SignInCommandDeps = SignInToDeps;

/** Adds a signed-in connection to an endpoint. Undefined if the user cancels. */
export type AddAccount = (
  endpoint: string,
  wish: { readonly scopes?: readonly string[] },
) => Promise<Connection | undefined>;

/**
 * Signs in to the target, the active connection, another one with accounts, or a new one.
 * At least one of `target.scopes` must be granted.
 */
export async function signIn(deps: AuthDeps, target?: ConnectionTarget): Promise<void> {
  await runSignIn(deps, target, (endpoint, wish) => addAccountConnection(deps, endpoint, wish));
}

/** Runs `signIn`, or shows a hidden sign-in again if it covers the needed scopes. */
export async function runSignIn(
  deps: SignInCommandDeps,
  target: ConnectionTarget | undefined,
  add: AddAccount,
): Promise<void> {
  const { connections } = deps;
  const needed = target?.scopes ?? [];
  if (needed.length === 0 && runningSignIns.reopen(target?.connection)) return;
  const connection = target ? connections.find(target.connection) : connections.active;
  if (target && !connection) throw unknownConnection();
  if (connection?.auth === 'adc') {
    await explainAdcSignIn(deps, connection);
    return;
  }
  const signedIn =
    connection?.auth === 'oauth'
      ? await signInFor(deps, connection, needed)
      : await signInToOther(deps, connection, needed, add);
  if (!signedIn || connections.active?.id === signedIn.id) return;
  await activateByDefault(connections, signedIn.id);
}

/** ADC belong to the machine and are created outside VS Code. */
async function explainAdcSignIn(
  { prompts, system }: SignInCommandDeps,
  { name }: Connection,
): Promise<void> {
  const copy = l10n.t('Copy Command');
  const how = l10n.t('Learn More');
  const answer = await prompts.notify(
    'info',
    l10n.t(
      '“{0}” uses this machine’s application default credentials. To sign in, run “{1}” in a terminal.',
      name,
      ADC_LOGIN,
    ),
    copy,
    how,
  );
  // The extension doesn’t run terminal commands itself.
  if (answer === copy) await system.copy(ADC_LOGIN);
  if (answer === how) await system.openExternal(HELP_PAGES.adc);
}

/** Signs in to a connection with an account, if the active one doesn’t support accounts. */
async function signInToOther(
  deps: SignInCommandDeps,
  instead: Connection | undefined,
  needed: readonly string[],
  add: AddAccount,
): Promise<Connection | undefined> {
  const { connections, prompts } = deps;
  const endpoint = instead && instead.id !== EMULATOR_ID ? instead.endpoint : DEFAULT_ENDPOINT;
  const others = connections.users.filter(
    (other) => other.auth === 'oauth' && other.endpoint === endpoint,
  );
  const signIns = await deps.signIns();
  const items = others.map(async (other) => {
    const { account } = await previousCredential(signIns, other.id);
    const description = account ? (account.email ?? l10n.t('signed in')) : l10n.t('not signed in');
    return { label: other.name, description, value: other };
  });
  const added = 'add' as const;
  const another = { label: l10n.t('Add another connection'), value: added };
  const chosen =
    others.length === 0
      ? added
      : await prompts.pick<Connection | typeof added>(
          {
            title: l10n.t('Sign In'),
            placeholder: l10n.t(
              'Select a connection to {0} with an account',
              new URL(endpoint).host,
            ),
          },
          Promise.all(items).then((rows) => [...rows, another]),
        );
  if (chosen === undefined) return undefined;
  if (chosen !== added) return await switchOrSignIn(deps, chosen, needed);
  const scopes = scopeToWish({ remembered: undefined, asked: [], granted: [] }, needed);
  return await add(endpoint, { scopes });
}

/** A signed-in connection with the needed scopes only has to be activated. */
async function switchOrSignIn(
  deps: SignInCommandDeps,
  connection: Connection,
  needed: readonly string[],
): Promise<Connection | undefined> {
  const { account } = await previousCredential(await deps.signIns(), connection.id);
  const opens =
    needed.length === 0 || needed.some((scope) => account?.granted.includes(scope) === true);
  if (account && opens) return connection;
  return await signInFor(deps, connection, needed);
}

async function signInFor(
  deps: SignInCommandDeps,
  connection: Connection,
  needed: readonly string[],
): Promise<Connection | undefined> {
  const former = await previousCredential(await deps.signIns(), connection.id);
  const scopes = scopeToWish(former.scopes, needed);
  return (await signInTo(deps, connection, { scopes })) ? connection : undefined;
}

export interface NewSessionSteps {
  readonly signInTo: typeof signInTo;
  readonly addAccountConnection: typeof addAccountConnection;
}

/**
 * Signs in for another extension, to a chosen or new connection, without changing the active one.
 * Undefined if the user cancels.
 * @param scopes full scope names.
 * @param account email or connection name of the expected account.
 */
export async function newSession(
  deps: AuthDeps,
  scopes: readonly string[],
  account: string | undefined,
  steps: NewSessionSteps = { signInTo, addAccountConnection },
): Promise<Connection | undefined> {
  const { connections } = deps;
  const present = connections.users.filter(({ auth }) => auth === 'oauth');
  const chosen = present.length === 0 ? 'add' : await chooseForSession(deps, present, account);
  if (chosen === undefined) return undefined;
  if (chosen !== 'add') {
    return (await steps.signInTo(deps, chosen, { scopes })) ? chosen : undefined;
  }
  const before = connections.active;
  const added = await steps.addAccountConnection(deps, DEFAULT_ENDPOINT, { scopes });
  if (added && before) await connections.activate(before.id);
  return added;
}

async function chooseForSession(
  deps: AuthDeps,
  present: readonly Connection[],
  account: string | undefined,
): Promise<Connection | 'add' | undefined> {
  const { prompts } = deps;
  const [only, ...others] = account === undefined ? [] : await ofAccount(deps, present, account);
  if (only && others.length === 0) return only;
  const items = connectionItems(deps, only ? [only, ...others] : present);
  const another = { label: l10n.t('Add another connection'), icon: 'add', value: 'add' as const };
  return await prompts.pick<Connection | 'add'>(
    {
      title: l10n.t('Sign In'),
      placeholder: l10n.t('Select the connection whose account the other extension will use'),
    },
    items.then((rows) => [...rows, another]),
  );
}

async function ofAccount(
  { signIns }: AuthDeps,
  present: readonly Connection[],
  label: string,
): Promise<readonly Connection[]> {
  const { accounts } = await signIns();
  const labels = await Promise.all(
    present.map(async ({ id, name }) => {
      const account = await accounts.find(id);
      return account === undefined ? undefined : (account.email ?? name);
    }),
  );
  return present.filter((_, index) => labels[index] === label);
}
