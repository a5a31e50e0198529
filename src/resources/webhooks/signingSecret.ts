import * as l10n from '@vscode/l10n';
import { textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import { type KindId, kindRow } from '../../catalog/kinds';
import { type SecretDeps, showSecretOnce } from '../../platform/secretOnce';

/** What the answer to a create has, without what it alone has: that is shown, and goes into no list and no document. */
export interface Made {
  readonly resource: JsonObject;
  /** Absent where there was none. */
  readonly secret?: string;
}

/** Takes the secret out of an answer, before anything keeps it. */
export function withoutSecret(kind: KindId, answer: JsonObject): Made {
  const { shownOnce } = kindRow(kind);
  if (shownOnce === undefined) return { resource: answer };
  const { [shownOnce]: _secret, ...resource } = answer;
  const secret = textAt(answer, shownOnce);
  return secret === '' ? { resource } : { resource, secret };
}

/** Shows what events of a webhook are signed with: of a new one, or after another one took its place. */
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
