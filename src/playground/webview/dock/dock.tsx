import { GrowingText } from '../../../webview/kit/growingText';
import { meterText } from '../state/tokenCounter';
import './dock.css';
import { computed, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Attachment, PlaygroundState } from '../../../conversation/model/protocol';
import { turnText } from '../../../conversation/model/turns';
import { Composer, type ComposerModel } from './composer';
import { Notices } from '../failures';
import { StorageBar } from '../steps/storageBar';
import { ModeArea } from '../modes/modeArea';
import { useStore } from '../useStore';
import type { PanelStore } from '../state/panelStore';
import { ResultsArea } from './resultsArea';
import { handleShiftTab } from '../pageKeys';
import * as l10n from '@vscode/l10n';
import { Button } from '../../../webview/kit/button';
import { Icon } from '../../../webview/kit/icon';
import { menuOpener, openChoices } from '../pickers';
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

function UndoNotice(): VNode | null {
  const store = useStore();
  const dismissed = useSignal<string | undefined>(undefined);
  const key = useComputed(() => keyOf(store.panel.value));
  const frame = useRef<HTMLDivElement>(null);
  const { undo: offer, streaming } = store.panel.value ?? {};
  const isShown = offer && streaming === undefined && key.value !== dismissed.value;
  const text = sentenceOf(offer);
  useSignalEffect(() => {
    if (key.value === undefined) return;
    const { undo, streaming: isBusy } = store.panel.peek() ?? {};
    if (undo && isBusy === undefined) store.announce(sentenceOf(undo));
  });
  const buttons = (): readonly HTMLElement[] => [
    ...(frame.current?.querySelectorAll<HTMLElement>('.link') ?? []),
  ];
  const focused = buttons().findIndex((one) => one === document.activeElement);
  useLayoutEffect(() => {
    const now = buttons();
    if (focused < 0 || now.some((one) => one === document.activeElement)) return;
    // Focuses the next undo step, which takes the same position.
    (now[focused] ?? now.at(-1))?.focus();
  });
  if (!isShown) return null;
  const ways = [
    { what: offer.undo, label: l10n.t('Undo'), redo: false },
    { what: offer.redo, label: l10n.t('Redo'), redo: true },
  ].filter(({ what }) => what !== undefined);
  return (
    <div class="undo-notice" ref={frame}>
      <span>{text}</span>
      {ways.map(({ what, label, redo }) => (
        // Two buttons share one sentence, so each needs a tooltip.
        <Button
          label={label}
          kind="link"
          title={what}
          onClick={() => void store.ask('undo', { redo })}
        />
      ))}
      <Button
        label={l10n.t('Dismiss')}
        icon="close"
        bare
        onClick={() => (dismissed.value = key.peek())}
      />
    </div>
  );
}

function sentenceOf(offer: PlaygroundState['undo']): string {
  const { undo = '', redo } = offer ?? {};
  return redo === undefined ? undo : l10n.t('Undone: {0}', redo);
}

/** Changes with the undo state. Includes the turn count, because sentences repeat. */
function keyOf(panel: PlaygroundState | undefined): string | undefined {
  if (!panel?.undo) return undefined;
  const { undo, turns } = panel;
  return JSON.stringify([undo.undo, undo.redo, turns.length, turns.at(-1)?.id]);
}

/** Tokens of the next request, next to the send button. A click counts immediately. */
function TokenMeter(): VNode | null {
  const { panel, dock, format } = useStore();
  const { tokens } = dock;
  useSignalEffect(() => tokens.show());
  useEffect(() => {
    const seen = (): void => tokens.schedule.changed();
    document.addEventListener('visibilitychange', seen);
    return () => document.removeEventListener('visibilitychange', seen);
  }, [tokens]);
  const shown = panel.value && meterText(panel.value, tokens.schedule.counted.value, format);
  if (!shown) return null;
  return (
    <button
      type="button"
      class={shown.isOver ? 'token-meter over' : 'token-meter'}
      title={shown.hint}
      onClick={() => tokens.schedule.now()}
    >
      {shown.text}
    </button>
  );
}

/**
 * Fields for prompt variables; empty fields prevent sending. Variables of the last request stay for retries.
 */
function VariablesArea(): VNode | null {
  const { variables } = useStore().dock;
  const names = variables.names.value;
  if (names.length === 0) return null;
  const isMissing = variables.missing.value !== undefined;
  const wasTried = variables.tried.value.length > 0;
  return (
    <section
      class="variables"
      aria-label={l10n.t('Variables')}
      onFocusOut={() => void variables.edits.flush()}
    >
      <div class="variable-fields">
        {names.map((name) => (
          <label key={name} class="variable">
            <span>{name}</span>
            <GrowingText
              value={variables.valueOf(name)}
              spellcheck={false}
              onText={(text) => variables.edits.put(name, text)}
            />
          </label>
        ))}
      </div>
      {(isMissing || wasTried) && (
        <div class="button-row">
          {isMissing && (
            <Button
              label={l10n.t('Send Unchanged')}
              title={l10n.t('Sends {{…}} unchanged for variables without a value.')}
              kind="secondary"
              onClick={() => variables.keepBraces()}
            />
          )}
          {wasTried && (
            <Button
              label={l10n.t('Regenerate with These Values')}
              kind="secondary"
              isDisabled={!variables.canTryAgain.value}
              onClick={() => void variables.tryAgain()}
            />
          )}
        </div>
      )}
    </section>
  );
}
