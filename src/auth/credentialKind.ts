import type { L10n } from '../platform/l10n';
import type { PickItem } from '../platform/prompts';
import type { AuthKind } from '../service/connection';

/** How a kind of credential is shown, with a sentence for who chooses among them. */
export function credentialKind(
  kind: AuthKind,
  l10n: L10n,
): PickItem<AuthKind> & { readonly icon: string } {
  switch (kind) {
    case 'apiKey':
      return {
        value: kind,
        icon: 'key',
        label: l10n.t('API key'),
        detail: l10n.t('Opens models and files. Tuned models and corpora need an account.'),
      };
    case 'oauth':
      return {
        value: kind,
        icon: 'account',
        label: l10n.t('Account'),
        detail: l10n.t('You sign in in your browser. Needs the file of an OAuth client.'),
      };
    case 'adc':
      return {
        value: kind,
        icon: 'vm',
        label: l10n.t('Application default credentials'),
        detail: l10n.t('What “gcloud auth application-default login” left on this machine.'),
      };
    case 'none':
      return {
        value: kind,
        icon: 'plug',
        label: l10n.t('No credential'),
        detail: l10n.t('For a gateway that adds its own.'),
      };
  }
}
