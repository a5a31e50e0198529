import * as vscode from 'vscode';
import type { Sheet } from '../../../src/platform/sheet';
import type { SheetEvent } from '../../../src/resources/sheets/protocol';
import { Emitter } from '../../../src/base/event';

/** What sheets that are opened from now on tell their pages; VS Code lets nobody read that back. */
export class SheetPosts {
  readonly #posted = new Emitter<Sheet>();
  readonly #create = vscode.window.createWebviewPanel;

  constructor() {
    const create = (...args: Parameters<typeof vscode.window.createWebviewPanel>) => {
      const panel = this.#create(...args);
      const post = panel.webview.postMessage.bind(panel.webview);
      const postMessage = (message: unknown): Thenable<boolean> => {
        const { name, sheet } = message as Partial<SheetEvent>;
        if (name === 'sheet' && sheet) this.#posted.fire(sheet);
        return post(message);
      };
      Object.assign(panel.webview, { postMessage });
      return panel;
    };
    Object.assign(vscode.window, { createWebviewPanel: create });
  }

  /** Resolves with the next content of which this holds. */
  next(holds: (sheet: Sheet) => boolean): Promise<Sheet> {
    return new Promise((resolve) => {
      const subscription = this.#posted.event((sheet) => {
        if (!holds(sheet)) return;
        subscription.dispose();
        resolve(sheet);
      });
    });
  }

  dispose(): void {
    Object.assign(vscode.window, { createWebviewPanel: this.#create });
  }
}
