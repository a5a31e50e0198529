import type { Http } from '../../api/transport';
import type { JsonObject } from '../../base/json';
import type { Host } from '../../platform/host';
import type { SessionClients } from '../../service/clients';
import type { Services } from '../../service/services';

/** Dependencies of recordings. */
export interface RecordingsHost
  extends Host, Pick<Services, 'connections' | 'emulator' | 'traffic'> {
  /** For emulator sessions that replay. */
  readonly sessions: SessionClients;
  readonly http: Http;
  readonly promptFiles: () => Promise<{
    /** Opens the conversation in a new playground. */
    openSpoken(spoken: OpenedSpoken): Promise<void>;
  }>;
}

/** A conversation to open. */
export interface OpenedSpoken {
  readonly title: string;
  readonly mode: 'chat' | 'interaction';
  /** Resource name. */
  readonly model: string;
  /** A generateContent request. */
  readonly request: JsonObject;
  /** Response parts. Empty if there is no response. */
  readonly parts: readonly JsonObject[];
}
