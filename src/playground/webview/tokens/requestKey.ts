import type { PlaygroundState } from '../../protocol';

/** Changes with whatever is sent besides the text of the next message; cheap also in long conversations. */
export function requestKey(panel: PlaygroundState): string {
  const { conversation, connection, model, version, mode, settings, variables } = panel;
  let length = 0;
  for (const { content } of panel.turns) {
    for (const { text } of content.parts ?? []) length += 1 + (text?.length ?? 0);
  }
  return JSON.stringify([
    ...[conversation, connection?.name, connection?.detail, model?.name, version, mode],
    ...[settings, variables],
    panel.attachments.map(({ id, state }) => [id, state]),
    ...[panel.turns.length, panel.turns.at(-1)?.id, length],
  ]);
}
