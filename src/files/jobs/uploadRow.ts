import type { RetryWait } from '../../api/retry/wait';
import { waitReason } from '../../catalog/errorHelp';
import type { ActivityAction, TrackedActivity } from '../../platform/activity';
import type { UploadState } from '../../platform/localFiles';
import type { UploadJob } from './job';
import type { RunParts } from './parts';
import { progressText } from './progressText';
import { Rate } from './rate';

/** What an upload says of itself: in its entry of the activities, and to whoever waits for it. */
export class UploadRow {
  readonly #record: { readonly job: UploadJob };
  readonly #entry: TrackedActivity;
  readonly #tell: (state: UploadState) => void;
  readonly #parts: Pick<RunParts, 'clock' | 'l10n'>;
  #rate: Rate;
  #sent = 0;

  /** @param record asked anew each time: the file may be another one when its turn comes. */
  constructor(
    record: { readonly job: UploadJob },
    entry: TrackedActivity,
    tell: (state: UploadState) => void,
    parts: Pick<RunParts, 'clock' | 'l10n'>,
  ) {
    this.#record = record;
    this.#entry = entry;
    this.#tell = tell;
    this.#parts = parts;
    this.#rate = new Rate(parts.clock);
  }

  get #size(): number {
    return this.#record.job.identity.size;
  }

  /** Whether all has left, though the service may not have answered to it. */
  get isSent(): boolean {
    return this.#sent > 0 && this.#sent >= this.#size;
  }

  /** How far it is, such as `12 MB of 80 MB`; empty before its first byte. */
  get progress(): string {
    if (this.#sent === 0) return '';
    return progressText({ sent: this.#sent, size: this.#size }, this.#parts.l10n);
  }

  run(actions: readonly ActivityAction[]): void {
    this.#entry.resume(actions);
    this.#entry.report({ text: this.progress });
  }

  /** It is its turn. */
  begin(): void {
    this.#entry.report({ text: this.progress });
    this.#tell({ phase: 'sending', part: 0 });
    // Neither the time in which it stood still nor what was sent before says how fast it is.
    this.#rate = new Rate(this.#parts.clock);
  }

  wait(): void {
    const text = this.#parts.l10n.t('waits for its turn');
    this.#entry.report({ text });
    this.#tell({ phase: 'waiting', text });
  }

  /** So many bytes have left. */
  send(sent: number): void {
    const { l10n } = this.#parts;
    this.#sent = sent;
    this.#rate.add(sent);
    const rate = this.#rate.perSecond;
    const text = progressText({ sent, size: this.#size, rate }, l10n);
    this.#entry.report({ text, done: sent, total: this.#size });
    this.#tell({ phase: 'sending', part: this.#size === 0 ? 1 : sent / this.#size, text });
  }

  /** It failed, and is tried again after a while. */
  retry({ delayMs, error }: RetryWait): void {
    const { l10n } = this.#parts;
    const { message, args } = waitReason(error);
    const text = l10n.t(
      '{0} It goes on in {1} s.',
      l10n.t(message, ...args),
      Math.max(1, Math.ceil(delayMs / 1000)),
    );
    this.#entry.report({ text });
    this.#tell({ phase: 'waiting', text });
  }

  /** The service has all of it. */
  process(): void {
    this.#entry.resume([]);
    this.#entry.report({ text: this.#parts.l10n.t('processed by the service') });
    this.#tell({ phase: 'processing' });
  }

  stand(reason: string, actions: readonly ActivityAction[], hint?: string): void {
    const text = reason === '' ? this.progress : reason;
    this.#entry.pause(text, actions, hint);
    this.#tell({ phase: 'waiting', text: text === '' ? this.#parts.l10n.t('paused') : text });
  }

  fail(reason: string, actions: readonly ActivityAction[], hint?: string): void {
    this.#entry.fail(reason, actions, hint);
  }

  end(title: string, actions: readonly ActivityAction[]): void {
    this.#entry.end({ title, actions });
  }

  cancel(): void {
    this.#entry.end('cancelled');
  }

  withdraw(): void {
    this.#entry.withdraw();
  }
}
