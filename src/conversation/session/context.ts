import type { Clock } from '../../base/clock';
import type { Uploads } from '../../platform/localFiles';
import type { Log } from '../../platform/log';
import type { Progress } from '../../platform/progress';
import type { Prompts } from '../../platform/prompts';
import type { Services } from '../../service/services';
import type { Store } from '../../service/store';
import type { Conversation } from '../model/conversation';
import type { PlaygroundEvent, PlaygroundState } from '../model/protocol';
import type { ConversationStore } from '../store/conversationStore';
import type { UndoStack } from './undoStack';
import type { KeptSettings, LastUsed } from '../store/jsonFileStore';
import type { AskMode } from '../answer/mergeAnswer';
import type { RequestTarget } from '../request/resolveTarget';
import type { Models } from '../request/models';
import type { PartEditor } from '../request/partContent';
import type { Activity } from '../../platform/activity';
import type { Host } from '../../platform/host';
import type { Keeping } from './keeping';

/** What the playground is handed by the composition root. */
export type PlaygroundHost = Host &
  Services & { readonly uploads: Uploads; readonly activity: Activity };

/** What a session is built on; shared by all panels of a window. */
export interface SessionServices extends Pick<
  Services,
  'connections' | 'clients' | 'emulator' | 'interactions' | 'modelStatuses' | 'serverHeaders'
> {
  readonly models: Models;
  readonly store: Pick<Store, 'merge'>;
  readonly conversations: ConversationStore;
  readonly lastUsed: LastUsed;
  readonly keptSettings: KeptSettings;
  /** Whether the service keeps the interactions of a connection. */
  readonly keeping: Keeping;
  readonly uploads: Uploads;
  /** Where an interaction goes that runs in the background. */
  readonly activity: Pick<Activity, 'follow'>;
  readonly prompts: Pick<Prompts, 'confirm'>;
  readonly progress: Progress;
  /** When the tokens of a message are counted before it is sent. */
  readonly tokenMeter: () => PlaygroundState['tokenMeter'];
  /** The editors that parts of a conversation's settings are open in. */
  readonly partEditors: (conversation: string) => readonly PartEditor[];
  readonly clock: Clock;
  readonly log: Log;
}

/** What the parts of a session share: its conversation, and the ways to change it and to ask. */
export interface SessionAccess {
  readonly services: SessionServices;
  /** Where its requests go. The connection is undefined while there is none, the model may be empty. */
  readonly target: RequestTarget;
  /** The conversation, without what streams in. */
  readonly conversation: Conversation;
  /** Whether an answer arrives. */
  readonly isStreaming: boolean;
  /** Changes the conversation, on disk too, and shows it. */
  change(change: (conversation: Conversation) => Conversation): void;
  /** Throws `AppError` (`busy`) while an answer arrives: nothing may change under it. */
  refuseWhileStreaming(): void;
  /**
   * Asks for an answer to the conversation as it stands, or as it is changed for that; resolves once that is under way.
   * The change is shown with the new answer, and never without one: what is written in an answer that may come back stays.
   */
  ask(mode: AskMode, change?: (conversation: Conversation) => Conversation): Promise<void>;
  /** Asks for the last answer anew. */
  regenerate(): Promise<void>;
  /** The changes of its turns that can be taken back. */
  readonly undo: UndoStack;
  /** Tells the panel to do something. */
  show(event: PlaygroundEvent): void;
  /** Sends a whole snapshot to the panel. */
  emitState(): void;
}
