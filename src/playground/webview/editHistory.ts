import * as l10n from '@vscode/l10n';
import type { PlaygroundState } from '../protocol';
import type { Area, PanelContext, TurnSection } from './context';
import { button } from './controls';
import { element } from './dom';
import { icon } from '../../webview/kit/icon';

/** One quiet line above the composer: what was done with the turns last, and the way back. */
export class UndoNotice implements Area {
  readonly element = element('div', { class: 'undo-notice' });
  readonly #context: PanelContext;
  #shown: string | undefined;
  #dismissed: string | undefined;

  constructor(context: PanelContext) {
    this.#context = context;
    this.element.hidden = true;
  }

  show({ undo: offer, streaming, turns }: PlaygroundState): void {
    // Turns count too: the same sentence stands for another change then.
    const key = offer && JSON.stringify([offer.undo, offer.redo, turns.length, turns.at(-1)?.id]);
    this.element.hidden = !offer || streaming !== undefined || key === this.#dismissed;
    if (!offer || key === this.#shown) return;
    this.#shown = key;
    const { undo, redo } = offer;
    const text = undo ?? redo ?? '';
    const focused = [...this.element.querySelectorAll('button')].findIndex(
      (one) => one === document.activeElement,
    );
    const ways = [
      ...(undo === undefined ? [] : [this.#way(l10n.t('Undo'), undo, false)]),
      ...(redo === undefined ? [] : [this.#way(l10n.t('Redo'), redo, true)]),
    ];
    const dismiss = button({
      label: l10n.t('Dismiss'),
      icon: 'close',
      bare: true,
      onClick: () => {
        this.#dismissed = key;
        this.element.hidden = true;
      },
    });
    this.element.replaceChildren(element('span', { text }), ...ways, dismiss);
    // The next step is where the last one was.
    if (focused >= 0) (ways[focused] ?? ways.at(-1))?.focus();
    if (!this.element.hidden) this.#context.announce(text);
  }

  /** @param what it takes back, or makes again; a tooltip says it, as two buttons stand behind one sentence. */
  #way(label: string, what: string, redo: boolean): HTMLButtonElement {
    const way = button({
      label,
      class: 'link',
      onClick: () => void this.#context.ask('undo', { redo }),
    });
    way.title = what;
    return way;
  }
}

/** Goes from one candidate of an answer to the next. */
export const candidateSwitch: TurnSection = (turn, { streaming }, context) => {
  const count = turn.alternatives?.length ?? 0;
  if (count < 2 || streaming) return undefined;
  const { format } = context;
  const at = turn.chosen ?? 0;
  const words = [format.count(at + 1), format.count(count)] as const;
  const step = (by: 1 | -1): HTMLElement => {
    const index = at + by;
    const result = button({
      label: by < 0 ? l10n.t('Previous Candidate') : l10n.t('Next Candidate'),
      icon: by < 0 ? 'chevron-left' : 'chevron-right',
      bare: true,
      onClick: () => {
        if (index >= 0 && index < count) void choose(context, turn.id, index, count);
      },
    });
    result.dataset.focus = by < 0 ? 'previous' : 'next';
    if (index < 0 || index >= count) result.setAttribute('aria-disabled', 'true');
    return result;
  };
  return element(
    'div',
    {
      class: 'candidates',
      attributes: { role: 'group', 'aria-label': l10n.t('Candidates of this answer') },
    },
    step(-1),
    element('span', { text: l10n.t('{0} of {1}', ...words) }),
    step(1),
  );
};

async function choose(
  context: PanelContext,
  turn: string,
  index: number,
  count: number,
): Promise<void> {
  if (!(await context.ask('chooseCandidate', { turn, index }))) return;
  const { format } = context;
  context.announce(
    l10n.t('Candidate {0} of {1} is shown.', format.count(index + 1), format.count(count)),
  );
}

/** Says that the words of an answer are not only the model's. */
export const editedMark: TurnSection = (turn, _place) =>
  turn.edited
    ? element('p', { class: 'edited-mark' }, icon('edit'), l10n.t('Edited by you'))
    : undefined;
