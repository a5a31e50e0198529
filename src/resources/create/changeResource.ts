import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../../api/schema/row';
import { AppError } from '../../base/errors';
import { textAt } from '../../base/json';
import { textLength } from '../../api/schema/limits';
import { findMessage, findType, isUnion } from '../../api/schema/messages';
import { bodyMessage, nameField } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds/index';
import type { ResourceRef } from '../../catalog/ref';
import { askExpiration } from '../../platform/questions';
import { runWizard, type WizardStep } from '../../platform/wizard';
import { patchCall } from '../../service/tableCalls';
import type { ResourceHandler, ResourcesContext } from '../context';
import { shortLabel } from '../resourceTexts';
import { askForField, type FormField, formFields, wordsOf } from './formQuestions';

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

interface Answers {
  readonly chosen: readonly string[];
  readonly body: JsonObject;
}

export const changeSecret: ResourceHandler = async (context, [target]) => {
  if (!target || target.collection || !kindRow(target.kind).verbs.changeSecret) return;
  const { services } = context;
  const known = services.store.find(target) ?? (await services.store.get(target));
  const { by, word, fields } = changeOf(target, known);
  const body = await askForChange(context, target, fields);
  const names = Object.keys(body ?? {});
  if (!body || names.length === 0) return;
  const { id, input } = patchCall(target, { [by]: word, ...body }, names);
  const mark = services.store.mark([target], 'saving');
  try {
    const changed = await context.progress(
      l10n.t('Updating {0}', target.name),
      async (signal) => await services.calls.call(target, id, input, { signal }),
    );
    services.store.merge(target, changed);
    context.tell(l10n.t('Updated: {0}', names.map(wordsOf).join(', ')));
  } finally {
    mark.dispose();
  }
};

/** Returns the changeable fields. The request must contain the resource's type. */
function changeOf({ kind, name }: ResourceRef, known: JsonObject) {
  const message = bodyMessage(kind, 'patch');
  const type = findType(message);
  const by = (type && isUnion(type) ? type.by : undefined) ?? '';
  const word = textAt(known, by);
  const fields = formFields(message).filter(
    ({ field, when }) => field.const === undefined && when?.word === word,
  );
  if (fields.length > 0) return { by, word, fields };
  throw new AppError('unknownType', l10n.t('{0} has an unknown type.', name), {
    hint: l10n.t('To change it, use “Call API Method…”.'),
  });
}

async function askForChange(
  { prompts }: ResourcesContext,
  { kind, name }: ResourceRef,
  fields: readonly FormField[],
): Promise<JsonObject | undefined> {
  const noun = l10n.t(kindRow(kind).noun.message);
  const title = l10n.t('Update {0} {1}', noun, name.split('/').at(-1) ?? name);
  const rows = fields.map(({ name: field, field: { secret } }) => {
    return { label: wordsOf(field), value: field, checked: secret === true };
  });
  const steps = fields.map(({ name: field, field: row }): WizardStep<Answers> => ({
    isAsked: ({ chosen }) => chosen.includes(field),
    async ask(stepPrompts, { body }) {
      const step = { title, isRequired: row.presence !== true };
      const value = await askForField({ prompts: stepPrompts }, field, row, step);
      return value === undefined ? undefined : { body: { ...body, [field]: value } };
    },
  }));
  const chosen = await prompts.pickMany(
    { title, placeholder: l10n.t('Select a field to edit') },
    rows,
  );
  if (!chosen) return undefined;
  return (await runWizard<Answers>(prompts, { chosen, body: {} }, steps))?.body;
}

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
