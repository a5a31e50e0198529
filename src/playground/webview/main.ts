import '../../webview/styles/base.css';
import '../../webview/styles/controls.css';
import { hostPort, pageData, vscodePage } from '../../webview/page/vscodePage';
import { startPlayground } from './app';
import { startComparison } from './compare/compareApp';
import { createFormat, usableLocale } from './format';
import { parseSaved, parseSavedComparison } from './state/savedState';

const { compares } = pageData();
const format = createFormat(usableLocale(document.documentElement.lang || 'en'));
const state = vscodePage.getState();
const save = (saved: unknown): void => vscodePage.setState(saved);
const root = document.getElementById('root') ?? document.body;
if (compares) startComparison(root, hostPort, format, parseSavedComparison(state), save);
else startPlayground(root, hostPort, format, parseSaved(state), save);
