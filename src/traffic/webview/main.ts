import { h, render } from 'preact';
import { hostPort, pageData, vscodePage } from '../../webview/page/vscodePage';
import '../../webview/styles/base.css';
import '../../webview/styles/controls.css';
import { RunsPage } from './runsPage';
import { RunsStore, type SavedRuns } from './runsStore';

// Loads translations before any text is created.
pageData();
const store = new RunsStore({
  port: hostPort,
  // Saved by this page. Undefined if new.
  saved: vscodePage.getState() as SavedRuns | undefined,
  save: (saved) => vscodePage.setState(saved),
});
render(h(RunsPage, { store }), document.getElementById('root') ?? document.body);
