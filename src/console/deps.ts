import type { Redactor } from '../api/redact';
import type { Clock } from '../base/clock';
import type { Log } from '../platform/log';
import type { Progress } from '../platform/progress';
import type { Prompts } from '../platform/prompts';
import type { System } from '../platform/system';
import type { TextDocuments } from '../platform/textDocuments';
import type { Clients, ClosedBy } from '../service/clients';
import type { Connections } from '../service/connection';
import type { Emulator } from '../service/emulator';
import type { Interactions } from '../service/interactions';
import type { ModelStatuses } from '../service/modelStatuses';
import type { Store } from '../service/store';
import type { TrafficLog } from '../service/trafficLog';
import type { RequestEditor } from './requestEditor';

export interface ConsoleDeps {
  readonly prompts: Prompts;
  readonly progress: Progress;
  readonly system: System;
  readonly documents: TextDocuments;
  readonly editor: RequestEditor;
  readonly log: Log;
  readonly clock: Clock;
  readonly redact: Redactor;
  readonly connections: Connections;
  readonly clients: Clients;
  readonly emulator: Emulator;
  readonly store: Store;
  readonly interactions: Pick<Interactions, 'begin' | 'forget'>;
  readonly modelStatuses: Pick<ModelStatuses, 'answered' | 'refused'>;
  readonly traffic: TrafficLog;
  readonly closedBy: ClosedBy;
}
