import { useSignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { errorMessage } from '../../../base/errors';
import { Button } from '../../../webview/kit/button';
import { MAX_PROMPT, type Turn } from '../../../conversation/model/conversation';
import { turnText } from '../../../conversation/model/turns';
import { isComposing } from '../dom';
import { useStore } from '../useStore';
import type { PanelStore } from '../state/panelStore';
import type { TurnEdit } from '../state/unsavedEdits';

interface TurnEditorProps {
  readonly turn: Turn;
  readonly edit: TurnEdit;
}

export function TurnEditor({ turn, edit }: TurnEditorProps): VNode {
  const store = useStore();
  const { unsavedEdits } = store;
  const frame = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const refused = useSignal<string | undefined>(undefined);
  /** Whether Escape was pressed once. A second Escape discards the text. */
  const isLeaving = useSignal(false);
  const wasTried = useSignal(false);
  const isBusy = useRef(false);
  const before = edit.before ?? (edit.place === 'here' ? turnText(turn) : '');
  useLayoutEffect(() => {
    // The restored text may now equal the current one.
    if (edit.before !== undefined) return;
    if (edit.text === before) unsavedEdits.drop({ turn: turn.id });
    else unsavedEdits.put({ ...edit, before });
  }, [edit.before]);
  useLayoutEffect(() => {
    if (!edit.wantsFocus) return;
    const { wantsFocus: _, ...rest } = edit;
    unsavedEdits.put(rest);
    field.current?.focus();
    frame.current?.scrollIntoView({ block: 'nearest' });
  }, [edit.wantsFocus]);

  const close = (): void => {
    const { current } = frame;
    if (current?.contains(document.activeElement)) {
      const article = current.closest<HTMLElement>('.turn');
      (article?.querySelector<HTMLElement>('.edit-turn') ?? article)?.focus();
    }
    unsavedEdits.drop({ turn: turn.id });
  };
  const save = async (ask: boolean): Promise<void> => {
    if (isBusy.current) return;
    const problem = problemOf(edit, turn, store);
    if (problem !== undefined) {
      wasTried.value = true;
      store.announce(problem);
      field.current?.focus();
      return;
    }
    if (edit.place === 'here' && edit.text === before && !ask) {
      close();
      return;
    }
    isBusy.current = true;
    const answer = await saved(edit, ask, store);
    isBusy.current = false;
    if (answer === undefined) {
      close();
      if (edit.place === 'here') store.announce(l10n.t('Message saved.'));
    } else if (!frame.current) {
      // The turn and its editor no longer exist.
      store.tell(l10n.t('That didn’t work: {0}', answer));
    } else {
      refused.value = answer;
      if (answer !== '') store.announce(answer);
      field.current?.focus();
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    if (event.key === 'Escape') {
      // Otherwise Escape would also stop a streaming response.
      event.preventDefault();
      event.stopPropagation();
      if (edit.text === before || isLeaving.peek()) {
        close();
      } else {
        isLeaving.value = true;
        store.announce(leavingHint());
      }
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void save(false);
    }
  };
  // No message if the user undid the edit.
  const reason = refused.value === '' ? undefined : refused.value;
  const isHere = edit.place === 'here';
  // A new field isn't invalid before the first save.
  const isUntouched = !isHere && edit.text === '' && !wasTried.value;
  const problem = isUntouched ? undefined : problemOf(edit, turn, store);
  const canAsk = isHere && turn.role === 'user';
  const label = isHere
    ? l10n.t('Message text')
    : edit.role === 'user'
      ? l10n.t('New user message')
      : l10n.t('New model message');
  return (
    <div ref={frame} class={`editor-frame ${edit.place}`}>
      {!isHere && <p class="speaker">{label}</p>}
      <div class="turn-editor" onKeyDown={onKeyDown}>
        <textarea
          ref={field}
          class="turn-field"
          rows={1}
          aria-label={label}
          aria-invalid={refused.value === undefined ? undefined : 'true'}
          value={edit.text}
          onInput={({ currentTarget }) => {
            refused.value = undefined;
            isLeaving.value = false;
            unsavedEdits.put({ ...edit, before, text: currentTarget.value });
          }}
        />
        <p class={reason === undefined || isLeaving.value ? 'note' : 'note field-error'}>
          {isLeaving.value ? leavingHint() : (reason ?? problem ?? keysHint(isHere, canAsk))}
        </p>
        <div class="button-row">
          {canAsk && (
            <Button
              label={l10n.t('Save and Regenerate')}
              kind="primary"
              onClick={() => void save(true)}
            />
          )}
          <Button
            label={isHere ? l10n.t('Save') : l10n.t('Insert')}
            kind={canAsk ? 'secondary' : 'primary'}
            onClick={() => void save(false)}
          />
          <Button label={l10n.t('Cancel')} kind="secondary" onClick={close} />
        </div>
      </div>
    </div>
  );
}

/** Returns why saving failed, or an empty string if the user canceled. Undefined on success. */
async function saved(
  { turn, place, role, text }: TurnEdit,
  ask: boolean,
  { call }: PanelStore,
): Promise<string | undefined> {
  try {
    const isDone =
      place === 'here'
        ? await call('editTurn', { turn, text, ask })
        : await call('insertTurn', { turn, place, role, text });
    return isDone ? undefined : '';
  } catch (error) {
    return errorMessage(error);
  }
}

function problemOf(
  { text, place }: TurnEdit,
  turn: Turn,
  { format }: Pick<PanelStore, 'format'>,
): string | undefined {
  if (text.length > MAX_PROMPT)
    return l10n.t('The message exceeds the maximum length ({0}).', format.bytes(MAX_PROMPT));
  if (text.trim() !== '') return undefined;
  if (place !== 'here') return l10n.t('Enter some text.');
  return hasOtherContent(turn) ? undefined : l10n.t('Enter some text, or delete the message.');
}

function hasOtherContent(turn: Turn): boolean {
  const attached = new Set(turn.role === 'user' ? turn.attached?.map(({ part }) => part) : []);
  return (turn.content.parts ?? []).some(
    ({ text, thought }, at) => text === undefined || thought === true || attached.has(at),
  );
}

function keysHint(isHere: boolean, canAsk: boolean): string {
  const keys = navigator.platform.startsWith('Mac') ? l10n.t('⌘Enter') : l10n.t('Ctrl+Enter');
  if (!isHere) return l10n.t('{0} to insert, Escape to cancel.', keys);
  return canAsk
    ? l10n.t('{0} to save without regenerating, Escape to cancel.', keys)
    : l10n.t('{0} to save, Escape to cancel.', keys);
}

function leavingHint(): string {
  return l10n.t('Unsaved changes. Press Escape again to discard them.');
}
