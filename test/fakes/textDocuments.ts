import type { LiveText, TextDocuments } from '../../src/platform/textDocuments';

/** Keeps what was shown and compared. */
export class FakeTextDocuments implements TextDocuments {
  readonly shown: { readonly text: LiveText; readonly beside: boolean }[] = [];
  readonly compared: {
    readonly left: LiveText;
    readonly right: LiveText;
    readonly title: string;
  }[] = [];

  readonly comparedWith: {
    readonly left: LiveText;
    readonly document: string;
    readonly title: string;
  }[] = [];

  /** What the documents say now. */
  get texts(): readonly string[] {
    return this.shown.map(({ text }) => text.read());
  }

  show(text: LiveText, { beside = false } = {}): Promise<void> {
    this.shown.push({ text, beside });
    return Promise.resolve();
  }

  compare(left: LiveText, right: LiveText, title: string): Promise<void> {
    this.compared.push({ left, right, title });
    return Promise.resolve();
  }

  compareWith(left: LiveText, document: string, title: string): Promise<void> {
    this.comparedWith.push({ left, document, title });
    return Promise.resolve();
  }
}
