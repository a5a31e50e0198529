import * as l10n from '@vscode/l10n';
import { errorMessage, CancelledError, AppError } from '../../base/errors';
import { plainText } from '../../platform/plainText';
import type { UploadState } from '../../platform/localFiles';
import type {
  Reference,
  KeptAttachment,
  AttachedPart,
  Turn,
  FileSource,
  Conversation,
} from '../model/conversation';
import { MAX_PASTED, type Attachment } from '../model/protocol';
import type { AttachedParts } from '../store/transcript';
import { matchesName } from '../../api/names';
import type { FileTarget } from '../../base/fileTarget';
import { decodePercent } from '../../base/encoding';
import { newId } from '../store/conversationFile';

/** Files that expire within this time (in ms) count as expired. */
export const EXPIRES_SOON = 10 * 60_000;

const SHOWN = /^(?:image|audio|video)\//;

interface Work {
  readonly controller: AbortController;
  state: 'reading' | 'sending' | 'processing';
  part?: number;
  text?: string;
}

export class AttachmentEntry {
  kept: KeptAttachment;
  work: Work | undefined;
  failure: string | undefined;
  /** Bytes used in the request, or reserved. */
  weight = 0;

  constructor(kept: KeptAttachment) {
    this.kept = kept;
    const { inlineData, text } = kept.part ?? {};
    this.weight = (inlineData?.data ?? text ?? '').length;
  }

  onState({ phase, part, text }: UploadState): void {
    if (!this.work) return;
    this.work.state = phase === 'processing' ? 'processing' : 'sending';
    if (part === undefined) delete this.work.part;
    else this.work.part = Math.min(1, Math.max(0, part));
    if (text === undefined) delete this.work.text;
    else this.work.text = plainText(text);
  }

  fail(error: unknown): void {
    const { message, hint } = CancelledError.is(error)
      ? { message: l10n.t('The upload was canceled.') }
      : { message: errorMessage(error), ...(error instanceof AppError && { hint: error.hint }) };
    this.failure = plainText(hint === undefined ? message : `${message} ${hint}`);
  }

  /** Returns the attachment for display, for a connection and a time in ms since 1970. */
  shown(connection: string | undefined, now: number): Attachment {
    const { id, name, mimeType, size, kind, reference } = this.kept;
    return {
      id,
      name,
      mimeType,
      kind,
      ...(reference && { reference: reference.kind }),
      ...(size !== undefined && { size }),
      ...this.#state(connection, now),
      hasData: this.#hasData,
    };
  }

  #state(
    connection: string | undefined,
    now: number,
  ): Pick<Attachment, 'state' | 'part' | 'message'> {
    const { part, kind, connection: home, expiresAt } = this.kept;
    if (this.work) {
      const { state, part: done, text } = this.work;
      return { state, ...(done !== undefined && { part: done }), ...(text && { message: text }) };
    }
    if (this.failure !== undefined) return { state: 'failed', message: this.failure };
    if (!part) {
      const message = l10n.t(
        'The attachment wasn’t ready when this conversation was closed. Try again.',
      );
      return { state: 'failed', message };
    }
    if (kind === 'file' && home !== connection) {
      return { state: 'expired', message: l10n.t('This file belongs to another connection.') };
    }
    if (expiresAt !== undefined && expiresAt - EXPIRES_SOON <= now) {
      const message =
        expiresAt <= now
          ? l10n.t('This file was deleted on the server.')
          : l10n.t('This file will be deleted on the server within minutes.');
      return { state: 'expired', message };
    }
    return { state: 'ready' };
  }

  get #hasData(): boolean {
    const { part, source, size, mimeType } = this.kept;
    if (part?.inlineData) return true;
    return part !== undefined && source !== undefined && SHOWN.test(mimeType) && isSmall(size);
  }
}

function isSmall(size: number | undefined): boolean {
  return size !== undefined && size <= MAX_PASTED;
}

export function attachedParts(attachments: readonly KeptAttachment[]): AttachedParts {
  const sent = attachments.flatMap(({ part, ...rest }) => (part ? [{ part, ...rest }] : []));
  const attached = sent.map(({ name, expiresAt, source, reference }, part): AttachedPart => ({
    part,
    name,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(source && { source }),
    ...(reference && { reference }),
  }));
  return { parts: sent.map(({ part }) => part), attached };
}

/** The target of a dropped URI; undefined if unsupported, such as a web page. */
export type DroppedItem =
  | { readonly kind: 'user'; readonly target: FileTarget; readonly reference?: Reference }
  | { readonly kind: 'service'; readonly file: string; readonly connection?: string };

/** Splits a URI (RFC 3986) into scheme, authority, and path. */
const ADDRESS = /^([a-z][a-z0-9+.-]*):(?:\/\/([^/?#]*))?([^?#]*)/i;
const DOCUMENT = /^\/([^/]+)\/[^/]+\/(files\/[^/]+)\.json$/;
const WEB: ReadonlySet<string> = new Set(['http', 'https', 'ftp', 'data', 'javascript', 'command']);

/**
 * Parses a line of `text/uri-list`. Files on the server are identified by name, because gateways
 * return URLs of the API behind them. The URL is never opened.
 */
export function droppedItem(line: string): DroppedItem | undefined {
  const text = line.trim();
  if (isFileName(text)) return { kind: 'service', file: text };
  const [, scheme = '', authority = '', path = ''] = ADDRESS.exec(text) ?? [];
  const name = scheme.toLowerCase();
  if (name === 'http' || name === 'https') {
    const file = /^\/v[0-9][a-z0-9]*\/(files\/[^/]+)$/.exec(path)?.[1];
    return file !== undefined && isFileName(file) ? { kind: 'service', file } : undefined;
  }
  if (name === 'genlang') {
    const [, connection, file] = DOCUMENT.exec(decodePercent(path)) ?? [];
    if (connection === undefined || file === undefined || !isFileName(file)) return undefined;
    return { kind: 'service', file, connection };
  }
  if (name === '' || WEB.has(name) || !path.startsWith('/')) return undefined;
  return {
    kind: 'user',
    target: { scheme: name, authority: decodePercent(authority), path: decodePercent(path) },
  };
}

function isFileName(text: string): boolean {
  return matchesName('files/*', text) && !/[\s?#%]/.test(text);
}

/** Returns a new attachment. `connection` is the default for files on the server. */
export function newAttachment(item: DroppedItem, connection: string | undefined): KeptAttachment {
  const id = newId();
  if (item.kind === 'user') {
    const { target, reference } = item;
    const name = plainText(target.path.split('/').findLast(Boolean) ?? target.path);
    const read = reference && { reference };
    return { id, name, mimeType: '', kind: 'inline', source: target, ...read };
  }
  const { file, connection: home = connection } = item;
  return {
    id,
    name: file,
    mimeType: '',
    kind: 'file',
    file,
    ...(home !== undefined && { connection: home }),
  };
}

export function withoutKnown(
  items: readonly DroppedItem[],
  known: readonly KeptAttachment[],
): readonly DroppedItem[] {
  const keys = new Set(
    known.map(({ source, reference, file }) => (source ? targetKey(source, reference) : file)),
  );
  return items.filter((item) => {
    const key = item.kind === 'user' ? targetKey(item.target, item.reference) : item.file;
    return !keys.has(key) && keys.add(key);
  });
}

function targetKey({ scheme, authority, path }: FileTarget, reference?: Reference): string {
  return JSON.stringify([scheme, authority, path, reference?.lines]);
}

export interface FileMove {
  readonly from: FilePlace;
  readonly to: FilePlace;
}

interface FilePlace extends FileSource {
  readonly uri: string;
}

/** Returns the new location of a file if it or a parent folder was moved. */
export function moveSource(source: FileSource, moves: readonly FileMove[]): FileSource {
  const { scheme, authority, path } = source;
  for (const { from, to } of moves) {
    const rest =
      scheme === from.scheme && authority === from.authority && relativeTo(path, from.path);
    if (typeof rest === 'string') {
      return { scheme: to.scheme, authority: to.authority, path: to.path + rest };
    }
  }
  return source;
}

/**
 * Updates the locations of prompt and attachment files; returns the same object if none was moved.
 */
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

function movedAddress(uri: string, moves: readonly FileMove[]): string {
  for (const { from, to } of moves) {
    const rest = relativeTo(uri, from.uri);
    if (rest !== undefined) return to.uri + rest;
  }
  return uri;
}

function movedTurns(turns: readonly Turn[], moves: readonly FileMove[]): readonly Turn[] {
  const moved = turns.map((turn) => {
    if (turn.role !== 'user' || !turn.attached) return turn;
    const attached = turn.attached.map((one) => {
      const source = one.source && moveSource(one.source, moves);
      return source && source !== one.source ? { ...one, source } : one;
    });
    return attached.every((one, at) => one === turn.attached?.[at]) ? turn : { ...turn, attached };
  });
  return moved.every((turn, at) => turn === turns[at]) ? turns : moved;
}

/**
 * Returns the rest of a path below a folder, or an empty string for the folder itself; undefined if
 * outside.
 */
function relativeTo(path: string, place: string): string | undefined {
  return path === place || path.startsWith(`${place}/`) ? path.slice(place.length) : undefined;
}
