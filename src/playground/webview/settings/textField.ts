import * as l10n from '@vscode/l10n';
import type { JsonValue } from '../../../api/schema/row';
import { generationLimits } from '../../../api/schema/fieldLimits';
import { MAX_STOP_LENGTH } from '../../settings';
import type { PanelContext } from '../context';
import { element } from '../dom';
import { Field, type FieldFacts, type FieldView, type Parsed } from './field';
import type { TextRow } from './row';

const MAX_STOPS = generationLimits.stopSequences.maxItems;

/** A setting that is text: of one line, of several, or a list of them. */
export class TextField implements FieldView {
  readonly element: HTMLElement;
  readonly #input: HTMLTextAreaElement | HTMLInputElement;
  readonly #field: Field;
  readonly #row: TextRow;
  readonly #context: PanelContext;
  #unsent: string | undefined;

  constructor(context: PanelContext, row: TextRow, name: string, onChange: () => void) {
    const isList = row.kind === 'lines';
    this.#row = row;
    this.#context = context;
    const placeholder = row.placeholder?.();
    this.#input =
      row.kind === 'line'
        ? element('input', { attributes: { type: 'text', placeholder, spellcheck: 'false' } })
        : element('textarea', {
            class: isList ? 'growing code' : 'growing',
            attributes: {
              rows: isList ? '2' : '3',
              placeholder,
              spellcheck: isList ? 'false' : undefined,
            },
          });
    const changed = (): void => {
      this.#refresh();
      onChange();
    };
    const input = this.#input;
    const onReset = (): void => {
      input.value = '';
      changed();
    };
    this.#field = new Field({ key: row.key, name, input, content: input, onReset });
    input.addEventListener('input', changed);
    this.element = this.#field.element;
  }

  get parsed(): Parsed<JsonValue> {
    const { value } = this.#input;
    if (this.#row.kind !== 'lines') return value.trim() === '' ? {} : { value };
    return parseStops(value);
  }

  write(value: JsonValue | undefined): void {
    const text = textOf(value);
    if (this.#input.value !== text) this.#input.value = text;
    this.#refresh();
  }

  show({ unsent }: FieldFacts): void {
    this.#unsent = unsent;
    this.#refresh();
  }

  #refresh(): void {
    const { hint } = this.#row;
    this.#field.show({
      note: hint?.() ?? '',
      set: this.#input.value !== '',
      unsent: this.#unsent,
      error: this.#row.kind === 'lines' ? this.#stopsError() : undefined,
    });
  }

  #stopsError(): string | undefined {
    const parsed = parseStops(this.#input.value);
    if (!('error' in parsed)) return undefined;
    const { format } = this.#context;
    return parsed.error === 'stopTooLong'
      ? l10n.t('A stop sequence can have at most {0} characters.', format.count(MAX_STOP_LENGTH))
      : l10n.t('At most 5 stop sequences can be set; these are {0}.', format.count(parsed.count));
  }
}

function textOf(value: JsonValue | undefined): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) {
    return formatStops((value as readonly JsonValue[]).map((item) => textOf(item)));
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Stop sequences, one per line; `\n` and `\t` in a line stand for the characters, `\\` for a backslash. */
export function parseStops(
  typed: string,
): Parsed<readonly string[], 'tooManyStops' | 'stopTooLong'> & { readonly count: number } {
  const stops = typed
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map(unescape);
  const count = stops.length;
  if (count === 0) return { count };
  if (count > MAX_STOPS) return { error: 'tooManyStops', count };
  if (stops.some((stop) => stop.length > MAX_STOP_LENGTH)) return { error: 'stopTooLong', count };
  return { value: stops, count };
}

export function formatStops(stops: readonly string[]): string {
  return stops
    .map((stop) => stop.replace(/[\\\n\t]/g, (character) => WRITTEN[character] ?? character))
    .join('\n');
}

const WRITTEN: { readonly [character: string]: string } = {
  '\\': '\\\\',
  '\n': '\\n',
  '\t': '\\t',
};
const MEANT: { readonly [escape: string]: string } = { '\\\\': '\\', '\\n': '\n', '\\t': '\t' };

function unescape(line: string): string {
  return line.replace(/\\[\\nt]/g, (escape) => MEANT[escape] ?? escape);
}
