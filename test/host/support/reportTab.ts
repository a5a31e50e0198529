import * as vscode from 'vscode';
import { TEST_REPORT_PANEL } from '../../../src/catalog/ids';
import type { ReportEvent } from '../../../src/testing/report/protocol';

type EventNamed<N extends ReportEvent['name']> = Extract<ReportEvent, { readonly name: N }>;
type Message = { readonly kind: string; readonly id?: number } & {
  readonly [name: string]: unknown;
};

/** A tab as VS Code gives one to the extension, with a page that is the test. */
export class ReportTab {
  readonly panel: vscode.WebviewPanel;
  readonly #messages: Message[] = [];
  readonly #received = new vscode.EventEmitter<unknown>();
  readonly #changed = new vscode.EventEmitter<void>();
  #last = 0;

  constructor() {
    const disposed = new vscode.EventEmitter<void>();
    const webview = {
      ...{ html: '', options: {}, cspSource: 'https://page.test' },
      asWebviewUri: (uri: vscode.Uri) => uri,
      onDidReceiveMessage: this.#received.event,
      postMessage: async (message: Message) => {
        this.#messages.push(message);
        this.#changed.fire();
        return true;
      },
    };
    this.panel = {
      ...{ viewType: TEST_REPORT_PANEL, title: 'Test Report', visible: true, active: true },
      ...{ options: {}, viewColumn: vscode.ViewColumn.One, webview },
      onDidDispose: disposed.event,
      onDidChangeViewState: new vscode.EventEmitter<vscode.WebviewPanelOnDidChangeViewStateEvent>()
        .event,
      reveal: () => undefined,
      dispose: () => disposed.fire(),
    };
  }

  /** Calls the host as the page does; answers what it answers. */
  async call(name: string, input?: unknown): Promise<unknown> {
    const id = ++this.#last;
    this.#received.fire({ kind: 'call', id, name, input });
    const isAnswer = (message: Message): boolean => message.id === id;
    await this.until(() => this.#messages.some(isAnswer));
    const { kind, value, message } = this.#messages.find(isAnswer) ?? { kind: 'failure' };
    if (kind === 'failure') throw new Error(String(message));
    return value;
  }

  /** What the host has told with this name. */
  all<N extends ReportEvent['name']>(name: N): readonly EventNamed<N>[] {
    return this.#messages.filter((one) => one.name === name) as unknown as EventNamed<N>[];
  }

  /** The last of them. Throws where there is none. */
  last<N extends ReportEvent['name']>(name: N): EventNamed<N> {
    const found = this.all(name).at(-1);
    if (!found) throw new Error(`The page was not told ${name}.`);
    return found;
  }

  /** Waits until something holds, which is looked at with each message and whenever another editor is shown. */
  async until(isSo: () => boolean | undefined): Promise<void> {
    const editors = vscode.window.onDidChangeActiveTextEditor(() => this.#changed.fire());
    const selections = vscode.window.onDidChangeTextEditorSelection(() => this.#changed.fire());
    try {
      while (!isSo()) {
        await new Promise<void>((resolve) => {
          const once = this.#changed.event(() => {
            once.dispose();
            resolve();
          });
        });
      }
    } finally {
      editors.dispose();
      selections.dispose();
    }
  }
}
