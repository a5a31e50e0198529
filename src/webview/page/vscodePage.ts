import * as l10n from '@vscode/l10n';
import { toDisposable } from '../../base/disposable';
import type { Port } from '../rpc';

interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

/** VS Code's webview API, which may be acquired only once. */
export const vscodePage: VsCodeApi = acquireVsCodeApi();

export const hostPort: Port = {
  post: (message) => vscodePage.postMessage(message),
  onMessage(listener) {
    // Ignores messages from other origins: VS Code's messages have the page's own origin.
    const receive = (event: MessageEvent<unknown>): void => {
      if (event.origin === window.origin) listener(event.data);
    };
    window.addEventListener('message', receive);
    return toDisposable(() => window.removeEventListener('message', receive));
  },
};

/**
 * Returns data embedded by the host. Read before rendering, because it contains the translations (none for
 * English).
 */
export function pageData(): { readonly [name: string]: unknown } {
  const data = JSON.parse(document.getElementById('data')?.textContent ?? '{}') as {
    readonly bundle?: { [text: string]: string };
  };
  if (data.bundle) l10n.config({ contents: data.bundle });
  return data;
}
