import type { OpenRequest, RequestEditor } from '../../src/console/requestEditor';
import type { TextProblem } from '../../src/platform/diagnostics';

/** One editor, and what is marked in it. */
export class FakeRequestEditor implements RequestEditor {
  readonly opened: string[] = [];
  /** Every set of marks, oldest first. */
  readonly marked: (readonly TextProblem[])[] = [];
  request: OpenRequest | undefined;

  open(text: string): Promise<void> {
    this.opened.push(text);
    this.request = { uri: `untitled:${this.opened.length}`, text };
    return Promise.resolve();
  }

  active(): OpenRequest | undefined {
    return this.request;
  }

  mark(_uri: string, problems: readonly TextProblem[]): void {
    this.marked.push(problems);
  }

  /** The marked parts of the text, with what is said there. */
  get marks(): readonly { readonly at: string; readonly message: string }[] {
    const text = this.request?.text ?? '';
    return (this.marked.at(-1) ?? []).map(({ message, offset, length }) => ({
      at: text.slice(offset, offset + length),
      message,
    }));
  }
}
