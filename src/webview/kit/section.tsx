import type { ComponentChildren, VNode } from 'preact';
import { Icon } from './icon';
import './section.css';

interface SectionProps {
  readonly title: string;
  /** Shown next to the title even if collapsed. */
  readonly badge?: { readonly text: string; readonly isError?: boolean } | undefined;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly children: ComponentChildren;
}

export function Section({ title, badge, isOpen, onToggle, children }: SectionProps): VNode {
  return (
    <details
      class="section"
      open={isOpen}
      onToggle={(event) => {
        if (event.currentTarget.open !== isOpen) onToggle(event.currentTarget.open);
      }}
    >
      <summary>
        <Icon name="chevron-right" />
        <span class="section-name">{title}</span>
        {badge && <span class={`badge${badge.isError ? ' invalid' : ''}`}>{badge.text}</span>}
      </summary>
      <div class="section-body">{children}</div>
    </details>
  );
}
