import { askMimeType } from '../mime/askMimeType';
import type { FilesRoom } from '../room';
import type { Looked } from './look';

/** A file whose type is known. */
export type Typed = Looked & { readonly mimeType: string };

/** Asks for the types that nothing tells, once for all files with the same ending. Undefined when dismissed. */
export async function askTypes(
  room: Pick<FilesRoom, 'prompts' | 'l10n'>,
  files: readonly Looked[],
): Promise<readonly Typed[] | undefined> {
  const answers = new Map<string, string>();
  const typed: Typed[] = [];
  for (const file of files) {
    const { name } = file.file;
    const key = keyOf(name);
    const mimeType = file.mimeType ?? answers.get(key) ?? (await askMimeType(room, name));
    if (mimeType === undefined) return undefined;
    if (file.mimeType === undefined) answers.set(key, mimeType);
    typed.push({ ...file, mimeType });
  }
  return typed;
}

/** The ending, or the whole name where there is none. */
function keyOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot <= 0 || dot === name.length - 1 ? `/${name}` : name.slice(dot).toLowerCase();
}
