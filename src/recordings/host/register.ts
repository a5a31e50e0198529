import * as vscode from 'vscode';
import { lazyFunctions } from '../../base/async';
import type { CommandHandlers } from '../../catalog/commands';
import type { RecordingsHost } from './context';

const COMMANDS = [
  'openReadableView',
  'replayRecording',
  'openRecording',
  'makeRule',
  'compareWithMissed',
  'recordAgain',
] as const;

/** Recordings and scripted answers in editors. Everything loads with the first of them. */
export function registerRecordings(
  host: RecordingsHost,
): CommandHandlers<(typeof COMMANDS)[number]> {
  const load = () => import('./recordingCommands');
  host.context.subscriptions.push(
    vscode.languages.registerCodeLensProvider(
      { pattern: '**/{[0-9]*-*.json*,*.answers.jsonc}' },
      { provideCodeLenses: async ({ uri }) => (await load()).fileLenses(uri) },
    ),
  );
  return lazyFunctions(COMMANDS, async () => (await load()).recordingCommands(host));
}
