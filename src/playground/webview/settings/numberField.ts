import * as l10n from '@vscode/l10n';
import type { JsonValue } from '../../../api/schema/row';
import type { PanelContext } from '../context';
import { element } from '../dom';
import { Field, type FieldFacts, type FieldView, type Parsed } from './field';
import type { NumberRow } from './row';

/** A setting that is a number: a text field, and a slider where its range is small. */
export class NumberField implements FieldView {
  readonly element: HTMLElement;
  readonly #row: NumberRow;
  readonly #context: PanelContext;
  readonly #field: Field;
  readonly #input: HTMLInputElement;
  readonly #slider: HTMLInputElement | undefined;
  #facts: FieldFacts = { model: undefined, mode: 'chat' };

  constructor(context: PanelContext, row: NumberRow, name: string, onChange: () => void) {
    this.#row = row;
    this.#context = context;
    this.#input = element('input', {
      class: 'number',
      // A keyboard for whole numbers has no minus sign.
      attributes: { type: 'text', inputmode: row.whole && row.min >= 0 ? 'numeric' : 'decimal' },
    });
    const changed = (): void => {
      this.#refresh();
      onChange();
    };
    const content = element('div', { class: 'number-row' }, this.#input);
    if (row.step !== undefined) {
      this.#slider = element('input', {
        attributes: {
          type: 'range',
          'aria-label': name,
          min: String(row.min),
          step: String(row.step),
        },
      });
      content.prepend(this.#slider);
      this.#slider.addEventListener('input', () => {
        this.#input.value = this.#slider?.value ?? '';
        changed();
      });
    }
    const onReset = (): void => {
      this.#input.value = '';
      changed();
    };
    this.#field = new Field({ key: row.key, name, input: this.#input, content, onReset });
    this.#input.addEventListener('input', changed);
    this.element = this.#field.element;
  }

  get parsed(): Parsed<number, NumberError> {
    return parseNumber(this.#input.value, this.#row, this.#max);
  }

  write(value: JsonValue | undefined): void {
    this.#input.value = value === undefined ? '' : asText(value);
    this.#refresh();
  }

  show(facts: FieldFacts): void {
    this.#facts = facts;
    this.#refresh();
  }

  get #max(): number {
    return this.#row.max(this.#facts.model, this.#facts.mode);
  }

  #refresh(): void {
    const { format } = this.#context;
    const row = this.#row;
    const max = this.#max;
    const standard = row.standard?.(this.#facts.model);
    const { parsed } = this;
    const written = (value: number): string =>
      row.whole ? format.count(value) : format.decimal(value);
    const shown = standard === undefined ? '' : written(standard);
    this.#input.placeholder = shown;
    if (this.#slider) {
      this.#slider.max = String(max);
      const value = 'value' in parsed ? parsed.value : undefined;
      this.#slider.value = String(value ?? standard ?? Math.max(row.min, 0));
      this.#slider.classList.toggle('is-default', value === undefined);
    }
    const range =
      row.min === 1
        ? l10n.t('up to {0}', format.count(max))
        : l10n.t('{0} to {1}', format.count(row.min), format.count(max));
    const words = [
      shown ? l10n.t('Default {0}', shown) : l10n.t('Default of the model'),
      ...(row.anyRange ? [] : [range]),
    ];
    this.#field.show({
      note: [`${words.join(', ')}.`, row.hint?.()].filter(Boolean).join(' '),
      set: this.#input.value !== '',
      unsent: this.#facts.unsent,
      ...('error' in parsed && {
        error: numberError(parsed.error, format.count(row.min), format.count(max)),
      }),
    });
  }
}

type NumberError = 'notANumber' | 'notWhole' | 'outOfRange';

function numberError(error: NumberError, min: string, max: string): string {
  switch (error) {
    case 'notANumber':
      return l10n.t('Enter a number.');
    case 'notWhole':
      return l10n.t('Enter a whole number.');
    case 'outOfRange':
      return l10n.t('Enter a number from {0} to {1}.', min, max);
  }
}

/** A number may stand there as a text: the service takes it so too. */
function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A number as it was typed. Comma and point both separate decimals; an empty field is the default. */
export function parseNumber(
  typed: string,
  { whole, min }: Pick<NumberRow, 'whole' | 'min'>,
  max: number,
): Parsed<number, NumberError> {
  const text = typed.trim().replace(',', '.');
  if (text === '') return {};
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)) return { error: 'notANumber' };
  const value = Number(text);
  if (whole && !Number.isInteger(value)) return { error: 'notWhole' };
  if (value < min || value > max) return { error: 'outOfRange' };
  return { value };
}
