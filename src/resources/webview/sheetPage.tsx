import type { VNode } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { SheetBlock } from '../../platform/sheet';
import { LiveRegion } from '../../webview/kit/liveRegion';
import { Table } from '../../webview/kit/table';
import { Buttons, Facts, Heading, Text } from './blocks';
import { Chart } from './chart';
import { Findings } from './findings';
import type { SheetStore } from './sheetStore';
import './sheet.css';

interface SheetProps {
  readonly store: SheetStore;
}

/** The page of a sheet: its blocks from top to bottom, and a bar on top while work goes on. */
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
          // A block stays the same while others come and go before it, as far as its kind tells them apart.
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
