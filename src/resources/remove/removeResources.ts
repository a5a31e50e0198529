import * as l10n from '@vscode/l10n';
import { AppError, CancelledError, errorMessage } from '../../base/errors';
import { kindRow } from '../../catalog/kinds';
import type { Task } from '../../platform/activity';
import { plainText } from '../../platform/plainText';
import { type LabelledResource, nameThem } from '../resourceTexts';
import type { ResourceHandler, ResourcesContext } from '../context';
import { type AgreedRemoval, confirmRemoval, planRemoval } from './confirmRemoval';
import { keepCopies } from './keepCopies';
import { type RemovalResult, sendDeletes } from './sendDeletes';
import { Trash } from './trash';

/** Deletes resources, after a question that says what goes with them. */
export const removeResources: ResourceHandler = async (context, targets) => {
  const plan = planRemoval(targets, context.services.store);
  const count =
    plan.leaves.length + plan.containers.length + plan.stores.length + plan.named.length;
  if (count === 0) {
    const [first] = plan.refused;
    const { reason, help } = (first && kindRow(first.ref.kind).refused) ?? {};
    if (!reason || !help) return;
    throw new AppError('refused', l10n.t(reason.message), { hint: l10n.t(help.message) });
  }
  const agreed = await confirmRemoval(context, plan);
  if (!agreed) return;
  const all = [...agreed.containers, ...agreed.others];
  const title = l10n.t('Deleting {0}', nameThem(all));
  const result = await context.activity.run(title, (task) => removeAll(context, agreed, task));
  // Not waited for: the command is done, whenever somebody looks at what it says.
  if (result.failed.length > 0) void tellFailures(context, all.length, result);
};

async function removeAll(
  context: ResourcesContext,
  agreed: AgreedRemoval,
  task: Task,
): Promise<RemovalResult> {
  const { services } = context;
  const { signal } = task;
  const all = [...agreed.containers, ...agreed.others];
  const trash = new Trash(context);
  const kept = await keepCopies(context, trash, agreed, task);
  const marked = services.store.mark(
    all.map(({ ref }) => ref),
    'deleting',
  );
  const pending: LabelledResource[] = [];
  let done = 0;
  const flush = (): void => {
    if (pending.length > 0) services.store.remove(pending.splice(0).map(({ ref }) => ref));
  };
  let result: RemovalResult;
  try {
    result = await sendDeletes(services.calls, all, {
      signal,
      isForced: (removal) => agreed.forced.has(removal),
      onRemoved: (removed) => {
        pending.push(...removed);
        done += removed.length;
        // Each time the rows are drawn anew, which takes long where there are many.
        if (pending.length >= FLUSHED) flush();
        task.report({
          text: l10n.t('Deleted {0} of {1}', done, all.length),
          done,
          total: all.length,
        });
      },
    });
  } finally {
    flush();
    marked.dispose();
  }
  await kept.settle(result);
  if (result.removed.length === 0) throw reasonOf(result);
  const what = nameThem(result.removed);
  task.conclude(
    result.failed.length === 0
      ? l10n.t('Deleted {0}', what)
      : l10n.t('Deleted {0}, and not {1} more', what, result.failed.length),
  );
  const undo = kept.undo();
  if (undo) task.offer({ kind: 'undo', run: undo });
  void tellDeleted(context, what, undo);
  return result;
}

/** Says what was deleted, with a way back where there is one. Never rejects. */
async function tellDeleted(
  context: ResourcesContext,
  what: string,
  undo: (() => Promise<void>) | undefined,
): Promise<void> {
  const { prompts } = context;
  const text = l10n.t('Deleted {0}', what);
  if (!undo) {
    context.tell(text);
    return;
  }
  try {
    const action = l10n.t('Undo');
    if ((await prompts.notify('info', text, action)) === action) await undo();
  } catch (error) {
    await context.report('restoreDeleted', error);
  }
}

/** Rows after which the tree follows. */
const FLUSHED = 100;

/** Why nothing at all was deleted. */
function reasonOf({ failed, stopped }: RemovalResult): unknown {
  return stopped ?? failed.find(({ error }) => error !== undefined)?.error ?? new CancelledError();
}

/** Says how many of several were not deleted, and shows on demand which and why. Never rejects. */
async function tellFailures(
  context: ResourcesContext,
  total: number,
  { failed, stopped }: RemovalResult,
): Promise<void> {
  const { prompts, documents } = context;
  // Cancelled by the user, who knows.
  if (CancelledError.is(stopped) && failed.every(({ error }) => error === undefined)) return;
  try {
    const show = l10n.t('Show Details');
    const counted = l10n.t('{0} of {1} could not be deleted.', failed.length, total);
    if ((await prompts.notify('warning', counted, show)) !== show) return;
    const lines = failed.map(({ removal, error }) => {
      const why =
        error === undefined ? l10n.t('No further attempt was made.') : errorMessage(error);
      return `${plainText(removal.ref.name)}\n    ${plainText(why)}`;
    });
    const text = [counted, '', ...lines, ''].join('\n');
    await documents.show({ name: l10n.t('Not deleted.txt'), read: () => text });
  } catch (error) {
    await context.report('delete', error);
  }
}
