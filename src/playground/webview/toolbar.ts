import * as l10n from '@vscode/l10n';
import { MODES } from '../modes';
import type { PlaygroundState } from '../protocol';
import type { PanelContext } from './context';
import { button } from './controls';
import { element, setAttribute, setText } from './dom';
import { icon, type IconName } from '../../webview/kit/icon';
import { revealedText } from './pieces';

/** What its buttons do in the page. */
export interface ToolbarActions {
  readonly settings: () => void;
  readonly getCode: () => void;
}

/** The row on top: model, version, connection; new conversation, settings. */
export class Toolbar {
  readonly element: HTMLElement;
  readonly #model: HTMLButtonElement;
  readonly #mode: HTMLButtonElement;
  readonly #version: HTMLButtonElement;
  readonly #connection: HTMLButtonElement;
  readonly #settings: HTMLButtonElement;

  constructor(context: PanelContext, settingsId: string, actions: ToolbarActions) {
    const { ask } = context;
    this.#model = picker('model-picker', () => void ask('pickModel', undefined));
    this.#mode = picker('mode-picker', () => void ask('pickMode', undefined));
    this.#version = picker('version-picker', () => void ask('pickVersion', undefined));
    this.#connection = picker(
      'connection-picker',
      () => void ask('pickConnection', undefined),
      'plug',
    );
    this.#settings = button({
      label: l10n.t('Show Settings'),
      icon: 'settings',
      bare: true,
      onClick: actions.settings,
    });
    this.#settings.setAttribute('aria-controls', settingsId);
    this.element = element(
      'header',
      { class: 'toolbar', attributes: { 'aria-label': l10n.t('Playground') } },
      this.#model,
      this.#mode,
      this.#version,
      this.#connection,
      element('span', { class: 'spacer' }),
      button({
        label: l10n.t('Get Code…'),
        icon: 'code',
        bare: true,
        onClick: actions.getCode,
      }),
      button({
        label: l10n.t('Open Conversation…'),
        icon: 'history',
        bare: true,
        onClick: () => void ask('openConversation', undefined),
      }),
      button({
        label: l10n.t('New Conversation'),
        icon: 'add',
        bare: true,
        onClick: () => void ask('newConversation', undefined),
      }),
      this.#settings,
    );
  }

  show(panel: PlaygroundState): void {
    const { model, version, connection } = panel;
    const modelName = revealedText(model?.displayName ?? '');
    label(
      this.#model,
      modelName || l10n.t('Choose Model'),
      modelName ? l10n.t('Model: {0}. Choose another one.', modelName) : l10n.t('Choose Model'),
    );
    const mode = MODES[panel.mode].label(l10n);
    label(this.#mode, mode, l10n.t('Mode: {0}. Choose another one.', mode));
    label(
      this.#version,
      version,
      l10n.t('Version of the service: {0}. Choose another one.', version),
    );
    const name = revealedText(connection?.name ?? '');
    const detail = revealedText(connection?.detail ?? '');
    label(
      this.#connection,
      name || l10n.t('Choose Connection'),
      name
        ? l10n.t('Connection: {0}, {1}. Choose another one.', name, detail)
        : l10n.t('Choose Connection'),
    );
  }

  showSettings(open: boolean): void {
    const text = open ? l10n.t('Hide Settings') : l10n.t('Show Settings');
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
