import type { StringKey } from '../../strings';
import type { PanelContext } from '../context';
import { element, setText } from '../element';
import { fill } from '../fill';
import { icon } from '../icon';
import type { SectionId } from './row';
import type { RowField } from './rowField';

const TITLES: { readonly [S in SectionId]?: StringKey } = {
  sampling: 'sectionSampling',
  output: 'sectionOutput',
  media: 'sectionMedia',
  thinking: 'sectionThinking',
  safety: 'sectionSafety',
  tools: 'sectionTools',
};

/** Settings that stand together: under a head that opens and closes them, and says how many are set. */
export class Section {
  readonly element: HTMLElement;
  readonly #context: PanelContext;
  readonly #fields: readonly RowField[];
  readonly #badge = element('span', { class: 'section-badge' });

  constructor(
    context: PanelContext,
    id: SectionId,
    fields: readonly RowField[],
    isOpen: boolean,
    onToggle: (isOpen: boolean) => void,
  ) {
    this.#context = context;
    this.#fields = fields;
    const body = element(
      'div',
      { class: 'section-body' },
      ...fields.map((field) => field.view.element),
    );
    const title = TITLES[id];
    if (title === undefined) {
      this.element = body;
      return;
    }
    const name = element('span', { class: 'section-name', text: context.strings[title] });
    const head = element('summary', {}, icon('chevron-right'), name, this.#badge);
    const details = element('details', { class: 'section' }, head, body);
    details.open = isOpen;
    details.addEventListener('toggle', () => onToggle(details.open));
    this.element = details;
  }

  /** Says what is set and what is wrong; there is none of it where none of its fields is shown. */
  refresh(): void {
    const { strings, format } = this.#context;
    const shown = this.#fields.filter((field) => field.isShown);
    const set = shown.filter((field) => field.isSet).length;
    const isInvalid = shown.some((field) => field.isInvalid);
    this.element.hidden = shown.length === 0;
    this.#badge.classList.toggle('invalid', isInvalid);
    const count = set === 0 ? '' : fill(strings.setCount, format.count(set));
    setText(this.#badge, isInvalid ? strings.invalid : count);
  }
}
