import type { VNode } from 'preact';

interface GrowingTextProps {
  readonly value: string;
  readonly onText: (text: string) => void;
  /** What a screen reader calls it, where no label stands beside it. */
  readonly name?: string | undefined;
  readonly id?: string | undefined;
  readonly class?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly rows?: number | undefined;
  readonly spellcheck?: boolean | undefined;
  /** Id of what says why its text is wrong; absent where it isn't. */
  readonly wrongBecause?: string | undefined;
  readonly onChange?: (() => void) | undefined;
  readonly onKeyDown?: ((event: KeyboardEvent) => void) | undefined;
}

/** A text field that is as high as its text, as far as its style lets it grow. */
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

/** A text with the ends of lines that a text field has: given others, it would lose the place of its cursor. */
export function withPlainLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}
