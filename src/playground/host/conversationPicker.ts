import type { L10n } from '../../platform/l10n';
import type { PickItem, Prompts } from '../../platform/prompts';
import type { ConversationEntry } from './history/conversationEntry';

/** Lets the user choose one of the conversations on this machine; undefined when dismissed. */
export async function pickConversation(
  prompts: Prompts,
  entries: Promise<readonly ConversationEntry[]>,
  l10n: L10n,
  locale: string,
): Promise<string | undefined> {
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const items = entries.then((all) => all.map((entry) => itemOf(entry, time, l10n)));
  if ((await items).length === 0) {
    await prompts.notify('info', l10n.t('There is no conversation on this machine yet.'));
    return undefined;
  }
  return await prompts.pick(
    { title: l10n.t('Open Conversation'), placeholder: l10n.t('The latest are on top') },
    items,
  );
}

function itemOf(
  { id, title, updateTime, messages, model, columns }: ConversationEntry,
  time: Intl.DateTimeFormat,
  l10n: L10n,
): PickItem<string> {
  const date = new Date(updateTime);
  const when = Number.isNaN(date.getTime()) ? '' : time.format(date);
  const count = messages === 1 ? l10n.t('1 message') : l10n.t('{0} messages', messages);
  const models = columns ? l10n.t('Comparison · {0} models', columns.length) : model;
  const parts = [when, count, models];
  return { label: title, detail: parts.filter(Boolean).join(' · '), value: id };
}
