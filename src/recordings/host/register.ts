import * as vscode from 'vscode';
import { lazyFunctions } from '../../base/async';
import type { Disposable } from '../../base/disposable';
import { MOCKS_SUFFIX } from '../../base/mockFiles';
import type { CommandHandlers } from '../../catalog/commands';
import type { RecordingsHost } from './recordingFile';

const COMMANDS = [
  'openReadableView',
  'replayRecording',
  'openRecording',
  'makeRule',
  'makeMissedRule',
  'newAnswersFile',
  'compareWithMissed',
  'recordAgain',
] as const;

interface RecordingsRoom extends Disposable {
  readonly handlers: CommandHandlers<(typeof COMMANDS)[number]>;
}

/** Registers previews and commands. Lazy, so that nothing loads before use. */
export function registerRecordings(host: RecordingsHost): RecordingsRoom {
  const load = () => import('./recordingCommands');
  const lenses = vscode.languages.registerCodeLensProvider(
    { pattern: `**/{[0-9]*-*.json*,*${MOCKS_SUFFIX}}` },
    { provideCodeLenses: async ({ uri }) => (await load()).fileLenses(uri) },
  );
  const handlers = lazyFunctions(COMMANDS, async () => (await load()).recordingCommands(host));
  return { handlers, dispose: () => void lenses.dispose() };
}
