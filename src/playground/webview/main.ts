import '../../webview/styles/base.css';
import '../../webview/styles/controls.css';
import './styles/layout.css';
import './styles/conversation.css';
import './styles/editing.css';
import './styles/waiting.css';
import './styles/markdown.css';
import './styles/code.css';
import './styles/composer.css';
import './styles/attachments.css';
import './styles/prompts.css';
import './styles/modes.css';
import './styles/settings.css';
import './styles/inspect.css';
import './styles/tokens.css';
import './styles/tools.css';
import './styles/compare.css';
import { hostPort, vscodePage } from '../../webview/page/vscodePage';
import { App } from './app';
import { CompareApp } from './compare/compareApp';
import { parseSaved, parseSavedComparison } from './savedState';
import { createFormat, translated, usableLocale } from './format';

const strings = translated(pageData().strings);
const format = createFormat(usableLocale(document.documentElement.lang || 'en'), strings);
const state = vscodePage.getState();
const save = (saved: unknown): void => vscodePage.setState(saved);
const app = pageData().compares
  ? new CompareApp(hostPort, strings, format, parseSavedComparison(state), save)
  : new App(hostPort, strings, format, parseSaved(state), save);
(document.getElementById('root') ?? document.body).append(app.element);
app.start();

/** What the host put into the page: the panel's words in the user's language, where it has them. */
function pageData(): { readonly strings?: unknown; readonly compares?: unknown } {
  const data: unknown = JSON.parse(document.getElementById('data')?.textContent ?? '{}');
  return typeof data === 'object' && data !== null ? data : {};
}
