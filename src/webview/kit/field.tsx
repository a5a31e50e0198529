import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';
import { Button } from './button';
import './field.css';

/** What the input of a field gets, so that it is found by its name and read out with what is said about it. */
export interface FieldInput {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': 'true' | undefined;
}

export interface FieldProps {
  /** Of its input, on the page. */
  readonly id: string;
  readonly label: string;
  /**
   * Told while the pointer rests on the name or the focus is in the field, but for the focus in something of the class
   * `quiet-help`.
   */
  readonly help?: string | undefined;
  /** Why the input can't be taken, as a sentence. */
  readonly error?: string | undefined;
  /** Why it has no effect, as a sentence. */
  readonly warning?: string | undefined;
  /** A quiet word beside the name. */
  readonly note?: string | undefined;
  /** It belongs to the field above. */
  readonly isInner?: boolean;
  /** It is not as it is by default. */
  readonly isSet?: boolean;
  /** Lets the user go back to the default where it is set. */
  readonly onReset?: () => void;
  /** Where the input stands: beside its name, below it, or before it as a check box does. */
  readonly layout?: 'beside' | 'below' | 'before';
  /** The input is a group of several, which a label can't point at. */
  readonly isGroup?: boolean;
  readonly input: (input: FieldInput) => ComponentChildren;
  /** Stands below all of it. */
  readonly children?: ComponentChildren;
}

/** A name and an input, with what is wrong with it, what it is for, and a way back to the default. */
export function Field(props: FieldProps): VNode {
  const { id, label, layout = 'beside', isSet = false, onReset } = props;
  const lines = [
    { key: 'error', text: props.error },
    { key: 'warning', text: props.warning },
    { key: 'help', text: props.help },
  ].filter(({ text }) => text);
  const input = props.input({
    id,
    'aria-describedby': lines.map(({ key }) => `${id}-${key}`).join(' ') || undefined,
    'aria-invalid': props.error === undefined ? undefined : 'true',
  });
  const name = props.isGroup ? (
    <span class="field-name">{label}</span>
  ) : (
    <label class="field-name" for={id}>
      {label} {props.note && <span class="field-word">{props.note}</span>}
    </label>
  );
  return (
    <div class={`field ${layout}${isSet ? ' is-set' : ''}${props.isInner ? ' inner' : ''}`}>
      <div class="field-line">
        {layout === 'before' && input}
        {name}
        {onReset && isSet && (
          <Button
            label={l10n.t('Reset {0} to its Default', label)}
            icon="discard"
            bare
            class="field-reset"
            onClick={() => {
              onReset();
              document.getElementById(id)?.focus();
            }}
          />
        )}
        {layout === 'beside' && <div class="field-input">{input}</div>}
      </div>
      {layout === 'below' && input}
      {lines.map(({ key, text }) => (
        <p key={key} class={`field-${key}`} id={`${id}-${key}`}>
          {text}
        </p>
      ))}
      {props.children}
    </div>
  );
}
