import { errorMessage } from '../../../base/errors';
import type { Turn } from '../../conversation';
import { turnText } from '../../turns';
import type { PanelContext } from '../context';
import { element } from '../element';
import type { EditRequest } from './editRequest';
import { TurnEditor, type TurnEditorOptions } from './turnEditor';

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
    const texts = this.#context.begun;
    if (begun === options.text) {
      texts?.drop(request);
      return;
    }
    const editor = new TurnEditor(this.#context, {
      ...options,
      begun,
      onWritten: (text) => {
        if (text === options.text) texts?.drop(request);
        else texts?.put({ turn: id, place, role, text });
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
    const { strings, announce } = this.#context;
    const before = turnText(turn);
    const attached = new Set(turn.role === 'user' ? turn.attached?.map(({ part }) => part) : []);
    const holdsOther = ({ text, thought }: { text?: string; thought?: boolean }, at: number) =>
      text === undefined || thought === true || attached.has(at);
    return {
      label: strings.editedText,
      text: before,
      save: strings.save,
      canAsk: turn.role === 'user',
      mayBeEmpty: turn.content.parts?.some(holdsOther) ?? false,
      onSave: async (text, ask) => {
        if (text === before && !ask) {
          this.#cancel();
          return undefined;
        }
        const problem = await this.#save('editTurn', { turn: turn.id, text, ask });
        if (problem === undefined) announce(strings.editSaved);
        return problem;
      },
    };
  }

  #insertion({ turn, place, role }: EditRequest): Writing {
    const { strings } = this.#context;
    return {
      label: role === 'user' ? strings.insertedOfUser : strings.insertedOfModel,
      text: '',
      save: strings.insert,
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
    if (this.#open) this.#context.begun?.drop(this.#open);
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
