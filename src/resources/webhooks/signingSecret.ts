import * as l10n from '@vscode/l10n';
import { textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import { type KindId, kindRow } from '../../catalog/kinds';
import { type SecretDeps, showSecretOnce } from '../../platform/showSecretOnce';

/** A create response without its secret, which must not reach lists or documents. */
interface CreatedWebhook {
  readonly resource: JsonObject;
  readonly secret?: string;
}

/** Removes the secret from a response before the response is stored. */
export function takeSecret(kind: KindId, answer: JsonObject): CreatedWebhook {
  const { shownOnce } = kindRow(kind);
  if (shownOnce === undefined) return { resource: answer };
  const { [shownOnce]: _secret, ...resource } = answer;
  const secret = textAt(answer, shownOnce);
  return secret === '' ? { resource } : { resource, secret };
}

/** Shows the signing secret of a new webhook, or a rotated secret. */
export async function showSigningSecret(
  deps: SecretDeps,
  secret: string,
  name: string,
): Promise<void> {
  await showSecretOnce(deps, secret, {
    about: l10n.t('Signing secret for {0}', name),
    after: l10n.t('To get a new one, use “Rotate Signing Secret…”.'),
  });
}
