import * as l10n from '@vscode/l10n';
import { CancelledError } from '../../base/errors';
import { capitalized, localTime } from '../../base/format';
import type { LiveItem } from '../../platform/prompts';
import { plainText } from '../../platform/plainText';
import type { ResourceHandler, ResourcesContext } from '../context';
import { belowTop, daysText, nameBelow, describeResources } from '../resourceTexts';
import { restoreEntry } from './restoreEntry';
import { type KeptEntry, Trash, type TrashEntry } from './trash';

type Row = KeptEntry | 'restore' | 'forget';
type Choice = { readonly verb: 'restore' | 'forget'; readonly entries: readonly KeptEntry[] };

export const restoreDeleted: ResourceHandler = async (context) => {
  const { prompts } = context;
  const connection = context.services.connections.active;
  if (!connection) return;
  const trash = new Trash(context);
  await trash.sweep();
  const entries = await trash.list(connection.id);
  if (entries.length === 0) {
    const text = l10n.t('The trash for {0} is empty.', plainText(connection.name));
    const off = l10n.t('Trash is turned off because “generativeLanguage.trash.days” is 0.');
    void prompts.notify('info', trash.isOn ? text : `${text} ${off}`);
    return;
  }
  const choice = await choose(context, entries);
  if (!choice) return;
  if (choice.verb === 'forget') {
    await forget(context, trash, choice.entries);
    return;
  }
  for (const { id } of choice.entries) {
    try {
      await restoreEntry(context, trash, id);
    } catch (error) {
      if (CancelledError.is(error) || choice.entries.length === 1) throw error;
      void context.report('restoreDeleted', error);
    }
  }
};

async function forget(
  context: ResourcesContext,
  trash: Trash,
  entries: readonly KeptEntry[],
): Promise<void> {
  const { prompts } = context;
  const action = l10n.t('Delete Forever');
  const what = entries.map(({ entry }) => describeEntry(entry)).join('\n');
  const message =
    entries.length === 1
      ? l10n.t('Delete this copy forever?')
      : l10n.t('Delete {0} copies forever?', entries.length);
  if ((await prompts.confirm(message, { detail: what, actions: [action] })) !== action) return;
  for (const entry of entries) await trash.forget(entry);
}

async function choose(
  context: ResourcesContext,
  entries: readonly KeptEntry[],
): Promise<Choice | undefined> {
  const { prompts } = context;
  const list = prompts.live<Row>();
  const marked = new Set<KeptEntry>();
  let typed = '';
  const show = (): void => {
    const rows = entries
      .map((kept): LiveItem<Row> => ({
        label: describeEntry(kept.entry),
        description: timeText(kept.entry.deletedAt),
        detail: namesOf(kept.entry),
        icon: marked.has(kept) ? 'pass-filled' : 'circle-large-outline',
        value: kept,
      }))
      .filter(({ label, detail }) => `${label} ${detail ?? ''}`.toLowerCase().includes(typed));
    const count = marked.size;
    const verbs: readonly LiveItem<Row>[] = [
      // The first Enter marks an entry. The second restores it.
      {
        label: l10n.t('Restore {0} Selected', count),
        icon: 'history',
        value: 'restore',
        active: true,
      },
      { label: l10n.t('Delete {0} Selected Forever…', count), icon: 'trash', value: 'forget' },
    ];
    list.update({
      title: l10n.t('Restore from Trash'),
      placeholder: l10n.t(
        'Select items to restore. Items stay in trash for {0}.',
        daysText(context.trashDays()),
      ),
      isBusy: false,
      items: [...(count > 0 ? verbs : []), ...rows],
    });
  };
  try {
    return await new Promise<Choice | undefined>((resolve) => {
      list.onDidDismiss(() => resolve(undefined));
      list.onDidType((text) => {
        typed = text.trim().toLowerCase();
        show();
      });
      list.onDidChoose(({ value }) => {
        if (value === 'restore' || value === 'forget') {
          // Latest first, because children are deleted before their parents.
          const chosen = entries.filter((kept) => marked.has(kept));
          resolve({ verb: value, entries: chosen });
          return;
        }
        if (!marked.delete(value)) marked.add(value);
        show();
      });
      show();
    });
  } finally {
    list.dispose();
  }
}

function describeEntry({ items, copies }: TrashEntry): string {
  const what = capitalized(describeResources([...copies, ...items]));
  const below = copies.map((copy) => belowTop(copy.ref, copy));
  const documents = below.reduce((sum, copy) => sum + copy.documents, 0);
  const chunks = below.reduce((sum, copy) => sum + copy.chunks, 0);
  if (copies.length === 0) return what;
  return l10n.t('{0} with {1}', what, nameBelow({ documents, chunks }));
}

function namesOf({ items, copies }: TrashEntry): string {
  const names = [...copies, ...items].map(({ ref }) => ref.name);
  return plainText(names.slice(0, 3).join(', ')) + (names.length > 3 ? ', …' : '');
}

function timeText(time: string): string {
  return localTime(Date.parse(time));
}
