import type { VNode } from 'preact';
import type { SheetFinding } from '../../platform/sheet';
import { Icon, type IconName } from '../../webview/kit/icon';
import { Buttons } from './blocks';
import './findings.css';
import type { Block } from './sheetStore';

const ICONS: { readonly [S in SheetFinding['state']]: IconName } = {
  waiting: 'circle-large',
  running: 'loading',
  passed: 'pass-filled',
  warning: 'warning',
  failed: 'error',
  skipped: 'circle-slash',
};

export interface FindingsProps {
  readonly block: Block<'findings'>;
  readonly onAction: (action: string) => void;
}

/** A list that is read from top to bottom: a title with its state, what was found, and what mends it. */
export function Findings({ block, onAction }: FindingsProps): VNode {
  return (
    <ul class="findings">
      {block.findings.map((finding) => (
        <Finding key={finding.id} finding={finding} onAction={onAction} />
      ))}
    </ul>
  );
}

interface FindingProps {
  readonly finding: SheetFinding;
  readonly onAction: (action: string) => void;
}

function Finding({ finding, onAction }: FindingProps): VNode {
  const { state, title, stateText, text, buttons } = finding;
  return (
    <li class={`finding ${state}`}>
      <span class="finding-icon" aria-hidden="true">
        <Icon name={ICONS[state]} />
      </span>
      <h3>
        {title} <span class="finding-state">{stateText}</span>
      </h3>
      {text !== '' && <p class="text">{text}</p>}
      {buttons.length > 0 && <Buttons buttons={buttons} onAction={onAction} />}
    </li>
  );
}
