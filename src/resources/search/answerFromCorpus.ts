import { refKey, type ResourceRef } from '../../catalog/ref';
import type { SheetAction } from '../../platform/sheet';
import type { Flow, Room } from '../room';
import { answerCall } from './answerRequest';
import { answerOf } from './answerResult';
import { answerSheet } from './answerSheet';
import { askForAnswer } from './askForAnswer';
import { askForSource, sourceLabel } from './askForSource';
import { searchSource } from './searchResource';

/** Answers a question from the chunks of a corpus or a document. */
export const answerFromCorpus: Flow = async (room, targets) => {
  const source = await askForSource(room, targets, room.l10n.t('Answer'));
  if (source) await answerFrom(room, source);
};

async function answerFrom(room: Room, source: ResourceRef): Promise<void> {
  const { l10n, progress, searches, services, sheets } = room;
  const label = sourceLabel(room, source);
  const request = await askForAnswer(room, source, label);
  if (!request) return;
  searches.rememberAnswer(source, request);
  const { id, input } = answerCall(source, request);
  const answered = await progress(l10n.t('Answering from {0}', label), (signal) =>
    services.calls.call(source, id, input, { signal }),
  );
  const result = answerOf(answered, source);
  const onAction = async ({ action, rows }: SheetAction): Promise<void> => {
    const chunk = result.passages[Number(rows[0])]?.chunk;
    if (action === 'again') await answerFrom(room, source);
    else if (action === 'search') await searchSource(room, source, request.question);
    else if (action === 'open' && chunk) await room.openDocument(chunk);
  };
  const sheet = answerSheet(label, request, result, services.store, l10n);
  sheets.open(`answer:${refKey(source)}`, sheet, onAction);
}
