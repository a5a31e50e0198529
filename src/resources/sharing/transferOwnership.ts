import * as l10n from '@vscode/l10n';
import { operationRow, versionFor } from '../../api/operations';
import { AppError } from '../../base/errors';
import type { ResourceRef } from '../../catalog/ref';
import { plainText } from '../../platform/plainText';
import type { ResourceHandler, ResourcesContext } from '../context';
import { askForEmail } from './prompts';
import { labelOf, permissionsOf } from './permissions';

const OPERATION = 'tunedModels.transferOwnership';

export const transferOwnership: ResourceHandler = async (context, targets) => {
  const model = targets.find(({ kind, collection }) => kind === 'tunedModel' && !collection);
  if (!model) {
    throw new AppError('notTransferred', l10n.t('Select a tuned model in the Resources view.'), {
      hint: l10n.t('Only tuned models can be transferred to another owner.'),
    });
  }
  const title = l10n.t('Transfer Ownership of “{0}”', labelOf(context, model));
  const email = await askForEmail(context, title, l10n.t('Enter the new owner’s email address'));
  if (email === undefined || !(await confirmTransfer(context, model, title, email))) return;
  await transfer(context, model, email);
};

async function confirmTransfer(
  { prompts }: ResourcesContext,
  { name }: ResourceRef,
  title: string,
  email: string,
): Promise<boolean> {
  const shown = plainText(name);
  const typed = await prompts.input({
    title,
    prompt: l10n.t(
      'Type {0} to make {1} the owner. You can still edit and share the model as a writer, but no longer delete or transfer it. Only the new owner can undo this.',
      shown,
      email,
    ),
    placeholder: shown,
    validate: (value) =>
      value === '' || value.trim() === name
        ? undefined
        : l10n.t('To transfer ownership, type {0}.', shown),
  });
  return typed?.trim() === name;
}

async function transfer(
  context: ResourcesContext,
  model: ResourceRef,
  emailAddress: string,
): Promise<void> {
  const { activity, services } = context;
  const { calls, store } = services;
  const version = versionFor(operationRow(OPERATION), model.version);
  const title = l10n.t('Transferring ownership of “{0}”', labelOf(context, model));
  await activity.run(title, async (task) => {
    const mark = store.mark([model], 'saving');
    const place = { connection: model.connection, version };
    const input = { name: model.name, body: { emailAddress } };
    try {
      await calls.call(place, OPERATION, input, { signal: task.signal });
    } finally {
      mark.dispose();
      // Also runs after an error, because the transfer may have succeeded before the response was lost.
      const permissions = permissionsOf(model);
      if (permissions) store.invalidate(permissions);
    }
    task.conclude(l10n.t('{0} now owns {1}', emailAddress, plainText(model.name)));
    await store.get(model, task.signal);
  });
}
