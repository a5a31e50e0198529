import { h, render } from 'preact';
import { hostPort, pageData, vscodePage } from '../../webview/page/vscodePage';
import '../../webview/styles/base.css';
import '../../webview/styles/controls.css';
import { SheetPage } from './sheetPage';
import { type SavedSheet, SheetStore } from './sheetStore';

// Must run before any text, since it loads the translations.
pageData();
const store = new SheetStore({
  port: hostPort,
  // Saved by this page; undefined if new.
  saved: vscodePage.getState() as SavedSheet | undefined,
  save: (saved) => vscodePage.setState(saved),
});
render(h(SheetPage, { store }), document.getElementById('root') ?? document.body);
