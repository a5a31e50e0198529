import * as l10n from '@vscode/l10n';
import { STATUS_CODES } from 'node:http';
import { oneLine } from '../api/errors';
import { targetOf } from '../api/request';
import { Throttle } from '../base/async';
import type { Clock } from '../base/clock';
import { DisposableStore } from '../base/disposable';
import { AppError, errorMessage } from '../base/errors';
import { Emitter, type Event } from '../base/event';
import { shownDuration, shownSize } from '../base/format';
import { plainText } from '../platform/plainText';
import type { LiveText } from '../platform/textDocuments';
import type { ApiResponse } from './apiResponse';
import { MAX_KEPT_BYTES } from './responseBody';
import type { ConsoleDeps } from './deps';

/** Delay in ms before a pending response is shown. */
export const SHOW_DELAY = 700;
/** Minimum interval between updates, in ms. */
const MIN_INTERVAL = 100;
/**
 * Approximate speed of VS Code. The interval grows with the text, so that the total work isn't
 * quadratic.
 */
const CHARACTERS_PER_MS = 2000;
/**
 * Limit on text length times new characters to update header and body at once. VS Code's diff is
 * slow if two places change, and all editors share its worker.
 */
const MAX_DIFF_STEPS = 1_000_000;
/** Maximum text length for which VS Code computes a minimal diff. */
const MAX_DIFF_LENGTH = 100_000;

/** Opens a response next to the editor when it starts or ends, or after `SHOW_DELAY`. */
export async function showResponse(
  { clock, documents }: Pick<ConsoleDeps, 'clock' | 'documents'>,
  answer: ApiResponse,
): Promise<void> {
  const text = new ResponseDocument(answer, clock);
  await new Promise<void>((resolve) => {
    const timer = clock.schedule(SHOW_DELAY, resolve);
    const subscription = answer.onDidChange(() => {
      subscription.dispose();
      timer.dispose();
      resolve();
    });
  });
  await documents.show(text, { beside: true });
}

class ResponseDocument implements LiveText {
  readonly name: string;
  readonly #answer: ApiResponse;
  readonly #clock: Clock;
  readonly #changed = new Emitter<void>();
  readonly #updates: Throttle;
  #notifiedAt: number;
  #about: string | undefined;
  #body = '';
  #isBodyNext = true;

  constructor(answer: ApiResponse, clock: Clock) {
    this.name = `${answer.request.operation} (${answer.request.version}).jsonc`;
    this.#answer = answer;
    this.#clock = clock;
    this.#notifiedAt = clock.monotonic();
    this.#updates = new Throttle(clock, MIN_INTERVAL, () => this.#update());
    const subscriptions = new DisposableStore();
    subscriptions.add(
      answer.onDidChange(() => {
        if (answer.state === 'running') {
          this.#scheduleUpdate();
        } else {
          subscriptions.dispose();
          this.#updates.cancel();
          this.#update();
        }
      }),
    );
  }

  readonly onDidChange: Event<void> = (listener) => {
    const subscriptions = new DisposableStore();
    subscriptions.add(this.#changed.event(listener));
    subscriptions.add(this.#answer.connection.onDidChange(listener));
    return subscriptions;
  };

  read(): string {
    const about = headerText(this.#answer);
    const body = bodyText(this.#answer);
    if (this.#about !== undefined && this.#about !== about && isLargeChange(this.#body, body)) {
      // Update header and body alternately. The final state appears only with the complete body.
      const isBody = this.#isBodyNext || this.#answer.state !== 'running';
      if (isBody) this.#body = body;
      else this.#about = about;
      this.#isBodyNext = !isBody;
      this.#updates.trigger(MIN_INTERVAL);
    } else {
      this.#about = about;
      this.#body = body;
    }
    return `${this.#about}${this.#body}`;
  }

  #scheduleUpdate(): void {
    const pause = Math.max(MIN_INTERVAL, this.#body.length / CHARACTERS_PER_MS);
    const rest = this.#notifiedAt + pause - this.#clock.monotonic();
    this.#updates.trigger(Math.max(0, rest));
  }

  #update(): void {
    this.#notifiedAt = this.#clock.monotonic();
    this.#changed.fire();
  }
}

/** Whether VS Code would be slow if the header changed in the same update. */
function isLargeChange(before: string, now: string): boolean {
  const came = Math.abs(now.length - before.length);
  return now.length < MAX_DIFF_LENGTH && now.length * came > MAX_DIFF_STEPS;
}

export function responseText(answer: ApiResponse): string {
  return `${headerText(answer)}${bodyText(answer)}`;
}

function headerText(answer: ApiResponse): string {
  const { request, connection, headers } = answer;
  const about = [
    summary(answer),
    l10n.t('{0} on “{1}”, {2}', request.operation, connection.now, request.version),
    `${request.method} ${targetOf(request)}`,
    ...problemLines(answer),
  ];
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [comment(answer, about), comment(answer, lines)].filter(Boolean).join('\n\n');
}

function bodyText(answer: ApiResponse): string {
  const { text, isCut } = answer;
  const blocks = [text, isCut ? comment(answer, [cutText()]) : ''].filter(Boolean);
  return `${blocks.map((block) => `\n\n${block}`).join('')}\n`;
}

/** Such as `200 OK · 1.24 s · 3.4 KB`. */
function summary(answer: ApiResponse): string {
  const { state, status } = answer;
  const phrase = status === undefined ? '' : `${status} ${STATUS_CODES[status] ?? ''}`.trim();
  const parts = [
    phrase,
    state === 'running' ? (phrase === '' ? l10n.t('Sending…') : l10n.t('Receiving…')) : '',
    state === 'cancelled' ? l10n.t('Canceled') : '',
    state === 'failed' ? l10n.t('Failed') : '',
    shownDuration(answer.durationMs),
    phrase === '' ? '' : shownSize(answer.bytes),
  ];
  return parts.filter(Boolean).join(' · ');
}

function problemLines(answer: ApiResponse): readonly string[] {
  const { error, isCut } = answer;
  const hint = error instanceof AppError ? error.hint : undefined;
  return [
    ...(error === undefined ? [] : [errorMessage(error)]),
    ...(hint === undefined ? [] : [hint]),
    ...(isCut ? [cutText()] : []),
  ];
}

function cutText(): string {
  return l10n.t(
    'The response is larger than {0}, so only its start is shown.',
    shownSize(MAX_KEPT_BYTES),
  );
}

/** Escapes the text, so that external content can't end the comment. */
function comment({ redact }: ApiResponse, lines: readonly string[]): string {
  return lines.map((line) => `// ${plainText(oneLine(redact(line)))}`).join('\n');
}
