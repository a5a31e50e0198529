import * as l10n from '@vscode/l10n';
import { askExpiration } from '../../platform/askExpiration';
import { patchCall } from '../../service/tableCalls';
import type { ResourceHandler } from '../context';

export const keepLonger: ResourceHandler = async (context, targets) => {
  const [target] = targets;
  if (!target || target.collection || target.kind !== 'cachedContent') return;
  const { services } = context;
  const seconds = await askExpiration(context.prompts, {
    title: l10n.t('Extend Expiration of {0}', target.name),
    other: l10n.t('Extend Expiration of {0}', target.name),
  });
  if (seconds === undefined) return;
  const { id, input } = patchCall(target, { ttl: `${seconds}s` }, ['ttl']);
  const mark = services.store.mark([target], 'saving');
  try {
    const kept = await context.progress(
      l10n.t('Extending expiration of {0}', target.name),
      async (signal) => await services.calls.call(target, id, input, { signal }),
    );
    services.store.merge(target, kept);
  } finally {
    mark.dispose();
  }
};
