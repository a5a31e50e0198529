import type { Message } from '../../api/schema/infer';
import type { PlaygroundSettings } from '../conversation';
import type { PlaygroundMode } from '../modes';

/** How the files are named, after their own name. */
export const PROMPT_ENDING = '.prompt.json';

/** A file that goes with a message, by its path from the prompt's folder. */
export interface PromptAttachment {
  readonly path: string;
  readonly mimeType?: string;
  /** Of its content when the prompt was saved, as hexadecimal digits. */
  readonly sha256?: string;
}

export interface PromptMessage {
  readonly role: 'user' | 'model';
  /** Who speaks, in the legacy mode with authors. */
  readonly author?: string;
  /** May hold variables, where it is the user's. */
  readonly text?: string;
  /** What is no text, as the service takes it; stands before the text. */
  readonly parts?: readonly Message<'Part'>[];
  readonly attachments?: readonly PromptAttachment[];
}

export interface PromptVariable {
  readonly description?: string;
  readonly default?: string;
  readonly multiline?: boolean;
}

/** A prompt as it is kept in a file: what a conversation says before its answer. */
export interface PromptFile {
  readonly format: 1;
  readonly name?: string;
  /** Absent for a chat. */
  readonly mode?: PlaygroundMode;
  /** The last message is one text to be turned into a vector, and not one per line. */
  readonly oneText?: boolean;
  /** Resource name. */
  readonly model: string;
  /** Of the service; absent means the connection's. */
  readonly version?: string;
  readonly settings: PlaygroundSettings;
  readonly messages: readonly PromptMessage[];
  readonly variables?: { readonly [name: string]: PromptVariable };
}
