import '../../webview/styles/base.css';
import '../../webview/styles/controls.css';
import './sheet.css';
import { toDisposable } from '../../base/disposable';
import type { Port } from '../../webview/rpc';
import type { SheetStrings } from '../sheets/protocol';
import { App } from './app';
import { savedIn } from './saved';

/** What VS Code gives a webview. */
interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): VsCodeApi;

const vscode = acquireVsCodeApi();

const port: Port = {
  post: (message) => vscode.postMessage(message),
  onMessage(listener) {
    // VS Code speaks from our own origin; nobody else is listened to.
    const receive = (event: MessageEvent<unknown>): void => {
      if (event.origin === window.origin) listener(event.data);
    };
    window.addEventListener('message', receive);
    return toDisposable(() => window.removeEventListener('message', receive));
  },
};

const data = JSON.parse(document.getElementById('data')?.textContent ?? '{}') as {
  readonly strings: SheetStrings;
};
const app = new App(port, data.strings, savedIn(vscode.getState()), (saved) =>
  vscode.setState(saved),
);
(document.getElementById('root') ?? document.body).append(app.element);
window.addEventListener('scrollend', () => app.keep());
app.start();
