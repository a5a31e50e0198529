import { h, render } from 'preact';
import { hostPort, pageData, vscodePage } from '../../webview/page/vscodePage';
import '../../webview/styles/base.css';
import '../../webview/styles/controls.css';
import { ReportPage } from './reportPage';
import { ReportStore, type SavedReport } from './reportStore';

// Loads translations before any text is created.
pageData();
const store = new ReportStore({
  port: hostPort,
  // Saved by this page. Undefined if new.
  saved: vscodePage.getState() as SavedReport | undefined,
  save: (saved) => vscodePage.setState(saved),
  width: window.innerWidth,
});
render(h(ReportPage, { store }), document.getElementById('root') ?? document.body);
