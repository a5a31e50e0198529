import type { Http } from '../../api/transport';
import type { JsonObject } from '../../base/json';
import type { Host } from '../../platform/host';
import type { SessionClients } from '../../service/clients';
import type { Services } from '../../service/services';

export interface RecordingsHost
  extends Host, Pick<Services, 'connections' | 'emulator' | 'traffic'> {
  readonly sessions: SessionClients;
  readonly http: Http;
  readonly promptFiles: () => Promise<{
    openSpoken(spoken: OpenedConversation): Promise<void>;
  }>;
}

interface OpenedConversation {
  readonly title: string;
  readonly mode: 'chat' | 'interaction';
  readonly model: string;
  readonly request: JsonObject;
  /** Response parts. Empty if there's no response. */
  readonly parts: readonly JsonObject[];
}
