import * as l10n from '@vscode/l10n';
import type { RetryWait } from '../api/retry/retryPolicy';
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { shownSize, timeLeft } from '../base/format';
import { waitReason } from '../catalog/errorHelp';
import type { ActivityAction, TrackedActivity } from '../platform/activity';
import type { UploadState } from '../platform/localFiles';
import type { FilesContext } from './context';
import type { UploadJob } from './uploadJob';

/** Shows an upload in its activity, and reports its state to the caller that waits for it. */
export class UploadRow {
  readonly #record: { readonly job: UploadJob };
  readonly #entry: TrackedActivity;
  readonly #tell: (state: UploadState) => void;
  readonly #deps: Pick<FilesContext, 'clock'>;
  #rate: Rate;
  #sent = 0;
  /** Looks again how fast it is while no bytes move. */
  #look: Disposable | undefined;

  /** @param record read each time: the file may have changed by the time its turn comes. */
  constructor(
    record: { readonly job: UploadJob },
    entry: TrackedActivity,
    tell: (state: UploadState) => void,
    deps: Pick<FilesContext, 'clock'>,
  ) {
    this.#record = record;
    this.#entry = entry;
    this.#tell = tell;
    this.#deps = deps;
    this.#rate = new Rate(deps.clock);
  }

  get #size(): number {
    return this.#record.job.identity.size;
  }

  /** Whether all bytes were sent; the service may not have answered yet. */
  get isSent(): boolean {
    return this.#sent > 0 && this.#sent >= this.#size;
  }

  /** How far it is, such as `12 MB of 80 MB`; empty before its first byte. */
  get progress(): string {
    if (this.#sent === 0) return '';
    return progressText({ sent: this.#sent, size: this.#size });
  }

  run(actions: readonly ActivityAction[]): void {
    this.#stopLooking();
    this.#entry.resume(actions);
    this.#entry.report({ text: this.progress });
  }

  /** It is its turn. */
  begin(): void {
    this.#entry.report({ text: this.progress });
    this.#tell({ phase: 'sending', part: 0 });
    // Neither the pause nor what was sent before it counts for the rate.
    this.#rate = new Rate(this.#deps.clock);
  }

  wait(): void {
    this.#stopLooking();
    const text = l10n.t('waiting in the queue');
    this.#entry.report({ text });
    this.#tell({ phase: 'waiting', text });
  }

  /** @param sent bytes so far. */
  send(sent: number): void {
    this.#sent = sent;
    this.#rate.add(sent);
    this.#showSending();
  }

  #showSending(): void {
    const { clock } = this.#deps;
    const [sent, size] = [this.#sent, this.#size];
    this.#stopLooking();
    const isStalled = sent < size && this.#rate.idleMs >= STALLED;
    const rate = isStalled ? undefined : this.#rate.perSecond;
    const facts = progressText({ sent, size, rate });
    const text = isStalled ? [l10n.t('waiting for the network'), facts].join(' · ') : facts;
    this.#entry.report({ text, done: sent, total: size });
    this.#tell({ phase: 'sending', part: size === 0 ? 1 : sent / size, text });
    if (isStalled || sent >= size) return;
    this.#look = clock.schedule(LOOK, () => this.#showSending());
  }

  #stopLooking(): void {
    this.#look?.dispose();
    this.#look = undefined;
  }

  /** A request failed, and is retried after a delay. */
  retry({ delayMs, error }: RetryWait): void {
    this.#stopLooking();
    const { message, args } = waitReason(error);
    const text = l10n.t(
      '{0} Resumes in {1} s.',
      l10n.t(message, ...args),
      Math.max(1, Math.ceil(delayMs / 1000)),
    );
    this.#entry.report({ text });
    this.#tell({ phase: 'waiting', text });
  }

  /** The service has all of it. */
  process(): void {
    this.#stopLooking();
    this.#entry.resume([]);
    this.#entry.report({ text: l10n.t('processing on the server') });
    this.#tell({ phase: 'processing' });
  }

  showPaused(reason: string, actions: readonly ActivityAction[], hint?: string): void {
    this.#stopLooking();
    const text = reason === '' ? this.progress : reason;
    this.#entry.pause(text, actions, hint);
    this.#tell({ phase: 'waiting', text: text === '' ? l10n.t('paused') : text });
  }

  fail(reason: string, actions: readonly ActivityAction[], hint?: string): void {
    this.#stopLooking();
    this.#entry.fail(reason, actions, hint);
  }

  end(title: string, actions: readonly ActivityAction[]): void {
    this.#stopLooking();
    this.#entry.end({ title, actions });
  }

  cancel(): void {
    this.#stopLooking();
    this.#entry.end('cancelled');
  }

  withdraw(): void {
    this.#stopLooking();
    this.#entry.withdraw();
  }
}

/** How far an upload is, in bytes. */
interface UploadFacts {
  readonly sent: number;
  readonly size: number;
  /** Bytes a second, where that is known. */
  readonly rate?: number | undefined;
}

/** Such as `22 s left · 3.1 MB/s · 12 MB of 80 MB`: a narrow row shows its beginning only. */
function progressText({ sent, size, rate }: UploadFacts): string {
  const bytes = (count: number): string => shownSize(count);
  const facts = [l10n.t('{0} of {1}', bytes(sent), bytes(size))];
  if (rate !== undefined) facts.unshift(l10n.t('{0}/s', bytes(rate)));
  if (rate !== undefined && rate > 0 && sent < size) {
    facts.unshift(leftText((size - sent) / rate));
  }
  return facts.join(' · ');
}

/** Not more exact than anybody can know. */
function leftText(seconds: number): string {
  if (seconds < 60) return l10n.t('{0} s left', Math.max(1, Math.round(seconds)));
  const { message, args } = timeLeft(Math.round(seconds / 60) * 60_000);
  return l10n.t(message, ...args);
}

/** Milliseconds without a byte after which an upload waits, and between two looks whether it does. */
const STALLED = 5000;
const LOOK = STALLED / 2;

/** Milliseconds over which the rate is averaged, and after how many it is known. */
const WINDOW = 5000;
const MIN_SPAN = 1000;

/** How fast something grows, over the last seconds. */
class Rate {
  readonly #clock: Clock;
  #samples: { readonly at: number; readonly value: number }[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds the current value. A smaller one than before starts over. */
  add(value: number): void {
    const at = this.#clock.monotonic();
    const last = this.#samples.at(-1);
    if (last && value < last.value) this.#samples = [];
    // The last sample before the window is its start.
    const first = this.#samples.findLastIndex((sample) => sample.at <= at - WINDOW);
    this.#samples = [...this.#samples.slice(Math.max(0, first)), { at, value }];
  }

  /** Per second until now; undefined while too little is known. */
  get perSecond(): number | undefined {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    const now = this.#clock.monotonic();
    if (!first || !last || now - first.at < MIN_SPAN) return undefined;
    return ((last.value - first.value) * 1000) / (now - first.at);
  }

  /** Milliseconds since it grew. */
  get idleMs(): number {
    return this.#clock.monotonic() - (this.#samples.at(-1)?.at ?? Infinity);
  }
}
