import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import { extensionOf, isPreviewed } from '../../base/mediaTypes';
import { objectAt, textAt } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import type { ResourceHandler } from '../context';

export const playVoice: ResourceHandler = async (context, [target]) => {
  if (target?.kind !== 'voice' || target.collection) return;
  const { services } = context;
  const listed = sampleOf(services.store.find(target));
  const sample =
    listed ??
    sampleOf(
      await context.progress(l10n.t('Getting {0}', target.name), async (signal) =>
        services.store.get(target, signal),
      ),
    );
  if (!sample) {
    throw new AppError('noSample', l10n.t('This voice has no sample.'), {
      hint: l10n.t('Only voices created from a description have a sample.'),
    });
  }
  const extension = extensionOf(sample.type) ?? '';
  if (!isPreviewed(extension)) {
    throw new AppError(
      'notShown',
      l10n.t('VS Code can’t preview content of type “{0}”.', sample.type),
      { hint: l10n.t('Use “Open as JSON” to see the raw content.') },
    );
  }
  await context.preview({ word: 'voice', extension, bytes: sample.bytes });
};

function sampleOf(resource: JsonObject | undefined) {
  const sample = objectAt(resource ?? {}, 'sample_audio');
  const bytes = Buffer.from(textAt(sample, 'data'), 'base64');
  const [type = ''] = textAt(sample, 'mime_type').toLowerCase().split(';', 1);
  return bytes.length === 0 ? undefined : { type: type.trim(), bytes };
}
