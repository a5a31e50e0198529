import type { VNode } from 'preact';
import type { FieldInput } from './field';
import './field.css';

export interface Option {
  readonly value: string;
  readonly label: string;
}

interface ChoiceProps {
  readonly input: FieldInput;
  readonly options: readonly Option[];
  /** Shown unchanged if it isn't one of the options. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function Choice({ input, options, value, onChange }: ChoiceProps): VNode {
  const isKnown = options.some((option) => option.value === value);
  const shown = isKnown ? options : [...options, { value, label: value }];
  return (
    <select
      {...input}
      class="choice"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {shown.map((option) => (
        <option
          key={option.value}
          value={option.value}
          title={option.value === '' ? undefined : option.value}
        >
          {option.label}
        </option>
      ))}
    </select>
  );
}

interface ChoicesProps {
  readonly input: FieldInput;
  readonly label: string;
  readonly options: readonly Option[];
  readonly values: readonly string[];
  readonly onChange: (value: string, isChosen: boolean) => void;
}

export function Choices({ input, label, options, values, onChange }: ChoicesProps): VNode {
  return (
    <div {...input} class="choices" role="group" aria-label={label} tabIndex={-1}>
      {options.map((option) => (
        <label key={option.value} class="check-row">
          <input
            type="checkbox"
            value={option.value}
            checked={values.includes(option.value)}
            onChange={(event) => onChange(option.value, event.currentTarget.checked)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}

interface CheckProps {
  /** Undefined if the checkbox is inside of its label. */
  readonly input?: FieldInput;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export function Check({ input, isOn, onChange }: CheckProps): VNode {
  return (
    <input
      {...input}
      type="checkbox"
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
