import type { VNode } from 'preact';
import { Button } from '../../webview/kit/button';
import type { Block } from './sheetStore';
import './blocks.css';

interface BlockProps<K extends Block<'heading' | 'text' | 'facts'>['kind']> {
  readonly block: Block<K>;
}

export function Heading({ block }: BlockProps<'heading'>): VNode {
  return <h2>{block.text}</h2>;
}

export function Text({ block: { text, tone } }: BlockProps<'text'>): VNode {
  return <p class={['text', tone].filter(Boolean).join(' ')}>{text}</p>;
}

export function Facts({ block }: BlockProps<'facts'>): VNode {
  return (
    <dl class="facts">
      {block.rows.map(([label, value], at) => (
        <Fact key={at} label={label} value={value} />
      ))}
    </dl>
  );
}

function Fact({ label, value }: { readonly label: string; readonly value: string }): VNode {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  );
}

interface ButtonsProps {
  readonly buttons: Block<'buttons'>['buttons'];
  readonly onAction: (action: string) => void;
}

/** Renders buttons. Keyed, so that the focus survives label changes. */
export function Buttons({ buttons, onAction }: ButtonsProps): VNode {
  return (
    <div class="button-row">
      {buttons.map(({ id, title }) => (
        <Button key={id} label={title} kind="secondary" onClick={() => onAction(id)} />
      ))}
    </div>
  );
}
