import './undoNotice.css';
import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../../webview/kit/button';
import type { PlaygroundState } from '../../../conversation/model/protocol';
import { useStore } from '../useStore';

export function UndoNotice(): VNode | null {
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
