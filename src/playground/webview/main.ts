import '../../webview/styles/base.css';
import '../../webview/styles/controls.css';
import './styles/layout.css';
import './styles/conversation.css';
import './styles/markdown.css';
import './styles/code.css';
import './styles/modes.css';
import './styles/inspect.css';
import './styles/tools.css';
import { hostPort, pageData, vscodePage } from '../../webview/page/vscodePage';
import { App } from './app';
import { CompareApp } from './compare/compareApp';
import { parseSaved, parseSavedComparison } from './savedState';
import { createFormat, usableLocale } from './format';

const { compares } = pageData();
const format = createFormat(usableLocale(document.documentElement.lang || 'en'));
const state = vscodePage.getState();
const save = (saved: unknown): void => vscodePage.setState(saved);
const app = compares
  ? new CompareApp(hostPort, format, parseSavedComparison(state), save)
  : new App(hostPort, format, parseSaved(state), save);
(document.getElementById('root') ?? document.body).append(app.element);
app.start();
