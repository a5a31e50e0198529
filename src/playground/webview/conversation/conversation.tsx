import { useComputed, useSignalEffect } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { Component, type VNode } from 'preact';
import { useCallback, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { type Disposable, toDisposable } from '../../../base/disposable';
import { isSameJson } from '../../../base/json';
import { Button } from '../../../webview/kit/button';
import { isComposing, takeFocus } from '../dom';
import { useStore } from '../useStore';
import type { PanelStore } from '../state/panelStore';
import { makeTabStop, onStepKey } from '../steps/timelineView';
import { EmptyState } from './emptyState';
import { TurnView } from './turn';
import './conversation.css';

export function Conversation(): VNode {
  const store = useStore();
  const { reading } = store;
  const attached = useRef<readonly Disposable[]>([]);
  // Must run before the effects of the turns.
  const attach = useCallback(
    (list: HTMLElement | null) => {
      for (const one of attached.current) one.dispose();
      const scroller = list?.parentElement;
      attached.current = scroller
        ? [reading.attach(scroller, list), restoreFocus(list, store)]
        : [];
    },
    [store],
  );
  const isKnown = useComputed(() => store.panel.value !== undefined).value;
  const isEmpty = isKnown && store.turns.ids.value.length === 0;
  return (
    <div class="conversation-frame">
      <main class="conversation" aria-label={l10n.t('Conversation')} tabIndex={-1}>
        <div
          ref={attach}
          class={isEmpty ? 'turns empty' : 'turns'}
          onClick={(event) => openLink(event, store)}
          onKeyDown={(event) => onKeyDown(event, store)}
          onFocusIn={({ target }) => {
            const turn = turnOf(target)?.getAttribute('data-turn');
            if (turn) reading.entered(turn);
            const step = target instanceof Element ? target.closest('.step') : null;
            if (step) makeTabStop(step);
          }}
        >
          {isEmpty ? <EmptyState /> : <Turns />}
        </div>
      </main>
      <Jump />
    </div>
  );
}

function Turns(): VNode {
  const store = useStore();
  const { reading } = store;
  const ids = store.turns.ids.value;
  const conversation = useComputed(() => store.panel.value?.conversation).value;
  const before = useRef<TurnLayout>(undefined);
  const layout = useMemo(() => arrangeTurns(before.current, ids), [ids]);
  before.current = layout;
  useLayoutEffect(() => reading.toEnd(), [conversation]);
  useLayoutEffect(() => reading.keep(), [ids]);
  // Updates the DOM directly, so no turn renders again.
  useSignalEffect(() => reading.setTabStop(store.tabbable.value));
  useLayoutEffect(() => reading.setTabStop(store.tabbable.peek()), [ids]);
  return (
    <>
      {layout.groups.map((ids, index) => (
        <Group key={index} ids={ids} atOnce={layout.atOnce} />
      ))}
    </>
  );
}

interface GroupProps {
  readonly ids: readonly string[];
  readonly atOnce: ReadonlySet<string>;
}

/** Turns that share one `content-visibility` container. Skips rendering if unchanged. */
class Group extends Component<GroupProps> {
  override shouldComponentUpdate({ ids }: GroupProps): boolean {
    return ids !== this.props.ids;
  }

  override render({ ids, atOnce }: GroupProps): VNode {
    return (
      <div class="turn-group">
        {ids.map((id) => (
          <TurnView key={id} id={id} isAtOnce={atOnce.has(id)} />
        ))}
      </div>
    );
  }
}

function Jump(): VNode {
  const { reading, dock } = useStore();
  const button = useRef<HTMLButtonElement>(null);
  const isAway = reading.isAway.value;
  const hadFocus = button.current !== null && button.current === document.activeElement;
  useLayoutEffect(() => {
    if (!isAway && hadFocus) dock.draft.focus();
  }, [isAway]);
  return (
    <Button
      buttonRef={button}
      label={l10n.t('Jump to Latest')}
      icon="arrow-down"
      class="jump"
      hidden={!isAway}
      onClick={() => reading.toEnd()}
    />
  );
}

function turnOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('.turn') : null;
}

/**
 * Arrow keys move between messages. Escape moves from a message's controls to the message, then to the
 * composer.
 */
function onKeyDown(event: KeyboardEvent, store: PanelStore): void {
  const { key, target } = event;
  if (key === 'Enter') openLink(event, store);
  const turn = turnOf(target);
  const hasModifier = event.ctrlKey || event.metaKey || event.shiftKey;
  if (!turn || hasModifier || isComposing(event) || event.defaultPrevented) return;
  if (onStepKey(event, turn)) {
    event.preventDefault();
    return;
  }
  if (event.altKey) return;
  if (key === 'Escape') {
    // Escape stops a streaming response first.
    if (store.isStreaming.peek() || store.isSending.peek()) return;
    if (turn === target) store.dock.draft.focus();
    else turn.focus();
  } else if (turn !== target || !store.reading.move(turn, key)) return;
  event.preventDefault();
}

function openLink(event: Event, { ask }: PanelStore): void {
  const { target } = event;
  const link = target instanceof Element ? target.closest('[data-href]') : null;
  const href = link?.getAttribute('data-href');
  if (!href) return;
  event.preventDefault();
  event.stopPropagation();
  void ask('openLink', { href });
}

/** Turns per group. Separate layout checks for every turn are slow. */
const GROUP = 24;
const AT_ONCE = 16;

interface TurnLayout {
  readonly groups: readonly (readonly string[])[];
  readonly atOnce: ReadonlySet<string>;
}

/** Groups turns and reuses unchanged groups. Turns that were rendered stay rendered. */
export function arrangeTurns(before: TurnLayout | undefined, ids: readonly string[]): TurnLayout {
  const known = before?.groups ?? [];
  const groups: (readonly string[])[] = [];
  for (let from = 0; from < ids.length; from += GROUP) {
    const group = ids.slice(from, from + GROUP);
    const earlier = known[groups.length];
    groups.push(earlier && isSameJson(earlier, group) ? earlier : group);
  }
  const old = new Set(known.flat());
  const added = ids.filter((id) => !old.has(id));
  return { groups, atOnce: new Set([...old, ...added.slice(-AT_ONCE)]) };
}

interface FocusedElement {
  readonly element: Element;
  readonly turn: string;
  readonly position: number;
}

/**
 * Restores the focus when the focused element disappears: to its message, the message at the same index, or the
 * composer.
 */
function restoreFocus(
  list: HTMLElement,
  { turns: { positions }, reading, dock }: PanelStore,
): Disposable {
  let held: FocusedElement | undefined;
  let awaited: { readonly position: number; readonly meanwhile: Element | null } | undefined;

  function onFocusIn({ target }: FocusEvent): void {
    held = undefined;
    if (!(target instanceof Element) || !list.contains(target)) return;
    const turn = target.closest('.turn')?.getAttribute('data-turn');
    const position = positions.peek().get(turn ?? '');
    if (turn && position !== undefined) held = { element: target, turn, position };
  }

  function give(turn: string, position: number): void {
    if (!reading.focusAt(turn, position)) dock.draft.focus();
    // A regenerated response appears shortly after the old one is removed.
    const isThere = positions.peek().has(turn) || positions.peek().size > position;
    awaited = isThere ? undefined : { position, meanwhile: document.activeElement };
  }

  function settle(): void {
    if (awaited && positions.peek().size > awaited.position) {
      if (document.activeElement === awaited.meanwhile) reading.focusAt('', awaited.position);
      awaited = undefined;
    }
    if (!held || document.activeElement !== document.body) return;
    const { element, turn, position } = held;
    held = undefined;
    // The user moved the focus out of the page.
    if (element.isConnected && element.checkVisibility()) return;
    takeFocus({ focus: () => give(turn, position) });
  }

  // Browsers don't fire `focusout` for removed elements.
  const observer = new MutationObserver(settle);
  observer.observe(list, { childList: true, subtree: true });
  // Deferred, because a closing dialog restores the focus only after its content lost it.
  const onFocusOut = (): unknown => setTimeout(settle);
  list.addEventListener('focusout', onFocusOut);
  document.addEventListener('focusin', onFocusIn);
  return toDisposable(() => {
    observer.disconnect();
    list.removeEventListener('focusout', onFocusOut);
    document.removeEventListener('focusin', onFocusIn);
  });
}
