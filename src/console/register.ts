import * as vscode from 'vscode';
import { systemClock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/disposable';
import { lazyFunctions } from '../base/async';
import type { CommandHandlers } from '../catalog/ids';
import type { Host } from '../platform/host';
import { notificationProgress } from '../platform/progress';
import type { ClosedBy } from '../service/closedBy';
import type { Services } from '../service/services';
import { RequestCodeLenses } from './codeLens';
import type { ConsoleParts } from './parts';
import { VscodeRequestEditor } from './vscodeRequestEditor';

const consoleCommands = [
  'runOperation',
  'sendRequest',
  'copyAsCurl',
  'compareVersions',
  'openDiscovery',
  'replayExchange',
] as const;

export type ConsoleCommand = (typeof consoleCommands)[number];

export interface ConsoleRoom extends Disposable {
  readonly handlers: CommandHandlers<ConsoleCommand>;
}

/** Every operation by hand; what a command needs loads with its first use. */
export function registerConsole(host: Host, services: Services, closedBy: ClosedBy): ConsoleRoom {
  const { prompts, system, log, documents, redact } = host;
  const disposables = new DisposableStore();
  const parts: ConsoleParts = {
    ...services,
    prompts,
    progress: notificationProgress,
    system,
    documents,
    editor: disposables.add(new VscodeRequestEditor()),
    l10n: vscode.l10n,
    log,
    clock: systemClock,
    redact,
    closedBy,
  };
  disposables.add(new RequestCodeLenses(services.connections));
  return {
    handlers: lazyFunctions(consoleCommands, async () =>
      (await import('./consoleHandlers')).consoleHandlers(parts),
    ),
    dispose: () => disposables.dispose(),
  };
}
