import type { FileTarget } from '../../../base/fileTarget';
import { plainText } from '../../../platform/plainText';
import type { KeptAttachment } from '../../conversation';
import { newId } from '../conversationFile';
import type { DroppedItem } from './droppedItem';

/** What is known of an attachment before anything was read. `connection` is where a file without one would be. */
export function newAttachment(item: DroppedItem, connection: string | undefined): KeptAttachment {
  const id = newId();
  if (item.kind === 'user') {
    const { target } = item;
    const name = plainText(target.path.split('/').findLast(Boolean) ?? target.path);
    return { id, name, mimeType: '', kind: 'inline', source: target };
  }
  const { file, connection: home = connection } = item;
  return {
    ...{ id, name: file, mimeType: '', kind: 'file', file },
    ...(home !== undefined && { connection: home }),
  };
}

/** Those items that are not there yet, each once. */
export function withoutKnown(
  items: readonly DroppedItem[],
  known: readonly KeptAttachment[],
): readonly DroppedItem[] {
  const keys = new Set(known.map(({ source, file }) => (source ? targetKey(source) : file)));
  return items.filter((item) => {
    const key = item.kind === 'user' ? targetKey(item.target) : item.file;
    return !keys.has(key) && keys.add(key);
  });
}

function targetKey({ scheme, authority, path }: FileTarget): string {
  return JSON.stringify([scheme, authority, path]);
}
