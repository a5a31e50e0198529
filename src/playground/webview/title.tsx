import type { BranchInfo } from '../../conversation/model/interaction';
import { Button } from '../../webview/kit/button';
import { Tree, type TreeNode } from '../../webview/kit/tree';
import type { Format } from './format';
import './title.css';
import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../../webview/kit/icon';
import { MAX_TITLE } from '../../conversation/model/conversation';
import { isComposing, isInPopup } from './dom';
import { useStore } from './useStore';
import type { PanelStore } from './state/panelStore';
import { revealedText } from './reveal';
import { useUniqueId } from '../../webview/kit/uniqueId';
import type { Spending } from '../../conversation/model/protocol';
import { priceNote, totalText } from './tokens/tokenUse';

const KEY = 'branches';

function BranchesButton({ controls }: { readonly controls: string }): VNode | null {
  const { panel, reading, format } = useStore();
  const { opened, setOpened } = reading;
  const branches = panel.value?.branches;
  if (!branches) return null;
  const isOpen = opened.value.get(KEY) ?? false;
  const count = format.count(countBranches(branches));
  return (
    <Button
      label={count}
      name={l10n.t('{0} branches', count)}
      title={l10n.t('Branches of this conversation')}
      icon="git-branch"
      kind="link"
      class="branches-button"
      isExpanded={isOpen}
      controls={controls}
      onClick={() => setOpened(KEY, !isOpen)}
    />
  );
}

function Branches({ id }: { readonly id: string }): VNode | null {
  const { panel, reading, format, ask, announce } = useStore();
  const branches = panel.value?.branches;
  if (!branches || !reading.opened.value.get(KEY)) return null;
  const show = async (branch: string): Promise<void> => {
    if (await ask('showBranch', { branch })) announce(l10n.t('Showing the branch.'));
  };
  return (
    <div id={id} class="branches">
      <Tree
        label={l10n.t('Branches of this conversation')}
        nodes={branches.map((branch) => nodeOf(branch, format))}
        onChoose={(branch) => void show(branch)}
      />
    </div>
  );
}

function countBranches(branches: readonly BranchInfo[]): number {
  return branches.reduce((sum, { children }) => sum + Math.max(1, countBranches(children)), 0);
}

function nodeOf({ id, title, count, isShown, children }: BranchInfo, format: Format): TreeNode {
  return {
    id,
    label: revealedText(title) || l10n.t('No text'),
    description: count === 1 ? l10n.t('1 message') : l10n.t('{0} messages', format.count(count)),
    isCurrent: isShown && !children.some((child) => child.isShown),
    children: children.map((child) => nodeOf(child, format)),
  };
}

export function beginRenaming(store: PanelStore): void {
  const panel = store.panel.peek();
  if (panel) store.titleEdit.value = { conversation: panel.conversation, text: panel.title };
}

export function Title(): VNode | null {
  const store = useStore();
  const panel = store.panel.value;
  const edit = store.titleEdit.value;
  const button = useRef<HTMLButtonElement>(null);
  const branchesId = useUniqueId();
  const isEdited = edit !== undefined && edit.conversation === panel?.conversation;
  // Returns the focus to where F2 was pressed, or to the button, but never steals it.
  const isLeft = useRef(false);
  const cameFrom = useRef<HTMLElement>(undefined);
  useLayoutEffect(() => {
    if (isEdited) return;
    const from = cameFrom.current?.isConnected ? cameFrom.current : button.current;
    if (isLeft.current) from?.focus();
    isLeft.current = false;
    cameFrom.current = undefined;
  }, [isEdited]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'F2' || event.defaultPrevented || isInPopup(event.target)) return;
      event.preventDefault();
      if (store.titleEdit.peek()) return;
      if (event.target instanceof HTMLElement) cameFrom.current = event.target;
      beginRenaming(store);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [store]);
  if (!panel || (panel.turns.length === 0 && !isEdited)) return null;
  const shown = revealedText(panel.title);
  const name = l10n.t('Title: {0}. Rename the conversation.', shown);
  return (
    <>
      <div class="title-row">
        <div class="title">
          <h1 class="title-name">
            {isEdited ? (
              <TitleField text={edit.text} onLeft={(byKey) => (isLeft.current = byKey)} />
            ) : (
              <button
                type="button"
                ref={button}
                class="title-button"
                title={l10n.t('{0} (F2 to rename)', shown)}
                aria-label={name}
                onClick={() => beginRenaming(store)}
              >
                <span class="label">{shown}</span>
                <Icon name="edit" />
              </button>
            )}
          </h1>
          <BranchesButton controls={branchesId} />
          {panel.spending && <Total spending={panel.spending} />}
        </div>
      </div>
      <Branches id={branchesId} />
    </>
  );
}

/** Tokens and price of all responses. */
function Total({ spending }: { readonly spending: Spending }): VNode {
  const { format } = useStore();
  const { price, unknown, asOf, isOutdated } = spending;
  const text = totalText(spending, format);
  const hint = [
    `${text}.`,
    l10n.t('All responses of this conversation, including other branches.'),
    ...(price === undefined ? [] : [priceNote(asOf, isOutdated)]),
    ...(unknown === 0 ? [] : [l10n.t('The price of agents and of some models is unknown.')]),
  ];
  return (
    <span class="title-total" title={hint.join(' ')}>
      {text}
    </span>
  );
}

interface FieldProps {
  readonly text: string;
  /** Called before the field closes. `byKey` keeps the focus here. */
  readonly onLeft: (byKey: boolean) => void;
}

function TitleField({ text, onLeft }: FieldProps): VNode {
  const store = useStore();
  const field = useRef<HTMLInputElement>(null);
  // Runs before the next keystroke. A restored edit isn't selected, so that typing doesn't overwrite it.
  useLayoutEffect(() => {
    field.current?.focus();
    if (text === store.panel.peek()?.title) field.current?.select();
  }, []);
  const onKey = (event: KeyboardEvent): void => {
    if (isComposing(event) || !['Enter', 'Escape'].includes(event.key)) return;
    event.preventDefault();
    // Otherwise Escape would also stop a streaming response.
    event.stopPropagation();
    onLeft(true);
    if (event.key === 'Escape') store.titleEdit.value = undefined;
    else void save(store);
  };
  return (
    <input
      type="text"
      ref={field}
      class="title-field"
      aria-label={l10n.t('Title of the conversation')}
      placeholder={l10n.t('Leave empty to use a title from the first messages')}
      maxLength={MAX_TITLE}
      spellcheck={false}
      value={text}
      onInput={({ currentTarget: { value } }) => {
        const edit = store.titleEdit.peek();
        if (edit) store.titleEdit.value = { ...edit, text: value };
      }}
      onKeyDown={onKey}
      onBlur={() => void save(store)}
    />
  );
}

async function save(store: PanelStore): Promise<void> {
  const edit = store.titleEdit.peek();
  if (!edit || edit.isSaving) return;
  const title = edit.text.trim();
  const saving = { ...edit, isSaving: true };
  store.titleEdit.value = saving;
  const isSame = title === store.panel.peek()?.title;
  const isSaved = isSame || (await store.actions.rename({ title })) !== undefined;
  // The edit may be canceled or replaced by now.
  if (store.titleEdit.peek() === saving) store.titleEdit.value = isSaved ? undefined : edit;
}
