import type { VNode } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { SheetBlock, SheetFinding } from '../../platform/sheet';
import { LiveRegion } from '../../webview/kit/liveRegion';
import { Table } from '../../webview/kit/table';
import { Buttons, Facts, Heading, Text } from './blocks';
import { Chart } from './chart';
import type { SheetStore, Block } from './sheetStore';
import './sheet.css';
import { Icon, type IconName } from '../../webview/kit/icon';
import './findings.css';

interface SheetProps {
  readonly store: SheetStore;
}

export function SheetPage({ store }: SheetProps): VNode {
  const sheet = store.sheet.value;
  const isThere = sheet !== undefined;
  useLayoutEffect(() => {
    if (!isThere) return;
    window.scrollTo(0, store.scroll.peek());
    const keep = (): void => void (store.scroll.value = window.scrollY);
    window.addEventListener('scrollend', keep);
    return () => window.removeEventListener('scrollend', keep);
  }, [store, isThere]);
  const counts = new Map<string, number>();
  return (
    <main aria-busy={sheet?.isBusy ?? false}>
      <div class="progress" aria-hidden="true" />
      <div class="blocks">
        {sheet?.blocks.map((block) => {
          const count = counts.get(block.kind) ?? 0;
          counts.set(block.kind, count + 1);
          // Keys keep a block's state while other kinds of blocks come and go.
          const key = block.kind === 'table' ? `table ${block.id}` : `${block.kind} ${count}`;
          return <BlockView key={key} store={store} block={block} />;
        })}
      </div>
      <LiveRegion announcer={store.announcer} />
    </main>
  );
}

interface BlockProps extends SheetProps {
  readonly block: SheetBlock;
}

function BlockView({ store, block }: BlockProps): VNode {
  switch (block.kind) {
    case 'heading':
      return <Heading block={block} />;
    case 'text':
      return <Text block={block} />;
    case 'facts':
      return <Facts block={block} />;
    case 'findings':
      return <Findings block={block} onAction={store.act} />;
    case 'buttons':
      return <Buttons buttons={block.buttons} onAction={store.act} />;
    case 'chart':
      return <Chart block={block} />;
    case 'table':
      return <Table {...block} model={store.table(block.id)} onAction={store.act} />;
  }
}

const ICONS: { readonly [S in SheetFinding['state']]: IconName } = {
  waiting: 'circle-large',
  running: 'loading',
  passed: 'pass-filled',
  warning: 'warning',
  failed: 'error',
  skipped: 'circle-slash',
};

interface FindingsProps {
  readonly block: Block<'findings'>;
  readonly onAction: (action: string) => void;
}

function Findings({ block, onAction }: FindingsProps): VNode {
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
