import type { VNode } from 'preact';

interface GrowingTextProps {
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly name?: string | undefined;
  readonly id?: string | undefined;
  readonly class?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly rows?: number | undefined;
  readonly spellcheck?: boolean | undefined;
  /** ID of the error message. Undefined if valid. */
  readonly wrongBecause?: string | undefined;
  readonly onChange?: (() => void) | undefined;
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
}

/** A textarea that grows with its text up to the CSS limit. */
export function GrowingText(props: GrowingTextProps): VNode {
  const { value, onText, name, rows = 1, wrongBecause } = props;
  return (
    <textarea
      id={props.id}
      class={props.class ? `growing ${props.class}` : 'growing'}
      rows={rows}
      aria-label={name}
      aria-invalid={wrongBecause === undefined ? undefined : true}
      aria-describedby={wrongBecause}
      placeholder={props.placeholder}
      spellcheck={props.spellcheck}
      value={withPlainLines(value)}
      onInput={({ currentTarget }) => onText(currentTarget.value)}
      onChange={props.onChange}
      onKeyDown={props.onKeyDown}
    />
  );
}

/** Normalizes line ends like a textarea. Otherwise setting the value moves the cursor. */
export function withPlainLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}
