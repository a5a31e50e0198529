import * as vscode from 'vscode';
import { rowMark } from '../../platform/treeRows';
import { BADGE_SCHEME } from './badgeUri';

/** Draws the marks at the ends of rows. */
export function registerBadges(): vscode.Disposable {
  return vscode.window.registerFileDecorationProvider({
    provideFileDecoration({ scheme, path }) {
      if (scheme !== BADGE_SCHEME) return undefined;
      const [, tone, text = ''] = path.split('/');
      // The row's own tooltip says what the mark means.
      const colour = tone === 'error' ? 'list.errorForeground' : 'list.warningForeground';
      return rowMark(text, colour);
    },
  });
}
