import type { Clock } from '../base/clock';
import type { L10n } from '../platform/l10n';
import type { Log } from '../platform/log';
import type { Progress } from '../platform/progress';
import type { Prompts } from '../platform/prompts';
import type { System } from '../platform/system';
import type { CheckKey } from '../service/checkKey';
import type { Clients } from '../service/clients';
import type { Emulator } from '../service/emulator';
import type { ConnectionList } from './connectionList';
import type { KeyVault } from './keyVault';
import type { SignIns } from './oauth/signIns';

/** What the flows around connections work with. Each takes what it needs of it. */
export interface AuthParts {
  readonly prompts: Prompts;
  readonly progress: Progress;
  readonly system: System;
  readonly l10n: L10n;
  readonly log: Log;
  readonly clock: Clock;
  readonly connections: ConnectionList;
  readonly clients: Clients;
  readonly vault: KeyVault;
  /** Loads what accounts need, with the first of them. */
  readonly signIns: () => Promise<SignIns>;
  readonly emulator: Emulator;
  readonly check: CheckKey;
  readonly onSecret: (secret: string) => void;
  /** Eight random letters or digits. */
  readonly newId: () => string;
}
