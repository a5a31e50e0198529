import * as l10n from '@vscode/l10n';
import type { Prompts } from './prompts';
import type { System } from './system';

export interface SecretDeps {
  readonly prompts: Pick<Prompts, 'confirm'>;
  readonly system: Pick<System, 'copy'>;
}

/**
 * Shows a secret that the API returns only once. The secret is never stored; a user who doesn't copy it
 * needs a new one.
 * @param about a sentence about its purpose.
 * @param after a sentence of advice if it is lost.
 */
export async function showSecretOnce(
  { prompts, system }: SecretDeps,
  secret: string,
  { about, after }: { readonly about: string; readonly after: string },
): Promise<void> {
  const copy = l10n.t('Copy');
  const told = l10n.t('Copy it now. It won’t be shown again.');
  const detail = `${secret}\n\n${told} ${after}`;
  const answer = await prompts.confirm(about, { detail, actions: [copy] });
  if (answer === copy) await system.copy(secret);
}
