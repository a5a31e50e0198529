import * as l10n from '@vscode/l10n';
import { AppError, CancelledError, errorMessage } from '../../base/errors';
import { canDo, topCollection } from '../../catalog/kindOperations';
import { childKinds, kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { requireConnected } from '../../platform/errors';
import { DocumentError } from '../documents/documentProblems';
import { type CreatedResource, makeResource } from '../documents/saveNewResource';
import { showSigningSecret } from '../webhooks/signingSecret';
import type { ResourceHandler, ResourcesContext } from '../context';
import { labelledResource, shortLabel } from '../resourceTexts';
import { fillForm } from './fillForm';
import { fillRows, type FormResult } from './formRows';
import { FORMS } from './forms';

/** Creates a resource in the clicked collection, with a document template or a form. */
export const createResource: ResourceHandler = async (context, targets) => {
  const { prompts } = context;
  const collection = targets.find((target) => target.collection) ?? firstCollection(context);
  const { noun, template, form } = kindRow(collection.kind);
  if (!(template ?? form) || !canDo(collection.kind, 'create', collection.version)) return;
  const name = l10n.t(noun.message);
  const how = !template
    ? 'form'
    : await prompts.pick({ title: l10n.t('New {0}', name) }, [
        {
          label: l10n.t('Fill in a form'),
          description: l10n.t('Answer one question at a time'),
          icon: 'list-selection',
          value: 'form',
        },
        {
          label: l10n.t('Edit as JSON'),
          description: l10n.t('Offers completions. Save the document to create the {0}.', name),
          icon: 'json',
          value: 'document',
        },
      ] as const);
  if (how === 'document') await context.openDocument(collection, { preview: false });
  if (how !== 'form') return;
  const made = await createFromForm(context, collection);
  if (!made) return;
  const { ref, resource, secret } = made;
  context.tell(l10n.t('Created “{0}”', shortLabel(labelledResource(ref, resource).label)));
  await context.reveal(ref);
  if (secret !== undefined) await showSigningSecret(context, secret, ref.name);
};

/** Shows the form until the resource is created or the user gives up (undefined). Retains entered values. */
async function createFromForm(
  context: ResourcesContext,
  collection: ResourceRef,
): Promise<CreatedResource | undefined> {
  const { services } = context;
  const noun = l10n.t(kindRow(collection.kind).noun.message);
  const rows = FORMS[collection.kind]?.(context);
  const fill: typeof fillForm = rows
    ? (_context, at, before) => fillRows(rows, context, at, before)
    : fillForm;
  let filled = await fill(context, collection);
  while (filled) {
    const { body, id } = filled;
    try {
      return await context.activity.run(l10n.t('Creating {0}', noun), async (task) => {
        const made = await makeResource({ ...services }, collection, body, id, task.signal);
        task.conclude(l10n.t('Created {0}', noun));
        return made;
      });
    } catch (error) {
      if (CancelledError.is(error)) throw error;
      filled = await askAgain(context, fill, collection, filled, error);
    }
  }
  return undefined;
}

/** Shows the error and offers the form again. Undefined if the user gives up. */
async function askAgain(
  context: ResourcesContext,
  fill: typeof fillForm,
  collection: ResourceRef,
  filled: FormResult,
  error: unknown,
): Promise<FormResult | undefined> {
  const { prompts } = context;
  const isTaken = error instanceof DocumentError;
  const hint = error instanceof AppError ? error.hint : undefined;
  const change = {
    label: isTaken ? l10n.t('Choose another ID') : l10n.t('Edit your input'),
    ...(isTaken && hint !== undefined && { detail: hint }),
    icon: 'edit',
    value: 'change',
  } as const;
  const retry = {
    label: l10n.t('Try again'),
    ...(hint !== undefined && { detail: hint }),
    icon: 'refresh',
    value: 'retry',
  } as const;
  const choice = await prompts.pick(
    { title: l10n.t('Not created: {0}', errorMessage(error)) },
    isTaken ? [change] : [change, retry],
  );
  if (choice === 'retry') return filled;
  if (choice !== 'change') return undefined;
  return await fill(context, collection, filled, isTaken ? 'id' : 'all');
}

/** Returns the default if there's no target: the first creatable top-level kind. */
function firstCollection({ services }: ResourcesContext): ResourceRef {
  const connection = requireConnected(services.connections.active);
  for (const kind of childKinds()) {
    const found = topCollection(kind, connection);
    if (found && kindRow(kind).template) return found;
  }
  throw new CancelledError();
}
