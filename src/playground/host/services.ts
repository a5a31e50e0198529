import type { Clock } from '../../base/clock';
import type { L10n } from '../../platform/l10n';
import type { Log } from '../../platform/log';
import type { Prompts } from '../../platform/prompts';
import type { Uploads } from '../../platform/localFiles';
import type { Services } from '../../service/services';
import type { PlaygroundState } from '../protocol';
import type { ConversationStore } from './conversationStore';
import type { KeptSettings, LastUsed } from './lastUsed';
import type { Models } from './models';

/** What a session is built on; shared by all panels of a window. */
export interface SessionServices extends Pick<Services, 'connections' | 'clients' | 'emulator'> {
  readonly models: Models;
  readonly conversations: ConversationStore;
  readonly lastUsed: LastUsed;
  readonly keptSettings: KeptSettings;
  readonly uploads: Uploads;
  readonly prompts: Pick<Prompts, 'confirm'>;
  /** When the tokens of a message are counted before it is sent. */
  readonly tokenMeter: () => PlaygroundState['tokenMeter'];
  readonly clock: Clock;
  readonly l10n: L10n;
  readonly log: Log;
}
