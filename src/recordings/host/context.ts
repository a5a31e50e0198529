import type { Http } from '../../api/transport';
import type { JsonObject } from '../../base/json';
import type { Host } from '../../platform/host';
import type { SessionClients } from '../../service/clients';
import type { Services } from '../../service/services';

/** What recordings are handed by the composition root. */
export interface RecordingsHost
  extends Host, Pick<Services, 'connections' | 'emulator' | 'traffic'> {
  /** Of the emulator's sessions, which replay. */
  readonly sessions: SessionClients;
  readonly http: Http;
  /** The playgrounds of the window; they load with the first call. */
  readonly promptFiles: () => Promise<{
    /** Opens what was said in a playground of its own, to go on from there. */
    openSpoken(spoken: OpenedSpoken): Promise<void>;
  }>;
}

/** What a model was asked and what it has said. */
export interface OpenedSpoken {
  readonly title: string;
  readonly mode: 'chat' | 'interaction';
  /** Resource name. */
  readonly model: string;
  /** As generateContent takes it. */
  readonly request: JsonObject;
  /** Parts of the answer; none where there is none. */
  readonly parts: readonly JsonObject[];
}
