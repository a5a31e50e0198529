import './banner.css';
import type { ComponentChildren, VNode } from 'preact';
import * as l10n from '@vscode/l10n';
import { Button } from './button';
import { Icon } from './icon';

interface BannerProps {
  readonly tone: 'info' | 'warning' | 'error';
  /** Takes it away; it stays where there is no such way. */
  readonly onDismiss?: (() => void) | undefined;
  readonly children: ComponentChildren;
}

/** Something that matters to all of what stands below it, in VS Code's colours for that. */
export function Banner({ tone, onDismiss, children }: BannerProps): VNode {
  return (
    <div class={`banner ${tone}`}>
      <Icon name={tone} />
      <div class="banner-words">{children}</div>
      {onDismiss && <Button label={l10n.t('Dismiss')} icon="close" bare onClick={onDismiss} />}
    </div>
  );
}
