import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import type { FieldInput } from './field';
import './slider.css';

interface NumberInputProps {
  readonly input: FieldInput;
  /** As it was typed. */
  readonly typed: string;
  /** The default, in words. */
  readonly placeholder: string;
  /** It can have neither a sign nor a fraction: some keyboards of digits have no keys for them. */
  readonly isCount: boolean;
  readonly onType: (typed: string) => void;
}

/** A number that is typed. A text field: one for numbers would not say what else stands in it. */
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
  /** What is typed, where that is a number in the range. */
  readonly value: number | undefined;
  /** What holds while nothing is typed; undefined where that is not known. */
  readonly standard: number | undefined;
}

/**
 * A number on a scale, beside the field that it can be typed into. Where nobody knows what holds by default, the scale
 * shows no value until one is set.
 */
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
