import * as l10n from '@vscode/l10n';
import type { Prompts } from './prompts';
import type { System } from './system';

/** What a secret is shown with. */
export interface SecretDeps {
  readonly prompts: Pick<Prompts, 'confirm'>;
  readonly system: Pick<System, 'copy'>;
}

/**
 * Shows a secret that the service tells once, until that is answered. It is kept nowhere: whoever has not copied it by
 * then needs another one.
 * @param about what it is of, as a sentence.
 * @param after what helps who has lost it, as a sentence.
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
