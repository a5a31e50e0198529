import * as l10n from '@vscode/l10n';
import { AppError, CancelledError, errorMessage } from '../../base/errors';
import { plainText } from '../../platform/plainText';
import type { UploadState } from '../../platform/localFiles';
import type { AttachedPart, KeptAttachment } from '../model/conversation';
import { type Attachment, MAX_PASTED } from '../model/protocol';
import type { AttachedParts } from '../store/transcript';
import { matchesName } from '../../api/names';
import type { FileTarget } from '../../base/fileTarget';
import { percentDecoded } from '../../base/percentDecoding';
import { newId } from '../store/conversationFile';

/** A file of the service is as good as gone so many milliseconds before it is deleted. */
export const EXPIRES_SOON = 10 * 60_000;

/** Its content can be looked at in the panel. */
const SHOWN = /^(?:image|audio|video)\//;

/** What is being done to get an attachment ready. */
interface Work {
  readonly controller: AbortController;
  state: 'reading' | 'sending' | 'processing';
  part?: number;
  text?: string;
}

/** One attachment of the next message, and how far it is. */
export class AttachmentEntry {
  kept: KeptAttachment;
  work: Work | undefined;
  /** Why it can't be sent; a sentence. */
  failure: string | undefined;
  /** Bytes that it takes, or will take, in the request. */
  weight = 0;

  constructor(kept: KeptAttachment) {
    this.kept = kept;
    this.weight = kept.part?.inlineData?.data?.length ?? 0;
  }

  /** Takes up what an upload says of itself. */
  onState({ phase, part, text }: UploadState): void {
    if (!this.work) return;
    this.work.state = phase === 'processing' ? 'processing' : 'sending';
    if (part === undefined) delete this.work.part;
    else this.work.part = Math.min(1, Math.max(0, part));
    if (text === undefined) delete this.work.text;
    else this.work.text = plainText(text);
  }

  /** Takes up that it can't be had. */
  fail(error: unknown): void {
    const { message, hint } = CancelledError.is(error)
      ? { message: l10n.t('The upload was canceled.') }
      : { message: errorMessage(error), ...(error instanceof AppError && { hint: error.hint }) };
    this.failure = plainText(hint === undefined ? message : `${message} ${hint}`);
  }

  /** As the panel shows it, for requests that go to a connection at a time (milliseconds since 1970). */
  shown(connection: string | undefined, now: number): Attachment {
    const { id, name, mimeType, size, kind } = this.kept;
    return {
      ...{ id, name, mimeType, kind },
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
      const message = l10n.t('It wasn’t ready when this conversation was closed. Try again.');
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

/** Attachments that are there, as the first parts of a message. */
export function attachedParts(attachments: readonly KeptAttachment[]): AttachedParts {
  const sent = attachments.flatMap(({ part, name, expiresAt, source }) =>
    part ? [{ part, name, expiresAt, source }] : [],
  );
  const attached = sent.map(({ name, expiresAt, source }, part): AttachedPart => ({
    part,
    name,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(source && { source }),
  }));
  return { parts: sent.map(({ part }) => part), attached };
}

/** What a dropped address names; undefined for what can't be attached, such as a page of the web. */
export type DroppedItem =
  | { readonly kind: 'user'; readonly target: FileTarget }
  /** Its resource name; with a connection where the address names one. */
  | { readonly kind: 'service'; readonly file: string; readonly connection?: string };

/** As RFC 3986 divides an address; what comes after the path is no part of a file's. */
const ADDRESS = /^([a-z][a-z0-9+.-]*):(?:\/\/([^/?#]*))?([^?#]*)/i;
/** How this extension names a resource that is opened in an editor: connection, version, name. */
const DOCUMENT = /^\/([^/]+)\/[^/]+\/(files\/[^/]+)\.json$/;
const WEB: ReadonlySet<string> = new Set(['http', 'https', 'ftp', 'data', 'javascript', 'command']);

/**
 * Reads a line of `text/uri-list`. A file of the service is taken by its name alone, wherever its address
 * points: gateways hand out the addresses of the service behind them, and nothing is sent to an address.
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
    const [, connection, file] = DOCUMENT.exec(percentDecoded(path)) ?? [];
    if (connection === undefined || file === undefined || !isFileName(file)) return undefined;
    return { kind: 'service', file, connection };
  }
  if (name === '' || WEB.has(name) || !path.startsWith('/')) return undefined;
  return {
    kind: 'user',
    target: { scheme: name, authority: percentDecoded(authority), path: percentDecoded(path) },
  };
}

function isFileName(text: string): boolean {
  return matchesName('files/*', text) && !/[\s?#%]/.test(text);
}

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
