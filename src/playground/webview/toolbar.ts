import { MODES } from '../modes';
import type { PlaygroundState } from '../protocol';
import type { PanelContext } from './context';
import { button } from './controls';
import { element, setAttribute, setText } from './dom';
import { fill } from './format';
import { icon, type IconName } from './icon';
import { revealedText } from './pieces';

/** What its buttons do in the page. */
export interface ToolbarActions {
  readonly settings: () => void;
  readonly getCode: () => void;
}

/** The row on top: model, version, connection; new conversation, settings. */
export class Toolbar {
  readonly element: HTMLElement;
  readonly #context: PanelContext;
  readonly #model: HTMLButtonElement;
  readonly #mode: HTMLButtonElement;
  readonly #version: HTMLButtonElement;
  readonly #connection: HTMLButtonElement;
  readonly #settings: HTMLButtonElement;

  constructor(context: PanelContext, settingsId: string, actions: ToolbarActions) {
    const { strings, ask } = context;
    this.#context = context;
    this.#model = picker('model-picker', () => void ask('pickModel', undefined));
    this.#mode = picker('mode-picker', () => void ask('pickMode', undefined));
    this.#version = picker('version-picker', () => void ask('pickVersion', undefined));
    this.#connection = picker(
      'connection-picker',
      () => void ask('pickConnection', undefined),
      'plug',
    );
    this.#settings = button({
      label: strings.showSettings,
      icon: 'settings',
      bare: true,
      onClick: actions.settings,
    });
    this.#settings.setAttribute('aria-controls', settingsId);
    this.element = element(
      'header',
      { class: 'toolbar', attributes: { 'aria-label': strings.toolbar } },
      this.#model,
      this.#mode,
      this.#version,
      this.#connection,
      element('span', { class: 'spacer' }),
      button({
        label: strings.getCode,
        icon: 'code',
        bare: true,
        onClick: actions.getCode,
      }),
      button({
        label: strings.openConversation,
        icon: 'history',
        bare: true,
        onClick: () => void ask('openConversation', undefined),
      }),
      button({
        label: strings.newConversation,
        icon: 'add',
        bare: true,
        onClick: () => void ask('newConversation', undefined),
      }),
      this.#settings,
    );
  }

  show(panel: PlaygroundState): void {
    const { strings } = this.#context;
    const { model, version, connection } = panel;
    const modelName = revealedText(model?.displayName ?? '');
    label(
      this.#model,
      modelName || strings.chooseModel,
      modelName ? fill(strings.modelIs, modelName) : strings.chooseModel,
    );
    const mode = strings[MODES[panel.mode].label];
    label(this.#mode, mode, fill(strings.modeIs, mode));
    label(this.#version, version, fill(strings.versionIs, version));
    const name = revealedText(connection?.name ?? '');
    const detail = revealedText(connection?.detail ?? '');
    label(
      this.#connection,
      name || strings.chooseConnection,
      name ? fill(strings.connectionIs, name, detail) : strings.chooseConnection,
    );
  }

  showSettings(open: boolean): void {
    const { strings } = this.#context;
    const text = open ? strings.hideSettings : strings.showSettings;
    this.#settings.title = text;
    setAttribute(this.#settings, 'aria-label', text);
    setAttribute(this.#settings, 'aria-expanded', String(open));
    this.#settings.classList.toggle('on', open);
  }

  focusSettings(): void {
    this.#settings.focus();
  }
}

function picker(name: string, onClick: () => void, symbol?: IconName): HTMLButtonElement {
  const result = element('button', { class: `picker ${name}`, attributes: { type: 'button' } });
  if (symbol) result.append(icon(symbol));
  result.append(element('span', { class: 'label' }), icon('chevron-down'));
  result.addEventListener('click', onClick);
  return result;
}

function label(target: HTMLElement, text: string, description: string): void {
  const words = target.querySelector('.label');
  if (words) setText(words, text);
  target.title = description;
  setAttribute(target, 'aria-label', description);
}
