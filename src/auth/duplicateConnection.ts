import type { ConnectionTarget } from '../catalog/ref';
import type { Connection } from '../service/connection';
import type { AccountSteps } from './accountSteps';
import { askForName, freeName } from './askForName';
import { chooseConnection } from './chooseConnection';
import { deleteSecrets } from './deleteSecrets';
import { keepConnection } from './keepConnection';
import type { AuthParts } from './parts';
import { pickClient, signInTo } from './signInFlow';

/**
 * Makes a connection like another one, with its key or its OAuth client. A sign-in is not copied: the server
 * may replace its token with each use, and two connections would end each other's.
 */
export async function duplicateConnection(
  parts: AuthParts,
  target: ConnectionTarget | undefined,
  steps: AccountSteps = { pickClient, signInTo },
): Promise<void> {
  const { prompts, l10n, connections, newId } = parts;
  const source = await chooseConnection(parts, target, l10n.t('Duplicate Connection'));
  if (!source) return;
  const name = await askForName(parts, {
    title: l10n.t('Duplicate Connection'),
    prompt: l10n.t('Name of the copy of “{0}”.', source.name),
    value: freeName(source.name, connections),
  });
  if (name === undefined) return;
  const copy: Connection = { ...source, id: newId(), name };
  const undo = () => deleteSecrets(parts, copy);
  await copySecrets(parts, source, copy).catch(async (error: unknown) => {
    await undo();
    throw error;
  });
  await keepConnection(connections, copy, undo);
  if (copy.auth !== 'oauth') return;
  const signIn = l10n.t('Sign In…');
  const answer = await prompts.confirm(l10n.t('Sign in to “{0}” now?', name), {
    detail: l10n.t('A sign-in belongs to one connection, so that the copy needs its own.'),
    actions: [signIn],
  });
  if (answer === signIn) await steps.signInTo(parts, copy);
}

async function copySecrets(
  { vault, signIns }: Pick<AuthParts, 'vault' | 'signIns'>,
  { id, auth }: Connection,
  copy: Connection,
): Promise<void> {
  if (auth === 'apiKey') {
    // With the origin that it was entered for: that may be another than the present endpoint.
    const stored = await vault.read(id);
    if (stored) await vault.write(copy.id, stored);
  }
  if (auth === 'oauth') {
    const { clients } = await signIns();
    const stored = await clients.read(id);
    if (stored) await clients.write(copy.id, stored);
  }
}
