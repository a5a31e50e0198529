import type { Event } from '../base/event';

/** A text to read, which may grow while it is shown. */
export interface LiveText {
  /** File name with an ending, from which VS Code takes the language. */
  readonly name: string;
  read(): string;
  /** The text is another one now. */
  readonly onDidChange?: Event<void>;
}

/** Shows texts that are made here and can only be read. An interface: tests have their own. */
export interface TextDocuments {
  /** Opens a text, beside the active editor where that is wanted, and without taking the focus from it. */
  show(text: LiveText, options?: { readonly beside?: boolean }): Promise<void>;
  /** Opens two texts as a comparison. */
  compare(left: LiveText, right: LiveText, title: string): Promise<void>;
  /** Opens a comparison with a document that can be edited there, by its address. */
  compareWith(left: LiveText, document: string, title: string): Promise<void>;
}
