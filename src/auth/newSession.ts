import type { Connection } from '../service/connection';
import { addAccountConnection } from './addAccountConnection';
import { DEFAULT_ENDPOINT } from './askForEndpoint';
import { connectionItems } from './connectionItems';
import type { AuthParts } from './parts';
import { signInTo } from './signInFlow';

/** What it is made of; tests have their own. */
export interface NewSessionSteps {
  readonly signInTo: typeof signInTo;
  readonly addAccountConnection: typeof addAccountConnection;
}

/**
 * Signs in because another extension asks for it: to a connection that the user chooses, or to one that is
 * made for it. What this window uses stays what it was. Undefined where the user gave up.
 * @param scopes full names.
 * @param account e-mail, or name of the connection, of the one that is wanted.
 */
export async function newSession(
  parts: AuthParts,
  scopes: readonly string[],
  account: string | undefined,
  steps: NewSessionSteps = { signInTo, addAccountConnection },
): Promise<Connection | undefined> {
  const { connections } = parts;
  const present = connections.users.filter(({ auth }) => auth === 'oauth');
  const chosen = present.length === 0 ? 'add' : await choose(parts, present, account);
  if (chosen === undefined) return undefined;
  if (chosen !== 'add') {
    return (await steps.signInTo(parts, chosen, { scopes })) ? chosen : undefined;
  }
  const before = connections.active;
  const added = await steps.addAccountConnection(parts, DEFAULT_ENDPOINT, { scopes });
  if (added && before) await connections.activate(before.id);
  return added;
}

async function choose(
  parts: AuthParts,
  present: readonly Connection[],
  account: string | undefined,
): Promise<Connection | 'add' | undefined> {
  const { prompts, l10n } = parts;
  const [only, ...others] = account === undefined ? [] : await ofAccount(parts, present, account);
  if (only && others.length === 0) return only;
  const items = connectionItems(parts, only ? [only, ...others] : present);
  const another = { label: l10n.t('Add another connection'), icon: 'add', value: 'add' as const };
  return await prompts.pick<Connection | 'add'>(
    {
      title: l10n.t('Sign In'),
      placeholder: l10n.t('The connection whose account the other extension gets'),
    },
    items.then((rows) => [...rows, another]),
  );
}

async function ofAccount(
  { signIns }: AuthParts,
  present: readonly Connection[],
  label: string,
): Promise<readonly Connection[]> {
  const { accounts } = await signIns();
  const labels = await Promise.all(
    present.map(async ({ id, name }) => {
      const account = await accounts.find(id);
      return account && (account.email ?? name);
    }),
  );
  return present.filter((_, index) => labels[index] === label);
}
