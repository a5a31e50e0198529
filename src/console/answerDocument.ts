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
import type { Answer } from './answer';
import { MAX_KEPT_BYTES } from './answerBody';
import type { ConsoleDeps } from './deps';

/** Milliseconds after which an answer that has not begun is shown as pending. */
export const WAIT_BEFORE_SHOWING = 700;
/** Milliseconds between two updates. */
const MIN_INTERVAL = 100;
/**
 * Characters that VS Code takes over in a millisecond, about. Updates get rarer as the text grows, so that the
 * work does not grow with the square of the answer.
 */
const CHARACTERS_PER_MS = 2000;
/**
 * Characters of the answer times those that came, up to which what is known about it may change with them. VS Code looks for
 * the fewest letters that differ: at one place of a text this takes no time, at two as many steps, one update after the
 * other in the one worker that compares texts for all of its editors too.
 */
const MOST_STEPS = 1_000_000;
/** Characters of the longest text in which VS Code looks for them. */
const MOST_COMPARED = 100_000;

/** Opens an answer beside the editor: once it begins or ends, at the latest after `WAIT_BEFORE_SHOWING`. */
export async function showAnswer(
  { clock, documents }: Pick<ConsoleDeps, 'clock' | 'documents'>,
  answer: Answer,
): Promise<void> {
  const text = new AnswerDocument(answer, clock);
  await new Promise<void>((resolve) => {
    const timer = clock.schedule(WAIT_BEFORE_SHOWING, resolve);
    const subscription = answer.onDidChange(() => {
      subscription.dispose();
      timer.dispose();
      resolve();
    });
  });
  await documents.show(text, { beside: true });
}

/** An answer as a document that is updated while the answer arrives. */
class AnswerDocument implements LiveText {
  readonly name: string;
  readonly #answer: Answer;
  readonly #clock: Clock;
  readonly #changed = new Emitter<void>();
  readonly #updates: Throttle;
  #notifiedAt: number;
  /** What was read last. */
  #about: string | undefined;
  #body = '';
  #isBodyNext = true;

  constructor(answer: Answer, clock: Clock) {
    // A file name, for the title of the editor.
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

  /** More of the answer arrived, or its connection was renamed. */
  readonly onDidChange: Event<void> = (listener) => {
    const subscriptions = new DisposableStore();
    subscriptions.add(this.#changed.event(listener));
    subscriptions.add(this.#answer.connection.onDidChange(listener));
    return subscriptions;
  };

  read(): string {
    const about = aboutText(this.#answer);
    const body = bodyText(this.#answer);
    if (this.#about !== undefined && this.#about !== about && isMuch(this.#body, body)) {
      // By turns. At the end nobody reads that it has come before all of it has.
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

/** Whether so much came that VS Code would be long at it where something else changed too. */
function isMuch(before: string, now: string): boolean {
  const came = Math.abs(now.length - before.length);
  return now.length < MOST_COMPARED && now.length * came > MOST_STEPS;
}

/** An answer as a document: what is known about it in comments, then its body. */
export function answerText(answer: Answer): string {
  return `${aboutText(answer)}${bodyText(answer)}`;
}

function aboutText(answer: Answer): string {
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

function bodyText(answer: Answer): string {
  const { text, isCut } = answer;
  const blocks = [text, isCut ? comment(answer, [cutText()]) : ''].filter(Boolean);
  return `${blocks.map((block) => `\n\n${block}`).join('')}\n`;
}

/** `200 OK · 1.24 s · 3.4 KB` */
function summary(answer: Answer): string {
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

function problemLines(answer: Answer): readonly string[] {
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

/** Comment lines; escaped, so that foreign text cannot break out of its line. */
function comment({ redact }: Answer, lines: readonly string[]): string {
  return lines.map((line) => `// ${plainText(oneLine(redact(line)))}`).join('\n');
}
