import type { Memento } from 'vscode';
import type { ReadNetwork } from '../api/transport';
import type { Clock } from '../base/clock';
import type { CommandName } from '../catalog/commands';
import type { ConnectionTarget } from '../catalog/ref';
import type { GitStatus } from '../platform/gitStatus';
import type { Log } from '../platform/log';
import type { Progress } from '../platform/progress';
import type { Prompts } from '../platform/prompts';
import type { Sheets } from '../platform/sheet';
import type { System } from '../platform/system';
import type { CheckKey } from '../service/calls';
import type { Clients } from '../service/clients';
import type { Emulator } from '../service/emulator';
import type { ServerHeaders } from '../service/connection';
import type { AdcOrigins } from './adcOrigins';
import type { ConnectionList } from './connectionList';
import type { KeyVault } from './keyVault';
import type { SignIns } from './oauthAccounts';

export interface AuthDeps {
  readonly prompts: Prompts;
  readonly progress: Progress;
  readonly system: System;
  readonly sheets: () => Promise<Sheets>;
  readonly log: Log;
  readonly clock: Clock;
  readonly connections: ConnectionList;
  /** Last choices in repeated questions, shared by all windows. */
  readonly choices: Memento;
  readonly clients: Clients;
  readonly vault: KeyVault;
  readonly serverHeaders: ServerHeaders;
  readonly adcOrigins: AdcOrigins;
  readonly signIns: () => Promise<SignIns>;
  readonly emulator: Emulator;
  readonly check: CheckKey;
  readonly git: GitStatus;
  readonly environment: () => { readonly [name: string]: string | undefined };
  readonly onSecret: (secret: string) => void;
  readonly redact: (text: string) => string;
  readonly run: (command: CommandName, target?: ConnectionTarget) => Promise<void>;
  readonly openSettings: (name: string) => Promise<void>;
  readonly readNetwork: ReadNetwork;
  readonly newId: () => string;
}
