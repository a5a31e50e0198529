import './composer.css';
import { type ReadonlySignal, useComputed, useSignal, useSignalEffect } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../../../webview/kit/button';
import {
  DEFAULT_MODE,
  type Draft,
  type PlaygroundMode,
} from '../../../conversation/model/conversation';
import { MODES } from '../../../conversation/model/modes';
import type { Attachment } from '../../../conversation/model/protocol';
import { AttachmentStrip } from './attachmentStrip';
import { attachmentBlocker } from '../attachmentTexts';
import { type ComposerHint, composerHint } from './composerHint';
import { FileCompletion, FileSuggestions, suggestionId } from './fileSuggestions';
import type { PanelContext } from '../state/context';
import { isComposing, takeFocus } from '../dom';
import { type DraftStore, draftOf, isHeld } from '../state/draft';
import type { SendBlocker } from '../state/reducer';
import { useUniqueId } from '../../../webview/kit/uniqueId';

export interface ComposerModel {
  readonly draft: DraftStore;
  readonly context: Pick<PanelContext, 'ask' | 'call' | 'format' | 'announce'>;
  readonly attachments: ReadonlySignal<readonly Attachment[]>;
  readonly mode: ReadonlySignal<PlaygroundMode | undefined>;
  readonly inputLimit: ReadonlySignal<number | undefined>;
  readonly isStreaming: ReadonlySignal<boolean>;
  readonly blocker: ReadonlySignal<SendBlocker | undefined>;
  readonly because: ReadonlySignal<string | undefined>;
  readonly awaitsResults?: ReadonlySignal<boolean>;
  readonly send: () => void;
  readonly stop: () => void;
  readonly mend?: { readonly [B in SendBlocker]?: () => void };
  readonly lastMessage: () => string | undefined;
}

interface ComposerProps {
  readonly model: ComposerModel;
  readonly children?: ComponentChildren;
}

/**
 * The text field, its buttons, and a hint line. Tab order: field, attachments, attach and send buttons, other
 * controls.
 */
export function Composer({ model, children }: ComposerProps): VNode {
  const { draft, context } = model;
  const { announce, ask, format } = context;
  const hintId = useUniqueId();
  const isRefused = useSignal(false);
  useSignalEffect(() => {
    if (!model.isStreaming.value) isRefused.value = false;
  });
  const hint = useComputed(() => {
    const attachments = model.attachments.value;
    return composerHint({
      draft,
      blocker: model.blocker.value,
      isRefused: isRefused.value,
      because: model.because.value ?? attachmentBlocker(attachments, format),
      inputLimit: model.inputLimit.value,
      format,
    });
  });
  const canSend = useComputed(() => {
    if (model.blocker.value !== undefined || model.because.value !== undefined) return false;
    const attachments = model.attachments.value;
    if (attachmentBlocker(attachments, format) !== undefined) return false;
    return !hint.value.isTooLong && !(draft.isBlank.value && attachments.length === 0);
  });
  const send = (): void => {
    if (model.isStreaming.peek()) isRefused.value = true;
    if (canSend.peek()) model.send();
    else announce(hint.peek().text || l10n.t('Enter a message first.'));
  };
  const pick = async (): Promise<void> => {
    await ask('pickAttachments', undefined);
    // VS Code returns the focus to the page but not to the element that had it before the dialog.
    takeFocus(draft);
  };
  const isStreaming = model.isStreaming.value;
  return (
    <div class="composer">
      <div
        class="composer-box"
        onClick={({ target, currentTarget }) => {
          if (target === currentTarget) draft.focus();
        }}
      >
        <ComposerField model={model} hintId={hintId} send={send} />
        <AttachmentStrip context={context} draft={draft} attachments={model.attachments.value} />
        <Button
          label={l10n.t('Attach Files…')}
          title={l10n.t(
            'Attach Files… You can also paste files, or drop them here. From VS Code, hold Shift while dropping.',
          )}
          icon="attach"
          bare
          class="attach"
          onClick={() => void pick()}
        />
        <Button
          label={isStreaming ? l10n.t('Stop (Escape)') : l10n.t('Send (Enter)')}
          icon={isStreaming ? 'stop-circle' : 'send'}
          bare
          class="send"
          isDisabled={!isStreaming && !canSend.value}
          onRefused={send}
          onClick={isStreaming ? model.stop : send}
        />
        {children}
      </div>
      <Hint id={hintId} hint={hint} mend={model.mend} />
    </div>
  );
}

interface FieldProps {
  readonly model: ComposerModel;
  readonly hintId: string;
  readonly send: () => void;
}

function ComposerField({ model, hintId, send }: FieldProps): VNode {
  const { draft } = model;
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    draft.field = field.current;
    return () => (draft.field = null);
  }, [draft]);
  const { text } = draft.value;
  const listId = useUniqueId();
  const completion = useMemo(() => new FileCompletion(model.context), [model.context]);
  useEffect(() => () => completion.close(), [completion]);
  const complete = (target: HTMLTextAreaElement): void => {
    const { isChat } = MODES[model.mode.peek() ?? DEFAULT_MODE];
    const { value, selectionStart, selectionEnd } = target;
    if (selectionStart !== selectionEnd || !isChat) completion.close();
    else completion.update(value, selectionStart);
  };
  const choose = (index?: number): void => {
    const chosen = completion.choose(index);
    if (!chosen || !field.current) return;
    field.current.setRangeText(chosen.text, chosen.start, chosen.end, 'end');
    afterInput(field.current);
  };
  const put = (change: Partial<Draft>): void => {
    draft.value = { ...draft.peek(), ...change };
  };
  const hold = (held: string): void => put({ held: [...draft.peek().held, held] });

  function beforeInput(event: InputEvent): void {
    const inserted = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
    if (!isHeld(inserted.length, draft.peek().text.length)) return;
    event.preventDefault();
    hold(inserted);
  }

  /** Scripts and older browsers insert text without `beforeinput`, so the length is checked again. */
  function afterInput({ value }: HTMLTextAreaElement): void {
    const before = draft.peek().text.length;
    if (isHeld(value.length - before, before))
      put({ text: '', held: [...draft.peek().held, value] });
    else put({ text: value });
  }

  function keyDown(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    if (isCompletionKey(event)) {
      event.preventDefault();
      return;
    }
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      send();
    }
    if (event.key === 'ArrowUp' && draft.isBlank.peek() && !event.shiftKey) {
      const last = model.lastMessage();
      if (last === undefined) return;
      event.preventDefault();
      draft.value = draftOf(last);
    }
  }

  /** Handles a key of the open list. Returns whether it was one. */
  function isCompletionKey({ key, shiftKey, altKey }: KeyboardEvent): boolean {
    if (completion.rows.peek().length === 0 || shiftKey || altKey) return false;
    if (key === 'ArrowDown') completion.move(1);
    else if (key === 'ArrowUp') completion.move(-1);
    else if (key === 'Enter' || key === 'Tab') choose();
    else if (key === 'Escape') completion.dismiss();
    else return false;
    return true;
  }

  const isOpen = completion.rows.value.length > 0;
  return (
    <>
      <FileSuggestions id={listId} completion={completion} onChoose={choose} />
      <textarea
        ref={field}
        class="composer-field"
        rows={1}
        aria-label={l10n.t('Message')}
        aria-describedby={hintId}
        placeholder={placeholderOf(model, useIsNarrow())}
        value={text}
        onBeforeInput={beforeInput}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? suggestionId(listId, completion.active.value) : undefined}
        onInput={({ currentTarget }) => {
          afterInput(currentTarget);
          complete(currentTarget);
        }}
        onKeyDown={keyDown}
        onKeyUp={({ key, currentTarget }) => {
          if (/^(Arrow(Left|Right)|Home|End)$/.test(key)) complete(currentTarget);
        }}
        onClick={({ currentTarget }) => complete(currentTarget)}
        onBlur={() => completion.close()}
      />
    </>
  );
}

/** Narrower pages have no space for the send shortcut in the placeholder. */
const NARROW = '(max-width: 419px)';

function useIsNarrow(): boolean {
  const query = useMemo(() => window.matchMedia(NARROW), []);
  const [isNarrow, setNarrow] = useState(query.matches);
  useEffect(() => {
    const changed = (): void => setNarrow(query.matches);
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  }, [query]);
  return isNarrow;
}

function placeholderOf({ awaitsResults, mode }: ComposerModel, isNarrow: boolean): string {
  if (awaitsResults?.value) return l10n.t('Waiting for results');
  const words = MODES[mode.value ?? DEFAULT_MODE].hint();
  return isNarrow ? words : l10n.t('{0} (Enter to send)', words);
}

interface HintProps {
  readonly id: string;
  readonly hint: ReadonlySignal<ComposerHint>;
  readonly mend: ComposerModel['mend'];
}

function Hint({ id, hint, mend }: HintProps): VNode {
  const { text, isWarning, blocker } = hint.value;
  const way = blocker && mend?.[blocker];
  return (
    <p id={id} class={isWarning ? 'composer-hint warning' : 'composer-hint'} hidden={text === ''}>
      {way ? <Button label={text} kind="link" onClick={way} /> : text}
    </p>
  );
}
