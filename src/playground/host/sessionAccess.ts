import type { Conversation } from '../conversation';
import type { PlaygroundEvent } from '../protocol';
import type { UndoStack } from './editing/undoStack';
import type { Wanted } from './modelChoice';
import type { SessionServices } from './services';
import type { Mode } from './settled';

/** What the parts of a session share: its conversation, and the ways to change it and to ask. */
export interface SessionAccess {
  readonly services: SessionServices;
  /** Where its requests go. The connection is undefined while there is none, the model may be empty. */
  readonly target: Wanted;
  /** The conversation, without what streams in. */
  readonly conversation: Conversation;
  /** Whether an answer arrives. */
  readonly isStreaming: boolean;
  /** Changes the conversation, on disk too, and shows it. */
  change(change: (conversation: Conversation) => Conversation): void;
  /** Throws `AppError` (`busy`) while an answer arrives: nothing may change under it. */
  refuseWhileStreaming(): void;
  /** Asks for an answer to the conversation as it stands; resolves once that is under way. */
  ask(mode: Mode): Promise<void>;
  /** Asks for the last answer anew. */
  regenerate(): Promise<void>;
  /** The changes of its turns that can be taken back. */
  readonly undo: UndoStack;
  /** Tells the panel to do something. */
  show(event: PlaygroundEvent): void;
  /** Sends a whole snapshot to the panel. */
  emitState(): void;
}
