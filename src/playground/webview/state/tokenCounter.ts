import { type ReadonlySignal, signal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { systemClock, type Clock } from '../../../base/clock';
import type { PlaygroundState, TokenCount } from '../../../conversation/model/protocol';
import type { StoreAccess } from './context';
import type { Format } from '../format';
import { revealedText } from '../reveal';
import { Debouncer } from '../../../base/async';

interface Message {
  readonly message: ReadonlySignal<string>;
}

export class TokenCounter {
  readonly #access: StoreAccess;
  readonly #draft: Message;
  readonly schedule: CountSchedule;
  #shown: PlaygroundState | undefined;
  #text: string | undefined;

  constructor(access: StoreAccess, draft: Message) {
    this.#access = access;
    this.#draft = draft;
    this.schedule = new CountSchedule({
      clock: systemClock,
      count: (text, cancel) => access.call('countTokens', { text }, cancel),
      text: () => draft.message.peek(),
      isVisible: () => !document.hidden,
    });
  }

  /** Updates the schedule. Call again when a signal read here changes. */
  show(): void {
    const panel = this.#access.panel.value;
    if (!panel) return;
    const text = this.#draft.message.value;
    if (panel !== this.#shown) this.#showPanel(panel);
    if (text !== this.#text) this.schedule.changed();
    this.#shown = panel;
    this.#text = text;
  }

  #showPanel(panel: PlaygroundState): void {
    const mode = panel.model && panel.connection ? panel.tokenMeter : 'off';
    const isStreaming = panel.streaming !== undefined;
    this.schedule.show(mode, isStreaming, requestKey(panel), requestLength(panel));
  }
}

interface MeterText {
  readonly text: string;
  readonly hint: string;
  readonly isOver: boolean;
}

/** Returns the meter text. Undefined if disabled. */
export function meterText(
  { tokenMeter, model, connection }: PlaygroundState,
  { count, isCounting, isStale, isLong }: CountState,
  format: Format,
): MeterText | undefined {
  if (tokenMeter === 'off' || !model || !connection) return undefined;
  const ask = {
    text: l10n.t('Count tokens'),
    hint: l10n.t('Counts the tokens of the next request.'),
    isOver: false,
  };
  const byHand = tokenMeter === 'manual' || isLong;
  if (isCounting && byHand) {
    return { ...ask, text: l10n.t('Counting…') };
  }
  // An outdated number would look current.
  if (!count || isStale) return byHand ? ask : { ...ask, text: '…' };
  if ('reason' in count) {
    const hint = l10n.t('Couldn’t count the tokens: {0}', revealedText(count.reason));
    return { text: l10n.t('Not counted'), hint, isOver: false };
  }
  const { total, isEstimate, price } = count;
  const limit = model.inputTokenLimit;
  const isOver = limit !== undefined && total > limit;
  const exact = isEstimate ? l10n.t('about {0}', format.count(total)) : format.count(total);
  const notes = [
    isEstimate ? l10n.t('The API can’t count them, so their number is based on length.') : '',
    price ?? '',
  ].filter((note) => note !== '');
  const hint = [tokenSentence(exact, limit, isOver, format), ...notes].join(' ');
  if (limit === undefined) {
    const text = isEstimate ? l10n.t('{0} tokens', exact) : format.tokens(total);
    return { text, hint, isOver };
  }
  const text = isOver
    ? l10n.t('{0} / {1}, over the limit', exact, format.short(limit))
    : l10n.t('{0} / {1}', exact, format.short(limit));
  return { text, hint, isOver };
}

function tokenSentence(
  count: string,
  limit: number | undefined,
  isOver: boolean,
  format: Format,
): string {
  if (limit === undefined) return l10n.t('Tokens of the next request: {0}.', count);
  const most = format.count(limit);
  return isOver
    ? l10n.t(
        'The next request has {0} tokens, but this model’s limit is {1}. You can still send it.',
        count,
        most,
      )
    : l10n.t('The next request has {0} of the {1} tokens this model accepts.', count, most);
}

/** Returns a key that changes with everything but the message text. Cheap for long conversations. */
export function requestKey(panel: PlaygroundState): string {
  const { conversation, connection, model, version, mode, settings, variables } = panel;
  let length = 0;
  for (const { content } of panel.turns) {
    for (const { text } of content.parts ?? []) length += 1 + (text?.length ?? 0);
  }
  return JSON.stringify([
    conversation,
    connection?.name,
    connection?.detail,
    model?.name,
    version,
    mode,
    settings,
    variables,
    panel.attachments.map(({ id, state }) => [id, state]),
    panel.turns.length,
    panel.turns.at(-1)?.id,
    length,
  ]);
}

/** Returns the approximate length of the request without the message, in characters. */
export function requestLength({
  turns,
  attachments,
}: Pick<PlaygroundState, 'turns' | 'attachments'>): number {
  let length = 0;
  for (const { content } of turns) {
    for (const { text, inlineData } of content.parts ?? []) {
      length += (text?.length ?? 0) + (inlineData?.data?.length ?? 0);
    }
  }
  for (const { kind, size = 0 } of attachments) if (kind === 'inline') length += size;
  return length;
}

/** Debounce, in ms. */
const PAUSE_MS = 600;
/** Longer requests are counted only on demand, because each count sends the full request. */
const MAX_AUTOMATIC_LENGTH = 1_000_000;

export interface CountState {
  readonly count?: TokenCount;
  readonly isCounting: boolean;
  readonly isStale: boolean;
  readonly isLong: boolean;
}

interface CountScheduleDeps {
  readonly clock: Clock;
  readonly count: (text: string, signal: AbortSignal) => Promise<TokenCount>;
  readonly text: () => string;
  readonly isVisible: () => boolean;
}

export class CountSchedule {
  readonly counted = signal<CountState>({ isCounting: false, isStale: true, isLong: false });
  readonly #deps: CountScheduleDeps;
  #mode: PlaygroundState['tokenMeter'] = 'off';
  #isStreaming = false;
  #rest = 0;
  #key: string | undefined;
  #text: string | undefined;
  #isStale = true;
  #count: TokenCount | undefined;
  readonly #pause: Debouncer;
  #running: AbortController | undefined;

  constructor(deps: CountScheduleDeps) {
    this.#deps = deps;
    this.#pause = new Debouncer(deps.clock, PAUSE_MS, () => void this.#run());
  }

  /**
   * Applies a snapshot.
   * @param key changes with everything but the message text
   * @param rest approximate length without the message, in characters
   */
  show(mode: PlaygroundState['tokenMeter'], isStreaming: boolean, key: string, rest = 0): void {
    const isOther = key !== this.#key || mode !== this.#mode;
    const hasEnded = this.#isStreaming && !isStreaming;
    this.#mode = mode;
    this.#isStreaming = isStreaming;
    this.#key = key;
    this.#rest = rest;
    if (isStreaming || mode === 'off') this.#stop();
    if (isOther) this.#isStale = true;
    if (isOther || hasEnded) this.#plan();
  }

  changed(): void {
    if (this.#deps.text() !== this.#text) this.#isStale = true;
    if (this.#isStale) this.#plan();
  }

  now(): void {
    if (this.#isStreaming || this.#mode === 'off') return;
    this.#stop();
    void this.#run();
  }

  #plan(): void {
    this.#stop();
    this.#tell();
    if (this.#mode !== 'live' || this.#isStreaming || !this.#deps.isVisible()) return;
    if (this.#isLong) return;
    this.#pause.trigger();
  }

  get #isLong(): boolean {
    return this.#rest + this.#deps.text().length > MAX_AUTOMATIC_LENGTH;
  }

  #stop(): void {
    this.#pause.cancel();
    this.#running?.abort();
    this.#running = undefined;
  }

  async #run(): Promise<void> {
    const { count, text } = this.#deps;
    const running = new AbortController();
    this.#running = running;
    this.#text = text();
    this.#tell();
    const found = await count(this.#text, running.signal).catch((error: unknown) => ({
      reason: error instanceof Error ? error.message : String(error),
    }));
    if (running.signal.aborted) return;
    this.#running = undefined;
    this.#isStale = false;
    this.#count = found;
    this.#tell();
  }

  #tell(): void {
    this.counted.value = {
      ...(this.#count && { count: this.#count }),
      isCounting: this.#running !== undefined,
      isStale: this.#isStale,
      isLong: this.#isLong,
    };
  }
}
