import * as l10n from '@vscode/l10n';
import { textAt } from '../../base/json';
import { textLength } from '../../api/schema/limits';
import { findMessage } from '../../api/schema/messages';
import { bodyMessage, nameField } from '../../catalog/kindOperations';
import type { ResourceRef } from '../../catalog/ref';
import { patchCall } from '../../service/tableCalls';
import type { ResourceHandler, ResourcesContext } from '../context';
import { shortLabel } from '../resourceTexts';

export const renameResource: ResourceHandler = async (context, targets) => {
  const [target] = targets;
  const field = target && !target.collection && nameField(target.kind, target.version);
  if (!target || !field) return;
  const { services } = context;
  const known = services.store.find(target) ?? (await services.store.get(target));
  const before = textAt(known, field);
  const after = await askForName(context, target, field, before);
  if (after === undefined || after === before) return;
  const { id, input } = patchCall(target, { [field]: after }, [field]);
  const mark = services.store.mark([target], 'saving');
  try {
    const renamed = await context.progress(
      l10n.t('Renaming {0} to “{1}”', target.name, after),
      async (signal) => await services.calls.call(target, id, input, { signal }),
    );
    services.store.merge(target, renamed);
  } finally {
    mark.dispose();
  }
};

async function askForName(
  { prompts }: ResourcesContext,
  { kind, name }: ResourceRef,
  field: string,
  before: string,
): Promise<string | undefined> {
  const longest = longestName(bodyMessage(kind, 'patch'), field);
  return await prompts.input({
    title: l10n.t('Rename “{0}”', shortLabel(before || name)),
    prompt: l10n.t('Enter a new display name for {0}.', name),
    value: before,
    validate: (value) =>
      textLength(value, longest) > longest
        ? l10n.t('Display names can have up to {0} characters.', longest)
        : undefined,
  });
}

function longestName(message: string, field: string): number {
  return findMessage(message)?.fields[field]?.limits?.maxLength ?? Number.POSITIVE_INFINITY;
}
