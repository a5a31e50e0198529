import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';
import { Button } from './button';
import './field.css';

export interface FieldInput {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': 'true' | undefined;
}

interface FieldProps {
  readonly id: string;
  readonly label: string;
  /** Shown on hover of the label and on focus of the field, except for elements with class `quiet-help`. */
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  readonly warning?: string | undefined;
  readonly note?: string | undefined;
  readonly isInner?: boolean;
  /** Whether the value differs from the default. */
  readonly isSet?: boolean;
  readonly onReset?: () => void;
  /** Position of the input relative to its label. `before` is for checkboxes. */
  readonly layout?: 'beside' | 'below' | 'before';
  /** Whether the input is a group, which a `label` element can't reference. */
  readonly isGroup?: boolean;
  readonly input: (input: FieldInput) => ComponentChildren;
  readonly children?: ComponentChildren;
}

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
            label={l10n.t('Reset {0} to Default', label)}
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
