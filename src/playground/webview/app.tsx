import './app.css';
import { render, type VNode } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { LiveRegion } from '../../webview/kit/liveRegion';
import type { Port } from '../../webview/rpc';
import { Conversation } from './conversation/conversation';
import { Dock } from './dock/dock';
import { DropZone } from './dock/dropZone';
import { isComposing, onPageHidden } from './dom';
import type { Format } from './format';
import { StoreProvider } from './useStore';
import { PageStore } from './pageStore';
import { type Saved, StatePersister } from './state/savedState';
import { SettingsSide } from './settings/settingsPanel';
import { Title } from './title';
import { Toolbar } from './toolbar';

/** Draws the page of a playground, and keeps what a reload is to bring back. */
export function startPlayground(
  root: HTMLElement,
  port: Port,
  format: Format,
  saved: Saved,
  save: (saved: Saved) => void,
): void {
  const page: PageStore = new PageStore({
    ...{ port, format, saved },
    onDidChange: () => persister.changed(page.writtenLength),
  });
  const persister = new StatePersister<Saved>(() => page.saved, save, onPageHidden);
  render(<Playground page={page} onScroll={() => persister.scrolled(page.writtenLength)} />, root);
  page.start();
}

interface PlaygroundProps {
  readonly page: PageStore;
  /** What is read has changed. */
  readonly onScroll: () => void;
}

function Playground({ page, onScroll }: PlaygroundProps): VNode {
  const { store } = page;
  const conversation = page.conversation.value;
  // Until it is known the page is hidden, and takes no focus.
  useLayoutEffect(() => {
    if (conversation !== undefined) page.opened();
  }, [conversation]);
  const looks = [
    'app',
    conversation === undefined && 'loading',
    store.isStreaming.value && 'streaming',
    store.settings.page.isOpen.value && 'with-settings',
  ];
  return (
    <StoreProvider value={store}>
      <div class={looks.filter(Boolean).join(' ')} onKeyDown={(event) => onKeyDown(event, page)}>
        <Toolbar onGetCode={page.getCode} />
        <div class="progress" aria-hidden="true" />
        <div class="middle" onScrollCapture={onScroll}>
          <Title />
          <Conversation />
          <Dock send={() => void page.send()} stop={page.stop} />
        </div>
        <SettingsSide />
        <LiveRegion announcer={page.announcer} />
        <DropZone context={store} />
      </div>
    </StoreProvider>
  );
}

function onKeyDown(event: KeyboardEvent, page: PageStore): void {
  if (undoes(event, page)) return;
  if (event.key !== 'Escape' || isComposing(event)) return;
  if (!page.store.isStreaming.peek() && !page.store.isSending.peek()) return;
  event.preventDefault();
  page.stop();
}

/** Ctrl+Z and Ctrl+Shift+Z are for the messages where they are for no text field. */
function undoes(event: KeyboardEvent, { store }: PageStore): boolean {
  const { key, ctrlKey, metaKey, shiftKey, target } = event;
  if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || isWritten(target)) return false;
  const { undo: offer, streaming } = store.panel.peek() ?? {};
  if (streaming !== undefined || !(shiftKey ? offer?.redo : offer?.undo)) return false;
  event.preventDefault();
  void store.actions.undo({ redo: shiftKey });
  return true;
}

/** Whether a key is typed into a text. */
function isWritten(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('textarea, input, [contenteditable]') !== null;
}
