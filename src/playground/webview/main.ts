import '../../webview/styles/base.css';
import '../../webview/styles/controls.css';
import './styles/layout.css';
import './styles/conversation.css';
import './styles/waiting.css';
import './styles/markdown.css';
import './styles/code.css';
import './styles/composer.css';
import './styles/attachments.css';
import './styles/settings.css';
import { hostPort, vscodePage } from '../../webview/page/vscodePage';
import { App } from './app';
import { createFormat, usableLocale } from './format';
import { parseSaved } from './saved';
import { translated } from './translated';

const strings = translated(pageData().strings);
const format = createFormat(usableLocale(document.documentElement.lang || 'en'), strings);
const app = new App(hostPort, strings, format, parseSaved(vscodePage.getState()), (saved) =>
  vscodePage.setState(saved),
);
(document.getElementById('root') ?? document.body).append(app.element);
app.start();

/** What the host put into the page: the panel's words in the user's language, where it has them. */
function pageData(): { readonly strings?: unknown } {
  const data: unknown = JSON.parse(document.getElementById('data')?.textContent ?? '{}');
  return typeof data === 'object' && data !== null ? data : {};
}
