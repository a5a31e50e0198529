import './dock.css';
import { computed } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Attachment } from '../../../conversation/model/protocol';
import { turnText } from '../../../conversation/model/turns';
import { CacheBar } from './cacheBar';
import { Composer, type ComposerModel } from './composer';
import { Notices } from '../failures';
import { KeepingBar } from '../steps/keepingBar';
import { ModeArea } from '../modes/modeArea';
import { useStore } from '../useStore';
import type { PanelStore } from '../state/panelStore';
import { PromptBar } from './promptBar';
import { ResultsArea } from './resultsArea';
import { TokenMeter } from '../tokens/tokenMeter';
import { UndoNotice } from './undoNotice';
import { VariablesArea } from './variablesArea';
import { leadBack } from './wayBack';

interface AreasProps {
  /** Sends what is in the composer, to be answered in the background; absent where several are asked at once. */
  readonly runInBackground?: (() => void) | undefined;
}

/** What a conversation has between it and the composer, from top to bottom. */
export function Areas({ runInBackground }: AreasProps): VNode {
  return (
    <>
      <ModeArea />
      <UndoNotice />
      <ResultsArea />
      <PromptBar />
      <CacheBar />
      <VariablesArea />
      <KeepingBar runInBackground={runInBackground} />
    </>
  );
}

export interface DockProps {
  readonly send: () => void;
  readonly sendInBackground: () => void;
  readonly stop: () => void;
}

/** What stands below a conversation: notices, what the next request is made of, and the composer. */
export function Dock(props: DockProps): VNode {
  const store = useStore();
  const model = useMemo(() => composerOf(store, props), [store]);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const way = frame.current && leadBack(frame.current, store);
    return () => way?.dispose();
  }, [store]);
  return (
    <div class="dock" ref={frame}>
      <Notices />
      <Areas runInBackground={props.sendInBackground} />
      <Composer model={model}>
        <TokenMeter />
      </Composer>
    </div>
  );
}

const NO_ATTACHMENTS: readonly Attachment[] = [];

/** The composer of one conversation. */
function composerOf(store: PanelStore, props: DockProps): ComposerModel {
  const { panel, dock } = store;
  return {
    context: store,
    draft: dock.draft,
    attachments: computed(() => panel.value?.attachments ?? NO_ATTACHMENTS),
    mode: computed(() => panel.value?.mode),
    inputLimit: computed(() => panel.value?.model?.inputTokenLimit),
    isStreaming: store.isStreaming,
    blocker: store.blocker,
    because: dock.blockedBecause,
    awaitsResults: computed(() => dock.results.blockedBecause.value !== undefined),
    send: props.send,
    stop: props.stop,
    mend: store.mend,
    lastMessage: () => {
      const last = panel.peek()?.turns.findLast(({ role }) => role === 'user');
      return last && turnText(last);
    },
  };
}
