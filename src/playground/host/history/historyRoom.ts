import type { Clock } from '../../../base/clock';
import type { Activity } from '../../../platform/activity';
import type { FileStore } from '../../../platform/files';
import type { L10n } from '../../../platform/l10n';
import type { LocalFiles } from '../../../platform/localFiles';
import type { Prompts } from '../../../platform/prompts';
import type { Report } from '../../../platform/report';
import type { Conversation } from '../../conversation';
import type { ConversationStore } from '../conversationStore';
import type { ConversationIndex } from './conversationIndex';
import type { LastFolder } from './lastFolder';

/** A conversation that a tab of this window has. */
export interface OpenConversation {
  readonly conversation: Conversation;
  /** Whether it is compared with others in its tab. */
  readonly isColumn: boolean;
  rename(title: string): void;
  /** Takes it out of its tab; resolves once it is on disk. */
  close(): Promise<void>;
}

/** What everything that is done with the conversations of this machine is built on. */
export interface HistoryRoom {
  readonly index: ConversationIndex;
  readonly files: FileStore;
  readonly store: ConversationStore;
  readonly findOpen: (id: string) => OpenConversation | undefined;
  readonly prompts: Prompts;
  readonly activity: Activity;
  readonly localFiles: LocalFiles;
  readonly lastFolder: LastFolder;
  readonly report: Report;
  readonly clock: Clock;
  readonly l10n: L10n;
}
