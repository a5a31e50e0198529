import type { Flow } from '../room';

/** Opens the text of a chunk as a document of its own, plain or as Markdown. */
export const editText: Flow = async (room, targets) => {
  const [chunk] = targets;
  if (!chunk || chunk.collection) return;
  const { l10n, prompts } = room;
  const form = await prompts.pick({ title: l10n.t('Edit the text of the chunk') }, [
    { label: l10n.t('As plain text'), icon: 'file', value: 'txt' },
    { label: l10n.t('As Markdown'), icon: 'markdown', value: 'md' },
  ] as const);
  if (form) await room.openDocument(chunk, { preview: false, form });
};
