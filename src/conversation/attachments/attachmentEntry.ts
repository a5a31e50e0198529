import * as l10n from '@vscode/l10n';
import { AppError, CancelledError, errorMessage } from '../../base/errors';
import { plainText } from '../../platform/plainText';
import type { UploadState } from '../../platform/localFiles';
import type { KeptAttachment, AttachedPart } from '../model/conversation';
import { MAX_PASTED, type Attachment } from '../model/protocol';
import type { AttachedParts } from '../store/transcript';

/** A file of the service is as good as gone so many milliseconds before it is deleted. */
export const EXPIRES_SOON = 10 * 60_000;

/** Its content can be looked at in the panel. */
const SHOWN = /^(?:image|audio|video)\//;

/** What is being done to get an attachment ready. */
export interface Work {
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
      ? { message: l10n.t('The upload was cancelled.') }
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
      const message = l10n.t('It was not ready when this conversation was closed. Try again.');
      return { state: 'failed', message };
    }
    if (kind === 'file' && home !== connection) {
      return { state: 'expired', message: l10n.t('This file is at another connection.') };
    }
    if (expiresAt !== undefined && expiresAt - EXPIRES_SOON <= now) {
      const message =
        expiresAt <= now
          ? l10n.t('The service has deleted this file.')
          : l10n.t('The service deletes this file within minutes.');
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
