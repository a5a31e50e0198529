import type { Conversation, FileSource, Turn } from '../model/conversation';

/** The new place of a file or folder that was renamed or moved. */
export interface FileMove {
  readonly from: FilePlace;
  readonly to: FilePlace;
}

interface FilePlace extends FileSource {
  /** The same place as an address. */
  readonly uri: string;
}

/** The new place of a file, if it or a folder around it was moved. */
export function movedSource(source: FileSource, moves: readonly FileMove[]): FileSource {
  const { scheme, authority, path } = source;
  for (const { from, to } of moves) {
    const rest = scheme === from.scheme && authority === from.authority && below(path, from.path);
    if (typeof rest === 'string') {
      return { scheme: to.scheme, authority: to.authority, path: to.path + rest };
    }
  }
  return source;
}

/** The conversation with the new places of its prompt file and of its attached files; itself if none was moved. */
export function withMovedFiles(
  conversation: Conversation,
  moves: readonly FileMove[],
): Conversation {
  const { promptFile, turns, branches } = conversation;
  const moved: Conversation = {
    ...conversation,
    ...(promptFile !== undefined && { promptFile: movedAddress(promptFile, moves) }),
    turns: movedTurns(turns, moves),
    ...(branches && {
      branches: branches.map((one) => ({ ...one, turns: movedTurns(one.turns, moves) })),
    }),
  };
  const isSame =
    moved.promptFile === promptFile &&
    moved.turns === turns &&
    (moved.branches ?? []).every((one, at) => one.turns === branches?.[at]?.turns);
  return isSame ? conversation : moved;
}

/** The new address of a file, if it or a folder around it was moved. */
export function movedAddress(uri: string, moves: readonly FileMove[]): string {
  for (const { from, to } of moves) {
    const rest = below(uri, from.uri);
    if (rest !== undefined) return to.uri + rest;
  }
  return uri;
}

function movedTurns(turns: readonly Turn[], moves: readonly FileMove[]): readonly Turn[] {
  const moved = turns.map((turn) => {
    if (turn.role !== 'user' || !turn.attached) return turn;
    const attached = turn.attached.map((one) => {
      const source = one.source && movedSource(one.source, moves);
      return source && source !== one.source ? { ...one, source } : one;
    });
    return attached.every((one, at) => one === turn.attached?.[at]) ? turn : { ...turn, attached };
  });
  return moved.every((turn, at) => turn === turns[at]) ? turns : moved;
}

/** What follows a place in a path: nothing for the place itself; undefined if the path is elsewhere. */
function below(path: string, place: string): string | undefined {
  return path === place || path.startsWith(`${place}/`) ? path.slice(place.length) : undefined;
}
