import * as l10n from '@vscode/l10n';
import { toDisposable } from '../../base/disposable';
import type { Port } from '../rpc';

/** What VS Code gives a webview. */
interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

/** The page's own side of VS Code, which gives it out only once. */
export const vscodePage: VsCodeApi = acquireVsCodeApi();

/** The way to the host and back. */
export const hostPort: Port = {
  post: (message) => vscodePage.postMessage(message),
  onMessage(listener) {
    // VS Code speaks from our own origin; nobody else is listened to.
    const receive = (event: MessageEvent<unknown>): void => {
      if (event.origin === window.origin) listener(event.data);
    };
    window.addEventListener('message', receive);
    return toDisposable(() => window.removeEventListener('message', receive));
  },
};

/**
 * What the host has put into the page; to be read before anything is drawn, because with it come the texts of the
 * display language. In English there are none: each text stands where it is used.
 */
export function pageData(): { readonly [name: string]: unknown } {
  const data = JSON.parse(document.getElementById('data')?.textContent ?? '{}') as {
    readonly bundle?: { [text: string]: string };
  };
  if (data.bundle) l10n.config({ contents: data.bundle });
  return data;
}
