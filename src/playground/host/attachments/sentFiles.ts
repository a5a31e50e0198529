import { isObject, textAt } from '../../../base/json';
import type { Message } from '../../../api/schema/infer';
import type { AttachedPart, Conversation, Turn, UserTurn } from '../../conversation';
import type { ServiceFile } from './serviceFile';

type Content = Message<'Content'>;

/** A file of the service that a request names. */
export interface SentFile {
  readonly uri: string;
  /** As the user knows it; its resource name where that is all that is known. */
  readonly name: string;
  readonly mimeType: string;
  /** Milliseconds since 1970; absent where it is not known. */
  readonly expiresAt?: number;
}

/** The files that a request names, each once; `turns` tell what the user calls them. */
export function sentFiles(contents: readonly Content[], turns: readonly Turn[]): SentFile[] {
  const known = new Map<string, AttachedPart>();
  for (const turn of turns) {
    if (turn.role !== 'user') continue;
    for (const attached of turn.attached ?? []) {
      const uri = turn.content.parts?.[attached.part]?.fileData?.fileUri;
      if (uri !== undefined) known.set(uri, attached);
    }
  }
  const files = new Map<string, SentFile>();
  for (const part of contents.flatMap(({ parts }) => parts ?? [])) {
    if (!isObject(part.fileData)) continue;
    const uri = textAt(part.fileData, 'fileUri');
    const { name = uri.split('/').slice(-2).join('/'), expiresAt } = known.get(uri) ?? {};
    const mimeType = textAt(part.fileData, 'mimeType');
    files.set(uri, { uri, name, mimeType, ...(expiresAt !== undefined && { expiresAt }) });
  }
  return [...files.values()];
}

/** The conversation with another file in place of one, in every message. */
export function withFileReplaced(
  conversation: Conversation,
  uri: string,
  { part: fresh, expiresAt }: ServiceFile,
): Conversation {
  return changed(conversation, uri, (turn) => {
    const parts = turn.content.parts ?? [];
    const isIt = (index: number): boolean => parts[index]?.fileData?.fileUri === uri;
    const attached = turn.attached?.map(({ expiresAt: old, ...other }) => {
      const end = isIt(other.part) ? expiresAt : old;
      return { ...other, ...(end !== undefined && { expiresAt: end }) };
    });
    return {
      ...turn,
      content: {
        ...turn.content,
        parts: parts.map((part, index) => (isIt(index) ? { ...part, ...fresh } : part)),
      },
      ...(attached && { attached }),
    };
  });
}

/** The conversation whose requests leave a file out; it stays in its messages. */
export function withFileLeftOut(conversation: Conversation, uri: string): Conversation {
  return changed(conversation, uri, (turn) => ({
    ...turn,
    leftOut: [...(turn.leftOut ?? []), uri],
  }));
}

function changed(
  conversation: Conversation,
  uri: string,
  change: (turn: UserTurn) => UserTurn,
): Conversation {
  const turns = conversation.turns.map((turn) =>
    turn.role === 'user' && turn.content.parts?.some(({ fileData }) => fileData?.fileUri === uri)
      ? change(turn)
      : turn,
  );
  return { ...conversation, turns };
}
