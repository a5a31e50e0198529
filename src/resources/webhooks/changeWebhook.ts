import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../../api/schema/row';
import { textAt } from '../../base/json';
import { type KindId, kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { type SecretDeps, showSecretOnce } from '../../platform/questions';
import { patchCall } from '../../service/tableCalls';
import type { ResourceHandler, ResourcesContext } from '../context';

export const pingWebhook: ResourceHandler = async (context, targets) => {
  const { services } = context;
  for (const target of targets.filter(isWebhook)) {
    const name = labelOf(context, target);
    await context.progress(l10n.t('Sending a test event to {0}', name), async (signal) => {
      const input = { name: target.name, body: {} };
      await services.calls.call(target, 'webhooks.ping', input, { signal });
    });
    context.tell(l10n.t('Sent a test event to {0}', name));
  }
};

export const enableWebhook: ResourceHandler = (context, targets) =>
  setState(context, targets, 'enabled');

export const disableWebhook: ResourceHandler = (context, targets) =>
  setState(context, targets, 'disabled');

async function setState(
  context: ResourcesContext,
  targets: readonly ResourceRef[],
  state: 'enabled' | 'disabled',
): Promise<void> {
  const { services } = context;
  const webhooks = targets.filter(isWebhook);
  const mark = services.store.mark(webhooks, 'saving');
  try {
    for (const target of webhooks) {
      const name = labelOf(context, target);
      const { id, input } = patchCall(target, { state }, ['state']);
      const title =
        state === 'enabled' ? l10n.t('Enabling {0}', name) : l10n.t('Disabling {0}', name);
      const changed = await context.progress(
        title,
        async (signal) => await services.calls.call(target, id, input, { signal }),
      );
      services.store.merge(target, changed);
    }
  } finally {
    mark.dispose();
  }
}

/** Replaces the signing secret. The new secret is shown once. */
export const rotateSecret: ResourceHandler = async (context, targets) => {
  // Only one, since its secret is shown.
  const target = targets.find(isWebhook);
  if (!target) return;
  const { services, prompts } = context;
  const name = labelOf(context, target);
  const keep = l10n.t('Keep Old Secret for 24 Hours');
  const end = l10n.t('Revoke Old Secret Now');
  const answer = await prompts.confirm(l10n.t('Rotate the signing secret of {0}?', name), {
    detail: l10n.t(
      'New events are signed with a new secret. While the old secret is valid, events are signed with both, so the receiver can switch without losing any.',
    ),
    actions: [keep, end],
  });
  if (answer === undefined) return;
  const revocation_behavior =
    answer === keep ? 'revoke_previous_secrets_after_h24' : 'revoke_previous_secrets_immediately';
  const input = { name: target.name, body: { revocation_behavior } };
  const { secret } = await context.progress(
    l10n.t('Rotating the signing secret of {0}', name),
    async (signal) =>
      await services.calls.call(target, 'webhooks.rotateSigningSecret', input, { signal }),
  );
  if (typeof secret === 'string') await showSigningSecret(context, secret, name);
  // Reloads the list of active secrets.
  await services.store.get(target);
};

const isWebhook = ({ kind, collection }: ResourceRef): boolean => !collection && kind === 'webhook';

function labelOf({ services }: ResourcesContext, target: ResourceRef): string {
  const known = services.store.find(target);
  return (known && kindRow('webhook').label(known)) ?? textAt({ name: target.name }, 'name');
}

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
