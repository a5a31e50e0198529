import '../../webview/styles/base.css';
import '../../webview/styles/controls.css';
import { render, type VNode } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { LiveRegion } from '../../webview/kit/liveRegion';
import type { Port } from '../../webview/rpc';
import { hostPort, pageData, vscodePage } from '../../webview/page/vscodePage';
import './app.css';
import { Conversation } from './conversation/conversation';
import { Dock } from './dock/dock';
import { Find } from './find/find';
import { DropZone } from './dock/dropZone';
import { onPageHidden } from './dom';
import { createFormat, type Format, usableLocale } from './format';
import { usePageKeys } from './pageKeys';
import { PageStore } from './pageStore';
import { SettingsSide } from './settings/settingsPanel';
import {
  parseSaved,
  parseSavedComparison,
  type SavedPage,
  StatePersister,
} from './state/savedState';
import { Title } from './title';
import { Toolbar } from './toolbar';
import { StoreProvider } from './useStore';
import { startComparison } from './compare/compareApp';

const { compares } = pageData();
const format = createFormat(usableLocale(document.documentElement.lang || 'en'));
const state = vscodePage.getState();
const save = (saved: unknown): void => vscodePage.setState(saved);
const root = document.getElementById('root') ?? document.body;
if (compares) startComparison(root, hostPort, format, parseSavedComparison(state), save);
else startPlayground(root, hostPort, format, parseSaved(state), save);

function startPlayground(
  root: HTMLElement,
  port: Port,
  format: Format,
  saved: SavedPage,
  save: (saved: SavedPage) => void,
): void {
  const page: PageStore = new PageStore({
    port,
    format,
    saved,
    onDidChange: () => persister.changed(page.writtenLength),
  });
  const write = (state: SavedPage): void => {
    save(state);
    page.keepDraft();
  };
  const persister = new StatePersister<SavedPage>(() => page.saved, write, onPageHidden);
  render(<Playground page={page} onScroll={() => persister.scrolled()} />, root);
  page.start();
}

interface PlaygroundProps {
  readonly page: PageStore;
  readonly onScroll: () => void;
}

function Playground({ page, onScroll }: PlaygroundProps): VNode {
  const { store } = page;
  const conversation = page.conversation.value;
  // The page is hidden, and can't take the focus, until its layout is known.
  useLayoutEffect(() => {
    if (conversation !== undefined) page.opened();
  }, [conversation]);
  usePageKeys({
    stop: () => {
      const { isStreaming, isSending, dock } = store;
      const isRunning = dock.results.isRunning.peek();
      if (!isStreaming.peek() && !isSending.peek() && !isRunning) return false;
      page.stop();
      return true;
    },
    undo: (redo) => undo(page, redo),
  });
  const looks = [
    'app',
    conversation === undefined && 'loading',
    store.isStreaming.value && 'streaming',
    store.settings.page.isOpen.value && 'with-settings',
  ];
  return (
    <StoreProvider value={store}>
      <div class={looks.filter(Boolean).join(' ')}>
        <Toolbar onGetCode={page.getCode} />
        <div class="progress" aria-hidden="true" />
        <div class="middle" onScrollCapture={onScroll}>
          <Find format={store.format} />
          <Title />
          <Conversation />
          <Dock
            send={() => void page.send()}
            sendInBackground={() => void page.send(true)}
            stop={page.stop}
          />
        </div>
        <SettingsSide />
        <LiveRegion announcer={page.announcer} />
        <DropZone context={store} />
      </div>
    </StoreProvider>
  );
}

function undo({ store }: PageStore, redo: boolean): void {
  const { undo: offer, streaming } = store.panel.peek() ?? {};
  if (streaming !== undefined || !(redo ? offer?.redo : offer?.undo)) return;
  void store.actions.undo({ redo });
}
