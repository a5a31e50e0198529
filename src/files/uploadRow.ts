import * as l10n from '@vscode/l10n';
import type { RetryWait } from '../api/retryPolicy';
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { AppError, CancelledError, errorMessage } from '../base/errors';
import { shownSize, timeLeft } from '../base/format';
import { isSignInReason, retryReason } from '../catalog/errorHelp';
import type { ActivityAction, TrackedActivity } from '../platform/activity';
import type { UploadState } from '../platform/localFiles';
import { plainText } from '../platform/plainText';
import type { Connections } from '../service/connection';
import type { FilesContext } from './context';
import type { UploadJob } from './uploadJob';

/** Shows an upload in the Activity view and reports its progress to the caller. */
export class UploadRow {
  readonly #record: { readonly job: UploadJob };
  readonly #entry: TrackedActivity;
  readonly #tell: (state: UploadState) => void;
  readonly #deps: Pick<FilesContext, 'clock'>;
  #rate: Rate;
  #sent = 0;
  /** Timer that updates the rate while no bytes are sent. */
  #look: Disposable | undefined;

  /** @param record read each time, since the file may change while queued. */
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

  get isSent(): boolean {
    return this.#sent > 0 && this.#sent >= this.#size;
  }

  /** Such as `12 MB of 80 MB`; empty before the first byte. */
  get progress(): string {
    if (this.#sent === 0) return '';
    return progressText({ sent: this.#sent, size: this.#size });
  }

  run(actions: readonly ActivityAction[]): void {
    this.#stopLooking();
    this.#entry.resume(actions);
    this.#entry.report({ text: this.progress });
  }

  begin(): void {
    this.#entry.report({ text: this.progress });
    this.#tell({ phase: 'sending', part: 0 });
    // The rate excludes pauses and bytes sent before.
    this.#rate = new Rate(this.#deps.clock);
  }

  wait(): void {
    this.#stopLooking();
    const text = l10n.t('waiting in the queue');
    this.#entry.report({ text });
    this.#tell({ phase: 'waiting', text });
  }

  /** @param sent total bytes so far. */
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

  retry({ delayMs, error }: RetryWait): void {
    this.#stopLooking();
    const { message, args } = retryReason(error);
    const text = l10n.t(
      '{0} Resumes in {1} s.',
      l10n.t(message, ...args),
      Math.max(1, Math.ceil(delayMs / 1000)),
    );
    this.#entry.report({ text });
    this.#tell({ phase: 'waiting', text });
  }

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

interface UploadFacts {
  readonly sent: number;
  readonly size: number;
  /** Bytes per second, if known. */
  readonly rate?: number | undefined;
}

/** Returns a text such as `22 s left · 3.1 MB/s · 12 MB of 80 MB`: a narrow row truncates the end. */
function progressText({ sent, size, rate }: UploadFacts): string {
  const bytes = (count: number): string => shownSize(count);
  const facts = [l10n.t('{0} of {1}', bytes(sent), bytes(size))];
  if (rate !== undefined) facts.unshift(l10n.t('{0}/s', bytes(rate)));
  if (rate !== undefined && rate > 0 && sent < size) {
    facts.unshift(leftText((size - sent) / rate));
  }
  return facts.join(' · ');
}

function leftText(seconds: number): string {
  if (seconds < 60) return l10n.t('{0} s left', Math.max(1, Math.round(seconds)));
  const { message, args } = timeLeft(Math.round(seconds / 60) * 60_000);
  return l10n.t(message, ...args);
}

/** Time without a byte after which an upload is stalled, and the check interval, in ms. */
const STALLED = 5000;

const LOOK = STALLED / 2;

/** Averaging window of the rate, and the minimum time to know it, in ms. */
const WINDOW = 5000;

const MIN_SPAN = 1000;

class Rate {
  readonly #clock: Clock;
  #samples: { readonly at: number; readonly value: number }[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds the current value. A smaller value resets the average. */
  add(value: number): void {
    const at = this.#clock.monotonic();
    const last = this.#samples.at(-1);
    if (last && value < last.value) this.#samples = [];
    // The window starts at the last sample before it.
    const first = this.#samples.findLastIndex((sample) => sample.at <= at - WINDOW);
    this.#samples = [...this.#samples.slice(Math.max(0, first)), { at, value }];
  }

  get perSecond(): number | undefined {
    const [first] = this.#samples;
    const last = this.#samples.at(-1);
    const now = this.#clock.monotonic();
    if (!first || !last || now - first.at < MIN_SPAN) return undefined;
    return ((last.value - first.value) * 1000) / (now - first.at);
  }

  /** Time since the last growth, in ms. */
  get idleMs(): number {
    return this.#clock.monotonic() - (this.#samples.at(-1)?.at ?? Infinity);
  }
}

export type UploadFailure =
  /** Resumable once the connection works again. */
  | { readonly kind: 'pause'; readonly reason: string; readonly hint?: string }
  | { readonly kind: 'startOver'; readonly reason: string; readonly hint?: string }
  | { readonly kind: 'fail'; readonly reason: string; readonly hint?: string };

/** Error reasons that require fixing the connection. */
const CONNECTION: readonly string[] = [
  'unknownConnection',
  'badConnection',
  'noKey',
  'noCredential',
  'invalidKey',
  'noAdc',
  'unreadableAdc',
  'signInFailed',
  'signInTimeout',
];

const STARTS_OVER: readonly string[] = [
  'sourceChanged',
  'sessionGone',
  'sessionLost',
  'badUploadUrl',
  'processingFailed',
];

export function uploadFailure(
  error: unknown,
  connection: string,
  connections: Pick<Connections, 'find'>,
): UploadFailure {
  if (CancelledError.is(error)) {
    // The client was closed; the run itself wasn't aborted.
    return { kind: 'pause', reason: closedReason(connection, connections) };
  }
  const text = plainText(errorMessage(error));
  if (!(error instanceof AppError)) return { kind: 'fail', reason: text };
  const { reason, hint } = error as AppError;
  const said = { reason: text, ...(hint !== undefined && { hint }) };
  const auth = connections.find(connection)?.auth;
  if (CONNECTION.includes(reason) || isSignInReason(reason, auth))
    return { kind: 'pause', ...said };
  return { kind: STARTS_OVER.includes(reason) ? 'startOver' : 'fail', ...said };
}

function closedReason(id: string, connections: Pick<Connections, 'find'>): string {
  const connection = connections.find(id);
  return connection
    ? l10n.t('The connection {0} was changed.', plainText(connection.name))
    : l10n.t('Its connection was removed.');
}
