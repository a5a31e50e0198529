import '../../webview/styles/base.css';
import '../../webview/styles/controls.css';
import './styles/layout.css';
import './styles/conversation.css';
import './styles/waiting.css';
import './styles/markdown.css';
import './styles/code.css';
import './styles/composer.css';
import './styles/settings.css';
import { toDisposable } from '../../base/disposable';
import type { Port } from '../../webview/rpc';
import { App } from './app';
import { createFormat, usableLocale } from './format';
import { parseSaved } from './saved';
import { translated } from './translated';

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

const strings = translated(pageData().strings);
const format = createFormat(usableLocale(document.documentElement.lang || 'en'), strings);
const app = new App(port, strings, format, parseSaved(vscode.getState()), (saved) =>
  vscode.setState(saved),
);
(document.getElementById('root') ?? document.body).append(app.element);
app.start();

/** What the host put into the page: the panel's words in the user's language, where it has them. */
function pageData(): { readonly strings?: unknown } {
  const data: unknown = JSON.parse(document.getElementById('data')?.textContent ?? '{}');
  return typeof data === 'object' && data !== null ? data : {};
}
