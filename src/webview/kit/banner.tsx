import './banner.css';
import type { ComponentChildren, VNode } from 'preact';
import * as l10n from '@vscode/l10n';
import { Button } from './button';
import { Icon } from './icon';

interface BannerProps {
  readonly tone: 'info' | 'warning' | 'error';
  readonly onDismiss?: (() => void) | undefined;
  readonly children: ComponentChildren;
}

/** A message above the content it refers to, in VS Code's notification colors. */
export function Banner({ tone, onDismiss, children }: BannerProps): VNode {
  return (
    <div class={`banner ${tone}`}>
      <Icon name={tone} />
      <div class="banner-words">{children}</div>
      {onDismiss && <Button label={l10n.t('Dismiss')} icon="close" bare onClick={onDismiss} />}
    </div>
  );
}
