import type { ConnectionTarget } from '../catalog/ref';
import { HELP_PAGES } from '../catalog/errorHelp';
import { EMULATOR_ID, type Connection } from '../service/connection';
import { DEFAULT_ENDPOINT } from './addApiKey';
import { scopeToWish } from './oauth/scopesToAsk';
import { readFormer } from './readFormer';
import { runningSignIns } from './runningSignIns';
import { signInTo, type SignInToParts } from './signInTo';
import { unknownConnection } from './unknownConnection';

/** What writes the application default credentials of a user. */
const ADC_LOGIN = 'gcloud auth application-default login';

export type SignInCommandParts = SignInToParts;

/** Makes a connection to an endpoint, signed in; undefined where the user gave up. */
export type AddAccount = (
  endpoint: string,
  wish: { readonly scopes?: readonly string[] },
) => Promise<Connection | undefined>;

/** As the command `signIn`; one that is hidden is shown again instead, unless more is needed. */
export async function runSignIn(
  parts: SignInCommandParts,
  target: ConnectionTarget | undefined,
  add: AddAccount,
): Promise<void> {
  const { connections, l10n } = parts;
  const needed = target?.scopes ?? [];
  if (needed.length === 0 && runningSignIns.reopen(target?.connection)) return;
  const connection = target ? connections.find(target.connection) : connections.active;
  if (target && !connection) throw unknownConnection(l10n);
  if (connection?.auth === 'adc') {
    await signInOutside(parts, connection);
    return;
  }
  const signedIn =
    connection?.auth === 'oauth'
      ? await signInFor(parts, connection, needed)
      : await signInElsewhere(parts, connection, needed, add);
  if (!signedIn || connections.active?.id === signedIn.id) return;
  const { default: usual } = connections;
  const everywhere = usual === undefined || usual.id === EMULATOR_ID;
  await connections.activate(signedIn.id, { everywhere });
}

/** Application default credentials are of the whole machine: a program beside VS Code makes them. */
async function signInOutside(
  { prompts, system, l10n }: SignInCommandParts,
  { name }: Connection,
): Promise<void> {
  const copy = l10n.t('Copy Command');
  const how = l10n.t('How…');
  const answer = await prompts.notify(
    'info',
    l10n.t(
      '“{0}” uses the application default credentials of this machine. Sign in with “{1}” in a terminal.',
      name,
      ADC_LOGIN,
    ),
    copy,
    how,
  );
  // The extension starts nothing in a terminal itself.
  if (answer === copy) await system.copy(ADC_LOGIN);
  if (answer === how) await system.openExternal(HELP_PAGES.adc);
}

/** To a connection with an account, in the place of one that takes none. */
async function signInElsewhere(
  parts: SignInCommandParts,
  instead: Connection | undefined,
  needed: readonly string[],
  add: AddAccount,
): Promise<Connection | undefined> {
  const { connections, prompts, l10n } = parts;
  const endpoint = instead && instead.id !== EMULATOR_ID ? instead.endpoint : DEFAULT_ENDPOINT;
  const others = connections.users.filter(
    (other) => other.auth === 'oauth' && other.endpoint === endpoint,
  );
  const signIns = await parts.signIns();
  const items = others.map(async (other) => {
    const { account } = await readFormer(signIns, other.id);
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
            placeholder: l10n.t('A connection to {0} with an account', new URL(endpoint).host),
          },
          Promise.all(items).then((rows) => [...rows, another]),
        );
  if (chosen === undefined) return undefined;
  if (chosen !== added) return await switchOrSignIn(parts, chosen, needed);
  const scopes = scopeToWish({ remembered: undefined, asked: [], granted: [] }, needed);
  return await add(endpoint, { scopes });
}

/** One that is signed in and opens what is needed only has to be used. */
async function switchOrSignIn(
  parts: SignInCommandParts,
  connection: Connection,
  needed: readonly string[],
): Promise<Connection | undefined> {
  const { account } = await readFormer(await parts.signIns(), connection.id);
  const opens =
    needed.length === 0 || needed.some((scope) => account?.granted.includes(scope) === true);
  if (account && opens) return connection;
  return await signInFor(parts, connection, needed);
}

async function signInFor(
  parts: SignInCommandParts,
  connection: Connection,
  needed: readonly string[],
): Promise<Connection | undefined> {
  const former = await readFormer(await parts.signIns(), connection.id);
  const scopes = scopeToWish(former.scopes, needed);
  return (await signInTo(parts, connection, { scopes })) ? connection : undefined;
}
