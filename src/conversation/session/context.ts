import type { Clock } from '../../base/clock';
import type { PartFile } from '../../catalog/documentSchemas';
import type { Activity } from '../../platform/activity';
import type { Host } from '../../platform/host';
import type { Uploads } from '../../platform/localFiles';
import type { Log } from '../../platform/log';
import type { Progress } from '../../platform/progress';
import type { Prompts } from '../../platform/prompts';
import type { Sheets } from '../../platform/sheet';
import type { VscodeTools } from '../../platform/vscodeTools';
import type { Services } from '../../service/services';
import type { Store } from '../../service/store';
import type { AskMode } from '../answer/mergeAnswer';
import type { WorkspaceFiles } from '../attachments/loadAttachment';
import type { Conversation } from '../model/conversation';
import type { PlaygroundEvent, PlaygroundState } from '../model/protocol';
import type { Models } from '../request/models';
import type { RequestTarget } from '../request/resolveTarget';
import type { ConversationStore, KeptSettings, LastUsed } from '../store/conversationStore';
import type { StoragePolicy } from './storagePolicy';
import type { UndoStack } from './conversationDocument';

export type PlaygroundHost = Host &
  Services & {
    readonly uploads: Uploads;
    readonly activity: Activity;
    readonly sheets: () => Promise<Sheets>;
  };

export interface SessionServices extends Pick<
  Services,
  | 'connections'
  | 'clients'
  | 'emulator'
  | 'interactions'
  | 'isFree'
  | 'modelStatuses'
  | 'serverHeaders'
> {
  readonly models: Models;
  readonly store: Pick<Store, 'merge'>;
  readonly conversations: ConversationStore;
  readonly lastUsed: LastUsed;
  readonly keptSettings: KeptSettings;
  readonly keeping: StoragePolicy;
  readonly uploads: Uploads;
  readonly activity: Pick<Activity, 'follow'>;
  readonly prompts: Pick<Prompts, 'confirm'>;
  readonly progress: Progress;
  readonly tokenMeter: () => PlaygroundState['tokenMeter'];
  readonly drawsDiagrams: boolean;
  readonly vscodeTools: VscodeTools;
  readonly workspaceFiles: WorkspaceFiles;
  readonly partEditors: (conversation: string) => readonly PartEditor[];
  readonly clock: Clock;
  readonly log: Log;
}

export interface SessionAccess {
  readonly services: SessionServices;
  /** Target of requests. The connection may be undefined, the model empty. */
  readonly target: RequestTarget;
  /** The conversation without the streaming turn. */
  readonly conversation: Conversation;
  readonly isStreaming: boolean;
  change(change: (conversation: Conversation) => Conversation): void;
  /** Throws `AppError` (`busy`) while a response is streaming. */
  refuseWhileStreaming(): void;
  /**
   * Requests a response, optionally to a changed conversation; resolves when the request has
   * started. The change takes effect only with the new response.
   */
  ask(mode: AskMode, change?: (conversation: Conversation) => Conversation): Promise<void>;
  regenerate(): Promise<void>;
  readonly undo: UndoStack;
  show(event: PlaygroundEvent): void;
  emitState(): void;
}

export interface PartEditor {
  readonly file: PartFile;
  readonly isDirty: boolean;
}
