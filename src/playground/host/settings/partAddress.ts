import type { PartFile } from '../../settings';

/** Path of the document of a part of a conversation's settings, such as `/<conversation>/responseSchema.json`. */
export function partPath(conversation: string, file: PartFile): string {
  return `/${conversation}/${file}.json`;
}

/** What the document at a path is of; undefined where it has another form. */
export function parsePartPath(
  path: string,
): { readonly conversation: string; readonly name: string } | undefined {
  const [, conversation, name] = /^\/([a-z0-9]+)\/([A-Za-z]+)\.json$/.exec(path) ?? [];
  return conversation === undefined || name === undefined ? undefined : { conversation, name };
}
