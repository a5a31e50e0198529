import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Client } from '../../api/call';
import { AppError } from '../../base/errors';
import { type Connection, EMULATOR_ID } from '../../service/connection';
import { askEmulator } from '../../service/emulatorControl';
import { sessionAddress } from '../../service/folderSession';
import type { TestingHost } from './context';

/** Where recordings of prompt tests are, below a workspace folder: `run-prompts` has them there too. */
const RECORDINGS = join('.genlang', 'recordings', 'prompts');

/** How a run is kept from, or led through, the service. */
export type Recorded = 'offline' | 'record';

/**
 * A client for a run that records, or that is to do without a network: from recordings where the workspace folder of the
 * prompts has some, else from the emulator's own rules. Throws `AppError` where a recording has no folder to go to.
 */
export async function recordedClient(
  kind: Recorded,
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
    // Of other cases and prompts they stand in the same folder.
    ...(kind === 'record' && { upstream, keepsUnasked: true }),
  });
  return await sessions.inSession(kind === 'record' ? connection.id : EMULATOR_ID, session);
}

/** Writes what was recorded in the folder of a prompt, and begins nothing new. */
export async function endRecording(prompt: string, { emulator, http }: TestingHost): Promise<void> {
  const address = await emulator.start();
  const session = `prompts-${digest(recordingsFor(prompt) ?? '')}`;
  const inSession = sessionAddress(address, session);
  await askEmulator(http, inSession, 'POST', 'mode', { mode: 'generate' });
}

/** Where recordings of a prompt are, as a path on this machine; undefined outside of workspace folders, and where they are elsewhere. */
export function recordingsFor(prompt: string): string | undefined {
  const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(prompt, true))?.uri;
  return folder?.scheme === 'file' ? join(folder.fsPath, RECORDINGS) : undefined;
}

async function isFilled(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length > 0;
  } catch {
    // Nothing was recorded yet.
    return false;
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}
