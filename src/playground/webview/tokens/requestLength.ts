import type { PlaygroundState } from '../../protocol';

/** About how many characters the next request has besides its message: texts, and what is sent inside of it. */
export function requestLength({
  turns,
  attachments,
}: Pick<PlaygroundState, 'turns' | 'attachments'>): number {
  let length = 0;
  for (const { content } of turns) {
    for (const { text, inlineData } of content.parts ?? []) {
      length += (text?.length ?? 0) + (inlineData?.data?.length ?? 0);
    }
  }
  for (const { kind, size = 0 } of attachments) if (kind === 'inline') length += size;
  return length;
}
