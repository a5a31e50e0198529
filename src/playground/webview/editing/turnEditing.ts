import { errorMessage } from '../../../base/errors';
import type { Turn } from '../../conversation';
import type { PlaygroundEvent } from '../../protocol';
import { turnText } from '../../turnText';
import type { PanelContext } from '../context';
import { element } from '../element';
import { fill } from '../fill';
import { TurnEditor, type TurnEditorOptions } from './turnEditor';

/** Which text is written: that of a turn, or of a message before or after it. */
export type EditRequest = Omit<Extract<PlaygroundEvent, { readonly name: 'edit' }>, 'name'>;

/** The text field in a turn in which that, or a message beside it, is written. */
export class TurnEditing {
  readonly #context: PanelContext;
  readonly #turn: HTMLElement;
  readonly #body: HTMLElement;
  #open: { readonly editor: TurnEditor; readonly frame: HTMLElement } | undefined;

  /** @param body of the turn, whose text the field takes the place of */
  constructor(context: PanelContext, turn: HTMLElement, body: HTMLElement) {
    this.#context = context;
    this.#turn = turn;
    this.#body = body;
  }

  /** Opens the field. One in which something was written stays, and gets the focus. */
  open(turn: Turn, request: EditRequest): void {
    if (this.#open?.editor.isChanged) {
      this.#open.editor.focus();
      return;
    }
    this.#close();
    const { place } = request;
    const options = place === 'here' ? this.#change(turn) : this.#insertion(request);
    const editor = new TurnEditor(this.#context, options);
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
    this.#open = { editor, frame };
    editor.focus();
  }

  #change(turn: Turn): TurnEditorOptions {
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
      onCancel: () => this.#cancel(),
      onSave: async (text, ask) => {
        if (text === before && !ask) {
          this.#cancel();
          return true;
        }
        if (!(await this.#save('editTurn', { turn: turn.id, text, ask }))) return false;
        announce(strings.editSaved);
        return true;
      },
    };
  }

  #insertion({ turn, place, role }: EditRequest): TurnEditorOptions {
    const { strings } = this.#context;
    return {
      label: role === 'user' ? strings.insertedOfUser : strings.insertedOfModel,
      text: '',
      save: strings.insert,
      canAsk: false,
      mayBeEmpty: false,
      onCancel: () => this.#cancel(),
      onSave: (text) => {
        const beside = place === 'before' ? 'before' : 'after';
        return this.#save('insertTurn', { turn, place: beside, role, text });
      },
    };
  }

  /** Answers whether it was done; a failure is shown, and what was written stays. */
  async #save(...[name, input]: Parameters<PanelContext['call']>): Promise<boolean> {
    try {
      if ((await this.#context.call(name, input)) !== true) return false;
    } catch (error) {
      this.#context.tell(fill(this.#context.strings.callFailed, errorMessage(error)));
      return false;
    }
    this.#cancel();
    return true;
  }

  #cancel(): void {
    const hadFocus = this.#open?.frame.contains(document.activeElement);
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
