import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { FieldInput } from './field';
import './field.css';

interface NumberInputProps {
  readonly input: FieldInput;
  readonly typed: string;
  readonly placeholder: string;
  /** Whether only digits are allowed. Some numeric keyboards lack sign and decimal keys. */
  readonly isCount: boolean;
  readonly onType: (typed: string) => void;
}

/** A number field. Uses a text input, because number inputs hide invalid text. */
export function NumberInput(props: NumberInputProps): VNode {
  return (
    <input
      {...props.input}
      class="number"
      type="text"
      inputMode={props.isCount ? 'numeric' : 'decimal'}
      placeholder={props.placeholder}
      value={props.typed}
      onInput={(event) => props.onType(event.currentTarget.value)}
    />
  );
}

interface SliderProps extends NumberInputProps {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Undefined if the text isn't a number in range. */
  readonly value: number | undefined;
  readonly standard: number | undefined;
}

/** A number field with a slider. Without a known default, the slider is empty until a value is set. */
export function Slider(props: SliderProps): VNode {
  const { min, max, value, standard } = props;
  const shown = value ?? standard;
  const look = value !== undefined ? '' : shown === undefined ? ' is-unknown' : ' is-default';
  return (
    <div class="slider">
      <input
        type="range"
        class={look.trim() || undefined}
        aria-label={props.label}
        aria-valuetext={shown === undefined ? l10n.t('Default unknown') : undefined}
        min={min}
        max={max}
        step={props.step}
        value={shown ?? (min + max) / 2}
        onInput={(event) => props.onType(event.currentTarget.value)}
      />
      <NumberInput {...props} />
    </div>
  );
}
