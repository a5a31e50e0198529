import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Client } from '../../api/call';
import { AppError } from '../../base/errors';
import { type Connection, EMULATOR_ID } from '../../service/connection';
import { askEmulator } from '../../service/emulatorControl';
import { sessionAddress, relayedFor } from '../../service/folderSession';
import type { TestingHost } from './context';

/** Recordings of prompt tests in a workspace folder, also used by `run-prompts`. */
const RECORDINGS = join('.genlang', 'recordings', 'prompts');

export type RecordingMode = 'offline' | 'record';

/**
 * Returns a client of the emulator. Offline runs use the workspace folder's recordings if any, otherwise mocks. Throws
 * `AppError` if there is no folder for recordings.
 */
export async function recordedClient(
  kind: RecordingMode,
  connection: Connection,
  prompt: string,
  { sessions, emulator, http }: TestingHost,
): Promise<Client> {
  const folder = recordingsFor(prompt);
  const project = vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(prompt, true))?.uri.fsPath;
  if (kind === 'record' && folder === undefined) {
    throw new AppError('noFolder', l10n.t('This file isn’t in a workspace folder.'), {
      hint: l10n.t('Open its folder, because recordings are saved there.'),
    });
  }
  const session = `prompts-${digest(folder ?? '')}`;
  const address = await emulator.start();
  const { baseUrl } = address;
  const upstream = connection.id === EMULATOR_ID ? baseUrl : connection.endpoint;
  const hasRecordings = folder !== undefined && (await isFilled(folder));
  const mode = kind === 'record' ? 'record' : hasRecordings ? 'replay' : 'generate';
  const inSession = sessionAddress(address, session);
  await askEmulator(http, inSession, 'POST', 'mode', {
    mode,
    ...(folder !== undefined && { folder, project }),
    // The folder has recordings of other tests too.
    ...(kind === 'record' && { upstream, keepsUnasked: true, ...relayedFor(connection.id) }),
  });
  return await sessions.inSession(kind === 'record' ? connection.id : EMULATOR_ID, session);
}

export async function endRecording(prompt: string, { emulator, http }: TestingHost): Promise<void> {
  const address = await emulator.start();
  const session = `prompts-${digest(recordingsFor(prompt) ?? '')}`;
  const inSession = sessionAddress(address, session);
  await askEmulator(http, inSession, 'POST', 'mode', { mode: 'generate' });
}

/** Returns the local recordings folder of a prompt. Undefined for files that aren't in a local workspace folder. */
export function recordingsFor(prompt: string): string | undefined {
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(prompt, true))?.uri;
  return folder?.scheme === 'file' ? join(folder.fsPath, RECORDINGS) : undefined;
}

/** Whether there are recordings for a prompt. */
export async function hasRecordings(prompt: string): Promise<boolean> {
  const folder = recordingsFor(prompt);
  return folder !== undefined && (await isFilled(folder));
}

async function isFilled(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length > 0;
  } catch {
    return false;
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
