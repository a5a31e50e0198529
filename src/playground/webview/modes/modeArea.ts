import * as l10n from '@vscode/l10n';
import { MODES } from '../../modes';
import type { PlaygroundState } from '../../protocol';
import type { Area, PanelContext } from '../context';
import { element } from '../dom';
import { revealedText } from '../pieces';
import { MessageEditor } from './messageEditor';
import { PassagesEditor } from './passagesEditor';

/** What only some modes are asked with, above the composer; and why the mode can't be asked in. */
export class ModeArea implements Area {
  readonly element: HTMLElement;
  readonly #passages: PassagesEditor;
  readonly #message: MessageEditor;
  readonly #eachLine: HTMLInputElement;
  readonly #lines: HTMLElement;
  #panel: PlaygroundState | undefined;

  constructor(context: PanelContext, composer: { readonly refresh: () => void }) {
    const { ask } = context;
    this.#passages = new PassagesEditor(context, () => composer.refresh());
    this.#message = new MessageEditor(context);
    this.#eachLine = element('input', { attributes: { type: 'checkbox' } });
    this.#eachLine.addEventListener(
      'change',
      () => void ask('setOneText', { oneText: !this.#eachLine.checked }),
    );
    this.#lines = element(
      'label',
      { class: 'check' },
      this.#eachLine,
      l10n.t('Each line is a text'),
    );
    this.element = element(
      'section',
      { class: 'mode-area', attributes: { 'aria-label': l10n.t('What this mode asks with') } },
      this.#passages.element,
      this.#message.element,
      this.#lines,
    );
    this.element.hidden = true;
  }

  get blockedBecause(): string | undefined {
    if (!this.#panel) return undefined;
    const { mode, modes, attachments } = this.#panel;
    const reason = modes.find(({ id }) => id === mode)?.reason;
    if (reason !== undefined)
      return l10n.t('{0} Choose another mode or model.', revealedText(reason));
    const { isChat, label, hasSources } = MODES[mode];
    if (isChat) return undefined;
    if (attachments.length > 0)
      return l10n.t('{0} takes no attachments. Remove them, or choose another mode.', label(l10n));
    return hasSources ? this.#passages.blockedBecause : undefined;
  }

  show(panel: PlaygroundState): void {
    this.#panel = panel;
    const { hasSources = false, hasAuthors = false, splitsLines = false } = MODES[panel.mode];
    this.#passages.element.hidden = !hasSources;
    this.#message.element.hidden = !hasAuthors;
    this.#lines.hidden = !splitsLines;
    this.element.hidden = !(hasSources || hasAuthors || splitsLines);
    this.#passages.show(panel);
    this.#message.show(panel);
    this.#eachLine.checked = !panel.oneText;
  }
}
