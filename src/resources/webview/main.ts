import '../../webview/styles/base.css';
import '../../webview/styles/controls.css';
import './sheet.css';
import { hostPort, vscodePage } from '../../webview/page/vscodePage';
import type { SheetStrings } from '../sheets/protocol';
import { App } from './app';
import { savedIn } from './saved';

const data = JSON.parse(document.getElementById('data')?.textContent ?? '{}') as {
  readonly strings: SheetStrings;
};
const app = new App(hostPort, data.strings, savedIn(vscodePage.getState()), (saved) =>
  vscodePage.setState(saved),
);
(document.getElementById('root') ?? document.body).append(app.element);
window.addEventListener('scrollend', () => app.keep());
app.start();
