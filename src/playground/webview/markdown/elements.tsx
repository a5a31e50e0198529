import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../../webview/kit/icon';
import { makeScrollable } from '../scrollFrame';
import type { Link } from './links';

interface WithChildren {
  readonly children: ComponentChildren;
}

/**
 * A link without `href`, because VS Code and middle clicks would bypass the confirmation. A listener calls the
 * host.
 */
export function LinkElement({ link, children }: WithChildren & { readonly link: Link }): VNode {
  const { href, target, title, misleading } = link;
  const hint = l10n.t('Opens {0}', target);
  return (
    <a
      class={misleading ? 'misleading' : undefined}
      role="link"
      tabIndex={0}
      title={[title, hint, href].filter(Boolean).join('\n')}
      data-href={href}
      data-target={misleading ? target : undefined}
    >
      {children}
    </a>
  );
}

export function TaskBox({ isDone }: { readonly isDone: boolean }): VNode {
  const label = isDone ? l10n.t('Done') : l10n.t('To do');
  return (
    <span class="task" role="img" aria-label={label} title={label}>
      {isDone && <Icon name="check" />}
    </span>
  );
}

export function SourceMarker({ number }: { readonly number: number }): VNode {
  const label = l10n.t('Source {0}', number);
  return (
    <button
      type="button"
      class="source-marker"
      title={label}
      aria-label={label}
      onClick={({ currentTarget }) => showSource(currentTarget, number)}
    >
      {number}
    </button>
  );
}

function showSource(marker: HTMLElement, number: number): void {
  const source = marker.closest('.turn')?.querySelector(`[data-source="${number}"]`);
  if (!(source instanceof HTMLElement)) return;
  const details = source.closest('details');
  if (details) details.open = true;
  source.scrollIntoView({ block: 'nearest' });
  source.focus();
}

export function Table({ children }: WithChildren): VNode {
  const frame = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  useLayoutEffect(() => {
    if (frame.current && table.current)
      makeScrollable(frame.current, table.current, () => l10n.t('Wide table'));
  }, []);
  return (
    <div ref={frame} class="table-frame">
      <table ref={table}>{children}</table>
    </div>
  );
}
