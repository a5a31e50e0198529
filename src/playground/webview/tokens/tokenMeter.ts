import * as l10n from '@vscode/l10n';
import { systemClock } from '../../../base/clock';
import { MODES } from '../../modes';
import type { PlaygroundState } from '../../protocol';
import type { PanelContext } from '../context';
import { element, setText } from '../dom';
import type { Format } from '../format';
import { revealedText } from '../pieces';
import { type Counted, CountSchedule } from './countSchedule';

/** How many tokens the next request has, beside the button that sends it. A click counts them now. */
export class TokenMeter {
  readonly element: HTMLButtonElement;
  readonly #context: PanelContext;
  readonly #schedule: CountSchedule;
  #panel: PlaygroundState | undefined;

  /** @param message the text as it would be sent */
  constructor(context: PanelContext, message: () => string) {
    this.#context = context;
    this.element = element('button', { class: 'token-meter', attributes: { type: 'button' } });
    this.element.hidden = true;
    this.#schedule = new CountSchedule({
      clock: systemClock,
      count: async (text, signal) => await context.call('countTokens', { text }, signal),
      text: message,
      isVisible: () => !document.hidden,
      onDidChange: () => this.#draw(),
    });
    this.element.addEventListener('click', () => this.#schedule.now());
    document.addEventListener('visibilitychange', () => this.#schedule.changed());
  }

  show(panel: PlaygroundState): void {
    this.#panel = panel;
    const mode = panel.model && panel.connection ? panel.tokenMeter : 'off';
    const isStreaming = panel.streaming !== undefined;
    this.#schedule.show(mode, isStreaming, requestKey(panel), requestLength(panel));
    this.#draw();
  }

  /** The message has changed. */
  changed(): void {
    this.#schedule.changed();
  }

  #draw(): void {
    if (!this.#panel) return;
    const { format } = this.#context;
    const shown = meterText(this.#panel, this.#schedule.counted, format);
    this.element.hidden = shown === undefined;
    if (!shown) return;
    setText(this.element, shown.text);
    this.element.title = shown.hint;
    this.element.classList.toggle('over', shown.isOver);
  }
}

export interface MeterText {
  readonly text: string;
  readonly hint: string;
  /** The model takes less. */
  readonly isOver: boolean;
}

/** What the meter says; undefined where it is not shown: nobody wants it, or the service has no count. */
export function meterText(
  { tokenMeter, mode, model, connection }: PlaygroundState,
  { count, isCounting, isStale, isLong }: Counted,
  format: Format,
): MeterText | undefined {
  const canCount = MODES[mode].calls.some(({ count: counting }) => counting);
  if (tokenMeter === 'off' || !canCount) return undefined;
  if (!model || !connection) return undefined;
  const ask = {
    text: l10n.t('Count tokens'),
    hint: l10n.t('Counts the tokens of the next request.'),
    isOver: false,
  };
  const byHand = tokenMeter === 'manual' || isLong;
  if (isCounting && (!count || byHand)) {
    return { ...ask, text: l10n.t('Counting…') };
  }
  if (!count) return byHand ? ask : { ...ask, text: '…' };
  if (byHand && isStale) return ask;
  if ('reason' in count) {
    const hint = l10n.t('The tokens were not counted: {0}', revealedText(count.reason));
    return { text: l10n.t('Not counted'), hint, isOver: false };
  }
  const [total, limit] = [count.total, model.inputTokenLimit];
  const exact = format.count(total);
  if (limit === undefined) {
    return {
      text: format.tokens(total),
      hint: l10n.t('Tokens of the next request: {0}.', exact),
      isOver: false,
    };
  }
  const isOver = total > limit;
  const text = isOver
    ? l10n.t('{0} / {1}, over the limit', exact, format.short(limit))
    : l10n.t('{0} / {1}', exact, format.short(limit));
  const most = format.count(limit);
  const hint = isOver
    ? l10n.t(
        'The next request has {0} tokens, and this model takes {1}. It can be sent all the same.',
        exact,
        most,
      )
    : l10n.t('The next request has {0} of the {1} tokens that this model takes.', exact, most);
  return { text, hint, isOver };
}

/** Changes with whatever is sent besides the text of the next message; cheap also in long conversations. */
export function requestKey(panel: PlaygroundState): string {
  const { conversation, connection, model, version, mode, settings, variables } = panel;
  let length = 0;
  for (const { content } of panel.turns) {
    for (const { text } of content.parts ?? []) length += 1 + (text?.length ?? 0);
  }
  return JSON.stringify([
    ...[conversation, connection?.name, connection?.detail, model?.name, version, mode],
    ...[settings, variables],
    panel.attachments.map(({ id, state }) => [id, state]),
    ...[panel.turns.length, panel.turns.at(-1)?.id, length],
  ]);
}

/** About how many characters the next request has besides its message: texts, and what is sent inside of it. */
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
