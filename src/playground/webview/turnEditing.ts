import * as l10n from '@vscode/l10n';
import { errorMessage } from '../../base/errors';
import { MAX_PROMPT, type Turn } from '../conversation';
import { turnText } from '../turns';
import type { PanelContext } from './context';
import { button } from './controls';
import { element, isComposing, setAttribute, setText } from './dom';
import type { EditRequest } from './unsavedEdits';

/** What is written, apart from the field that it is written in. */
type Writing = Omit<TurnEditorOptions, 'begun' | 'onWritten' | 'onCancel'>;

/** The text field in a turn in which that, or a message beside it, is written. */
export class TurnEditing {
  readonly #context: PanelContext;
  readonly #turn: HTMLElement;
  readonly #body: HTMLElement;
  #open:
    { readonly turn: string; readonly editor: TurnEditor; readonly frame: HTMLElement } | undefined;

  /** @param body of the turn, whose text the field takes the place of */
  constructor(context: PanelContext, turn: HTMLElement, body: HTMLElement) {
    this.#context = context;
    this.#turn = turn;
    this.#body = body;
  }

  /**
   * Opens the field, and gives it the focus; one in which something was written stays. With `begun`, what was
   * being written before, the focus stays where it is.
   */
  open(turn: Turn, request: EditRequest, begun?: string): void {
    if (this.#open?.editor.isChanged) {
      this.#open.editor.focus();
      return;
    }
    this.#close();
    const { turn: id, place, role } = request;
    const options = place === 'here' ? this.#change(turn) : this.#insertion(request);
    const { unsavedEdits } = this.#context;
    if (begun === options.text) {
      unsavedEdits?.drop(request);
      return;
    }
    const editor = new TurnEditor(this.#context, {
      ...options,
      begun,
      onWritten: (text) => {
        if (text === options.text) unsavedEdits?.drop(request);
        else unsavedEdits?.put({ turn: id, place, role, text });
      },
      onCancel: () => this.#cancel(),
    });
    const frame = element('div', { class: `editor-frame ${place}` }, editor.element);
    if (place === 'here') {
      this.#turn.classList.add('editing');
      this.#body.after(frame);
    } else {
      const title = element('p', { class: 'speaker', text: options.label });
      frame.prepend(title);
      if (place === 'before') this.#turn.prepend(frame);
      else this.#turn.append(frame);
    }
    this.#open = { turn: id, editor, frame };
    if (begun === undefined) editor.focus();
  }

  #change(turn: Turn): Writing {
    const { announce } = this.#context;
    const before = turnText(turn);
    const attached = new Set(turn.role === 'user' ? turn.attached?.map(({ part }) => part) : []);
    const holdsOther = ({ text, thought }: { text?: string; thought?: boolean }, at: number) =>
      text === undefined || thought === true || attached.has(at);
    return {
      label: l10n.t('Text of the message'),
      text: before,
      save: l10n.t('Save'),
      canAsk: turn.role === 'user',
      mayBeEmpty: turn.content.parts?.some(holdsOther) ?? false,
      onSave: async (text, ask) => {
        if (text === before && !ask) {
          this.#cancel();
          return undefined;
        }
        const problem = await this.#save('editTurn', { turn: turn.id, text, ask });
        if (problem === undefined) announce(l10n.t('Message saved.'));
        return problem;
      },
    };
  }

  #insertion({ turn, place, role }: EditRequest): Writing {
    return {
      label: role === 'user' ? l10n.t('New message of yours') : l10n.t('New message of the model'),
      text: '',
      save: l10n.t('Insert'),
      canAsk: false,
      mayBeEmpty: false,
      onSave: (text) => {
        const beside = place === 'before' ? 'before' : 'after';
        return this.#save('insertTurn', { turn, place: beside, role, text });
      },
    };
  }

  /** Answers why it was not done; nothing is to be said where the user took it back. */
  async #save(...[name, input]: Parameters<PanelContext['call']>): Promise<string | undefined> {
    try {
      if ((await this.#context.call(name, input)) !== true) return '';
    } catch (error) {
      return errorMessage(error);
    }
    this.#cancel();
    return undefined;
  }

  #cancel(): void {
    const hadFocus = this.#open?.frame.contains(document.activeElement);
    if (this.#open) this.#context.unsavedEdits?.drop(this.#open);
    this.#close();
    if (!hadFocus) return;
    const button = this.#turn.querySelector<HTMLElement>('.edit-turn') ?? this.#turn;
    button.focus();
  }

  #close(): void {
    this.#open?.frame.remove();
    this.#open = undefined;
    this.#turn.classList.remove('editing');
  }
}

interface TurnEditorOptions {
  /** What a screen reader calls the field. */
  readonly label: string;
  readonly text: string;
  /** What stands in it instead at first: it was being written before. */
  readonly begun: string | undefined;
  /** Words of the button that saves. */
  readonly save: string;
  /** Whether it may also be asked again. */
  readonly canAsk: boolean;
  /** Whether nothing at all may be saved: something else of the turn stays then. */
  readonly mayBeEmpty: boolean;
  /** Answers why it was not saved, as a sentence or empty: the editor stays open then. */
  readonly onSave: (text: string, ask: boolean) => Promise<string | undefined>;
  /** Called with the text after each change. */
  readonly onWritten: (text: string) => void;
  readonly onCancel: () => void;
}

/** A text field as high as its text, with the buttons that save or give up what is written in it. */
class TurnEditor {
  readonly element: HTMLElement;
  readonly #context: PanelContext;
  readonly #options: TurnEditorOptions;
  readonly #field: HTMLTextAreaElement;
  readonly #hint = element('p', { class: 'note' });
  #busy = false;

  constructor(context: PanelContext, options: TurnEditorOptions) {
    this.#context = context;
    this.#options = options;
    this.#field = element('textarea', {
      class: 'turn-field',
      attributes: { rows: '1', 'aria-label': options.label },
    });
    this.#field.value = options.begun ?? options.text;
    const save = button({
      label: options.save,
      class: options.canAsk ? 'secondary' : 'primary',
      onClick: () => void this.#save(false),
    });
    const ask = button({
      label: l10n.t('Save and Ask Again'),
      class: 'primary',
      onClick: () => void this.#save(true),
    });
    const cancel = button({
      label: l10n.t('Cancel'),
      class: 'secondary',
      onClick: options.onCancel,
    });
    this.element = element(
      'div',
      { class: 'turn-editor' },
      this.#field,
      this.#hint,
      element('div', { class: 'button-row' }, ...(options.canAsk ? [ask] : []), save, cancel),
    );
    this.#field.addEventListener('input', () => {
      options.onWritten(this.text);
      this.#showHint();
    });
    this.element.addEventListener('keydown', (event) => this.#keyDown(event));
    this.#showHint();
  }

  get text(): string {
    return this.#field.value;
  }

  /** Whether something was written. */
  get isChanged(): boolean {
    return this.text !== this.#options.text;
  }

  focus(): void {
    this.#field.focus();
    this.element.scrollIntoView({ block: 'nearest' });
  }

  get #problem(): string | undefined {
    const { format } = this.#context;
    if (this.text.length > MAX_PROMPT)
      return l10n.t('The text is longer than can be sent ({0}).', format.bytes(MAX_PROMPT));
    return this.text.trim() === '' && !this.#options.mayBeEmpty
      ? l10n.t('A message needs a text. To be rid of it, delete it.')
      : undefined;
  }

  /** @param refused why what stands there could not be saved */
  #showHint(refused = ''): void {
    const keys = navigator.platform.startsWith('Mac')
      ? l10n.t('⌘Enter saves, Escape cancels.')
      : l10n.t('Ctrl+Enter saves, Escape cancels.');
    setText(this.#hint, refused || (this.#problem ?? keys));
    this.#hint.classList.toggle('field-error', refused !== '');
    setAttribute(this.#field, 'aria-invalid', refused === '' ? undefined : 'true');
  }

  async #save(ask: boolean): Promise<void> {
    if (this.#busy) return;
    const problem = this.#problem;
    if (problem !== undefined) {
      this.#context.announce(problem);
      this.#field.focus();
      return;
    }
    this.#busy = true;
    const refused = await this.#options.onSave(this.text, ask);
    this.#busy = false;
    if (refused === undefined) return;
    if (!this.element.isConnected) {
      // The turn is gone, and the field with it.
      this.#context.tell(l10n.t('That did not work: {0}', refused));
      return;
    }
    this.#showHint(refused);
    if (refused !== '') this.#context.announce(refused);
    this.#field.focus();
  }

  #keyDown(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    if (event.key === 'Escape') {
      // It would stop an answer.
      event.preventDefault();
      event.stopPropagation();
      this.#options.onCancel();
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void this.#save(false);
    }
  }
}
