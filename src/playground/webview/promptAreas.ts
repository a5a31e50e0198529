import * as l10n from '@vscode/l10n';
import { Debouncer } from '../../base/async';
import { systemClock } from '../../base/clock';
import type { UserTurn } from '../conversation';
import type { PlaygroundState } from '../protocol';
import { unsentTurns } from '../turns';
import { literal, type Variables, variablesIn } from '../variables';
import type { Area, ComposerAccess, PanelContext } from './context';
import { button } from './controls';
import { DebouncedSync } from './debouncedSync';
import { element, setText } from './dom';
import { icon } from '../../webview/kit/icon';
import { revealedText } from './pieces';

/** In UTF-16 units. */
const LONG_DRAFT = 100_000;
/** After a key in a long draft. */
const LONG_DRAFT_PAUSE_MS = 300;

/**
 * A field for each variable of the next request; nothing is sent while one of them is empty. Those of the last request
 * stay, so that it can be asked again with other values.
 */
export class VariablesArea implements Area {
  readonly element: HTMLElement;
  readonly #composer: ComposerAccess;
  readonly #fields = element('div', { class: 'variable-fields' });
  readonly #keep: HTMLButtonElement;
  readonly #again: HTMLButtonElement;
  #panel: PlaygroundState | undefined;
  /** Of the next request, of the last one, and of both. */
  #needed: readonly string[] = [];
  #tried: readonly string[] = [];
  #names: readonly string[] = [];
  #values: Variables = {};
  readonly #sync: DebouncedSync;
  readonly #reading = new Debouncer(systemClock, LONG_DRAFT_PAUSE_MS, () => this.#refresh());
  #isLong = false;

  constructor(context: PanelContext, composer: ComposerAccess) {
    this.#sync = new DebouncedSync(() => context.ask('setVariables', { values: this.#values }));
    this.#composer = composer;
    this.#keep = button({
      label: l10n.t('Keep Braces'),
      onClick: () => this.#set(withBracesKept(this.#needed, this.#values)),
    });
    this.#keep.title = l10n.t('Sends {{…}} as it stands there wherever no value is entered.');
    this.#keep.classList.add('secondary');
    this.#again = button({
      label: l10n.t('Ask Again with These Values'),
      onClick: () => {
        this.#sync.flush();
        void context.ask('tryVariables', { values: this.#values });
      },
    });
    this.#again.classList.add('secondary');
    this.element = element(
      'section',
      { class: 'variables', attributes: { 'aria-label': l10n.t('Variables') } },
      this.#fields,
      element('div', { class: 'button-row' }, this.#keep, this.#again),
    );
    this.element.hidden = true;
    this.element.addEventListener('focusout', () => this.#sync.flush());
    composer.onDidChange(() => this.#refreshSoon());
  }

  get blockedBecause(): string | undefined {
    const missing = missingVariable(this.#needed, this.#values);
    return missing === undefined
      ? undefined
      : l10n.t('Enter a value for {0}, or keep its braces.', missing);
  }

  show(panel: PlaygroundState): void {
    this.#panel = panel;
    if (this.#sync.takes(panel.conversation)) {
      this.#values = panel.variables;
      for (const input of this.#inputs) this.#fillIn(input);
    }
    this.#refresh();
  }

  get #inputs(): readonly HTMLTextAreaElement[] {
    return [...this.#fields.querySelectorAll('textarea')];
  }

  /** A draft of megabytes is not read with every key. */
  #refreshSoon(): void {
    this.#reading.cancel();
    if (this.#isLong) this.#reading.trigger();
    else this.#refresh();
  }

  #refresh(): void {
    if (!this.#panel) return;
    const draft = this.#composer.message();
    this.#isLong = draft.length > LONG_DRAFT;
    this.#needed = neededVariables(this.#panel, draft);
    this.#tried = triedVariables(this.#panel);
    const names = [...new Set([...this.#needed, ...this.#tried])];
    const isSame = names.join(' ') === this.#names.join(' ');
    this.#names = names;
    if (!isSame) this.#build();
    this.#showMissing();
  }

  #build(): void {
    const known = new Map(this.#inputs.map((input) => [input.name, input.closest('.variable')]));
    const rows = this.#names.map((name) => known.get(name) ?? this.#row(name));
    this.#fields.replaceChildren(...rows);
    this.element.hidden = rows.length === 0;
  }

  #row(name: string): HTMLElement {
    const input = element('textarea', {
      class: 'growing',
      attributes: { name, rows: '1', spellcheck: 'false' },
    });
    this.#fillIn(input);
    input.addEventListener('input', () => {
      this.#set({ ...this.#values, [name]: input.value });
    });
    return element('label', { class: 'variable' }, element('span', { text: name }), input);
  }

  #fillIn(input: HTMLTextAreaElement): void {
    const value = Object.hasOwn(this.#values, input.name) ? (this.#values[input.name] ?? '') : '';
    if (input.value !== value) input.value = value;
  }

  #set(values: Variables): void {
    this.#values = values;
    for (const input of this.#inputs) this.#fillIn(input);
    this.#sync.want();
    this.#showMissing();
  }

  #showMissing(): void {
    this.#keep.hidden = missingVariable(this.#needed, this.#values) === undefined;
    this.#again.hidden = this.#tried.length === 0;
    this.#again.disabled =
      this.#panel?.streaming !== undefined ||
      missingVariable(this.#tried, this.#values) !== undefined;
    this.#composer.refresh();
  }
}

/** The prompt file that the conversation belongs to: a click on its name opens it, a button saves it. */
export class PromptBar implements Area {
  readonly element: HTMLElement;
  readonly #name = element('span', { class: 'label' });
  readonly #file: HTMLButtonElement;

  constructor(context: PanelContext, composer: ComposerAccess) {
    const { ask } = context;
    this.#file = element(
      'button',
      { class: 'prompt-file', attributes: { type: 'button' } },
      icon('file-text'),
      this.#name,
    );
    this.#file.addEventListener('click', () => void ask('showPromptFile', undefined));
    const save = button({
      label: l10n.t('Save to File'),
      onClick: () => void ask('savePrompt', { text: composer.message(), over: true }),
    });
    save.classList.add('secondary');
    this.element = element(
      'div',
      { class: 'prompt-bar', attributes: { role: 'group', 'aria-label': l10n.t('Prompt file') } },
      this.#file,
      save,
    );
    this.element.hidden = true;
  }

  show({ promptFile }: PlaygroundState): void {
    this.element.hidden = promptFile === undefined;
    const name = revealedText(promptFile ?? '');
    setText(this.#name, name);
    this.#file.title = l10n.t('Open {0} in the Editor', name);
  }
}

/** More fields than this are no form any more; the rest stays as it stands there. */
const MOST = 50;

/** Names of the variables that the next request needs: of the instruction, what is not sent yet, and the draft. */
export function neededVariables(
  { settings, turns, promptFile }: Pick<PlaygroundState, 'settings' | 'turns' | 'promptFile'>,
  draft: string,
): readonly string[] {
  const unsent: readonly UserTurn[] = promptFile === undefined ? [] : unsentTurns(turns);
  const texts = unsent.flatMap(textsOf);
  const names = [settings.systemInstruction ?? '', ...texts, draft].flatMap(variablesIn);
  return [...new Set(names)].slice(0, MOST);
}

/** Names of the variables that the last request had, so that it can be asked again with other values. */
export function triedVariables({
  settings,
  turns,
}: Pick<PlaygroundState, 'settings' | 'turns'>): readonly string[] {
  const isAnswered = turns.some((turn) => turn.role === 'model' && turn.answer !== undefined);
  if (!isAnswered) return [];
  const sent = turns.map((turn) => (turn.role === 'user' ? (turn.template?.text ?? '') : ''));
  const names = [settings.systemInstruction ?? '', ...sent].flatMap(variablesIn);
  return [...new Set(names)].slice(0, MOST);
}

/** The texts of a message that its variables are filled in. */
function textsOf({ content, attached = [] }: UserTurn): readonly string[] {
  const own = (content.parts ?? []).filter((_, at) => !attached.some(({ part }) => part === at));
  return own.map(({ text = '' }) => text);
}

/** The first of them that has no value yet. */
export function missingVariable(names: readonly string[], values: Variables): string | undefined {
  return names.find((name) => (Object.hasOwn(values, name) ? values[name] : '') === '');
}

/** The values with the braces of all those kept that have none. */
export function withBracesKept(names: readonly string[], values: Variables): Variables {
  const missing = names.filter((name) => missingVariable([name], values) !== undefined);
  return { ...values, ...Object.fromEntries(missing.map((name) => [name, literal(name)])) };
}
