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
import type { ServerHeaders } from '../service/serverHeaders';
import type { AdcOrigins } from './adcOrigins';
import type { ConnectionList } from './connectionList';
import type { KeyVault } from './keyVault';
import type { SignIns } from './oauthAccounts';

/** What the flows around connections work with. Each takes what it needs of it. */
export interface AuthDeps {
  readonly prompts: Prompts;
  readonly progress: Progress;
  readonly system: System;
  /** Pages of the editor area; loads what draws them. */
  readonly sheets: () => Promise<Sheets>;
  readonly log: Log;
  readonly clock: Clock;
  readonly connections: ConnectionList;
  /** What was chosen last in questions that begin with it, in all windows. */
  readonly choices: Memento;
  readonly clients: Clients;
  readonly vault: KeyVault;
  readonly serverHeaders: ServerHeaders;
  readonly adcOrigins: AdcOrigins;
  /** Loads what accounts need, with the first of them. */
  readonly signIns: () => Promise<SignIns>;
  readonly emulator: Emulator;
  readonly check: CheckKey;
  readonly git: GitStatus;
  /** The variables of the process that VS Code runs extensions in. */
  readonly environment: () => { readonly [name: string]: string | undefined };
  readonly onSecret: (secret: string) => void;
  /** Takes every secret that this window has used out of a text. */
  readonly redact: (text: string) => string;
  /** Runs a command of ours, and resolves once it is over; it tells its errors itself. */
  readonly run: (command: CommandName, target?: ConnectionTarget) => Promise<void>;
  /** Opens the settings of VS Code at those whose names begin so. */
  readonly openSettings: (name: string) => Promise<void>;
  readonly readNetwork: ReadNetwork;
  /** Eight random letters or digits. */
  readonly newId: () => string;
}
