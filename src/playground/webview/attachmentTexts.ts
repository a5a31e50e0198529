import * as l10n from '@vscode/l10n';
import type { Attachment, PlaygroundState } from '../../conversation/model/protocol';
import { type Format } from './format';
import { revealedText } from './reveal';

/** Returns the upload state in one or two words. Empty if ready. */
export function stateText({ state, part }: Attachment, format: Format): string {
  switch (state) {
    case 'reading':
      return l10n.t('reading…');
    case 'sending':
      return part === undefined ? l10n.t('sending…') : l10n.t('{0} sent', format.percent(part));
    case 'processing':
      return l10n.t('processing…');
    case 'failed':
      return l10n.t('failed');
    case 'expired':
      return l10n.t('expired');
    case 'ready':
      return '';
  }
}

export function spokenAttachment(attachment: Attachment, format: Format): string {
  const { name, mimeType, size, message } = attachment;
  const facts = [
    shownName(name),
    shownName(mimeType),
    size === undefined ? '' : format.bytes(size),
    stateText(attachment, format),
    message ?? '',
  ];
  return facts.filter((fact) => fact !== '').join(', ');
}

/** Returns why these attachments prevent sending, and the fix. Undefined if nothing does. */
export function attachmentBlocker(
  attachments: readonly Attachment[],
  format: Format,
): string | undefined {
  const broken = attachments.find(isBroken);
  if (broken) return brokenText(broken);
  const pending = attachments.filter(({ state }) => state !== 'ready');
  const [first] = pending;
  if (!first) return undefined;
  return pending.length === 1
    ? l10n.t('Wait until {0} is ready.', shownName(first.name))
    : l10n.t('Wait until {0} attachments are ready.', format.count(pending.length));
}

/** Returns the screen reader text for attachment changes between two snapshots of one conversation. */
export function attachmentAnnouncement(
  before: PlaygroundState,
  after: PlaygroundState,
  format: Format,
): string | undefined {
  const known = new Map(before.attachments.map((attachment) => [attachment.id, attachment]));
  const broken = after.attachments.find(
    (attachment) => isBroken(attachment) && known.get(attachment.id)?.state !== attachment.state,
  );
  if (broken) return brokenText(broken);
  const added = after.attachments.filter(({ id }) => !known.has(id));
  const [first] = added;
  if (first) {
    return added.length === 1
      ? l10n.t('{0} is attached.', shownName(first.name))
      : l10n.t('{0} files are attached.', format.count(added.length));
  }
  const isReady = (attachment: Attachment): boolean => attachment.state === 'ready';
  if (after.attachments.length === 0 || !after.attachments.every(isReady)) return undefined;
  return before.attachments.every(isReady) ? undefined : l10n.t('All attachments are ready.');
}

function isBroken({ state }: Attachment): boolean {
  return state === 'failed' || state === 'expired';
}

function brokenText({ name, state, message, reference }: Attachment): string {
  if (state === 'expired')
    return l10n.t('{0} has expired on the server. Upload it again or remove it.', shownName(name));
  // Errors of workspace files name the file.
  if (reference && message !== undefined) return message;
  return message === undefined
    ? l10n.t('Couldn’t attach {0}. Retry or remove it.', shownName(name))
    : l10n.t('Couldn’t attach {0}: {1}', shownName(name), message);
}

/** Maximum length of a shown name, and of its end, which contains the extension. */
const LENGTH = 36;
const END = 14;
const MAX_ANNOUNCEMENT_LENGTH = 2000;

/** Returns a display name with hidden characters made visible and the middle of long names elided. */
export function shownName(name: string): string {
  const bounded =
    name.length > MAX_ANNOUNCEMENT_LENGTH ? name.slice(0, LENGTH) + '…' + name.slice(-END) : name;
  const characters = Array.from(revealedText(bounded).replace(/\s+/g, ' '));
  if (characters.length <= LENGTH) return characters.join('');
  const start = characters.slice(0, LENGTH - END - 1).join('');
  return `${start}…${characters.slice(-END).join('')}`;
}
