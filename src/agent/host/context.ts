import type { Http } from '../../api/transport';
import type { Event } from '../../base/event';
import type { SettingName } from '../../catalog/settings';
import type { Host } from '../../platform/host';
import type { SessionClients } from '../../service/clients';
import type { Services } from '../../service/services';

/** User settings. */
interface AgentSettings {
  read(name: SettingName): unknown;
  readonly onDidChange: Event<void>;
}

export interface AgentHost
  extends Host, Pick<Services, 'connections' | 'clients' | 'emulator' | 'traffic'> {
  readonly sessions: SessionClients;
  readonly http: Http;
  readonly settings: AgentSettings;
}
