import './dock.css';
import { computed } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Attachment } from '../../../conversation/model/protocol';
import { turnText } from '../../../conversation/model/turns';
import { Composer, type ComposerModel } from './composer';
import { Notices } from '../failures';
import { StorageBar } from '../steps/storageBar';
import { ModeArea } from '../modes/modeArea';
import { useStore } from '../useStore';
import type { PanelStore } from '../state/panelStore';
import { ResultsArea } from './resultsArea';
import { TokenMeter } from '../tokens/tokenMeter';
import { UndoNotice } from './undoNotice';
import { VariablesArea } from './variablesArea';
import { handleShiftTab } from './backwardFocus';
import './cacheBar.css';
import * as l10n from '@vscode/l10n';
import { Button } from '../../../webview/kit/button';
import { Icon } from '../../../webview/kit/icon';
import { openChoices, menuOpener } from '../choiceMenu';
import { revealedText } from '../reveal';

export function Areas(): VNode {
  return (
    <>
      <ModeArea />
      <UndoNotice />
      <ResultsArea />
      <PromptBar />
      <CacheBar />
      <VariablesArea />
    </>
  );
}

interface DockProps {
  readonly send: () => void;
  readonly sendInBackground: () => void;
  readonly stop: () => void;
}

export function Dock(props: DockProps): VNode {
  const store = useStore();
  const model = useMemo(() => composerOf(store, props), [store]);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const handler = frame.current && handleShiftTab(frame.current, store);
    return () => handler?.dispose();
  }, [store]);
  return (
    <div class="dock" ref={frame}>
      <Notices />
      <Areas />
      <Composer model={model}>
        <TokenMeter />
      </Composer>
      <StorageBar runInBackground={props.sendInBackground} />
    </div>
  );
}

const NO_ATTACHMENTS: readonly Attachment[] = [];

function composerOf(store: PanelStore, props: DockProps): ComposerModel {
  const { panel, dock } = store;
  return {
    context: store,
    draft: dock.draft,
    attachments: computed(() => panel.value?.attachments ?? NO_ATTACHMENTS),
    mode: computed(() => panel.value?.mode),
    inputLimit: computed(() => panel.value?.model?.inputTokenLimit),
    isStreaming: computed(() => store.isStreaming.value || dock.results.isRunning.value),
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

function CacheBar(): VNode | null {
  const store = useStore();
  const cache = store.panel.value?.cache;
  if (cache === undefined) return null;
  const name = revealedText(cache.label);
  return (
    <div class="prompt-bar cache-bar" role="group" aria-label={l10n.t('Cached content')}>
      <button
        type="button"
        class="prompt-file"
        title={l10n.t('Select Other Cached Content')}
        aria-haspopup="listbox"
        onClick={(event) => openChoices(store, menuOpener(event), { list: 'cache' })}
      >
        <Icon name={cache.problem === undefined ? 'archive' : 'warning'} />
        <span class="label">{name}</span>
      </button>
      <Button
        label={l10n.t('Continue Without Cached Content')}
        icon="close"
        bare
        onClick={() => void store.ask('leaveCache', undefined)}
      />
      <span class="cache-facts">{revealedText(cache.problem ?? cache.facts.join(' · '))}</span>
    </div>
  );
}

function PromptBar(): VNode | null {
  const { panel, actions, dock } = useStore();
  const promptFile = panel.value?.promptFile;
  if (promptFile === undefined) return null;
  const name = revealedText(promptFile);
  return (
    <div class="prompt-bar" role="group" aria-label={l10n.t('Prompt file')}>
      <button
        type="button"
        class="prompt-file"
        title={l10n.t('Open {0} in the Editor', name)}
        onClick={() => void actions.showPromptFile()}
      >
        <Icon name="file-text" />
        <span class="label">{name}</span>
      </button>
      <Button
        label={l10n.t('Save to File')}
        kind="secondary"
        onClick={() => {
          void actions.savePrompt({ text: dock.draft.message.peek(), over: true });
        }}
      />
    </div>
  );
}
