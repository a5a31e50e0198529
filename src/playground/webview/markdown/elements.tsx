import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { decodePercent } from '../../../base/encoding';
import { Icon } from '../../../webview/kit/icon';
import { revealedText } from '../reveal';
import { makeScrollable } from '../dom';

export interface Link {
  readonly href: string;
  readonly target: string;
  readonly title: string;
  /** Whether the link text names a different host. */
  readonly misleading: boolean;
}

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);
const MAX_HREF = 8192;
// A word that looks like a host name: labels with dots and an alphabetic last label.
const HOST_IN_WORDS = /(?:^|[\s/@(])((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?=[\s:/?#),.!]|$)/u;
// File names look like host names: main.rs, README.md.
const FILE_ENDINGS =
  /\.(?:c|cc|cpp|cs|css|go|h|html|java|js|json|jsx|kt|lock|log|md|mjs|pl|py|rb|rs|sh|sql|swift|toml|ts|tsx|txt|xml|yaml|yml)$/i;

/** Parses a link. Undefined unless an absolute http, https, or mailto URL of limited length. */
export function safeLink(href: string, words: string, title: string): Link | undefined {
  if (href.length > MAX_HREF) return undefined;
  const url = URL.canParse(href) ? new URL(href) : undefined;
  if (!url || !SCHEMES.has(url.protocol)) return undefined;
  const target = url.protocol === 'mailto:' ? revealedText(decodePercent(url.pathname)) : url.host;
  if (target === '') return undefined;
  return {
    href: url.href,
    target,
    title: revealedText(title),
    misleading: url.protocol !== 'mailto:' && mentionsOtherHost(words, url.hostname),
  };
}

function mentionsOtherHost(words: string, host: string): boolean {
  const named = HOST_IN_WORDS.exec(words.slice(0, 500))?.[1];
  if (named === undefined || FILE_ENDINGS.test(named)) return false;
  const address = `https://${named}`;
  const shown = URL.canParse(address) ? new URL(address).hostname : named;
  return withoutWww(shown) !== withoutWww(host);
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}

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
