import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Client } from '../../api/call';
import { AppError, CancelledError } from '../../base/errors';
import { type Connection, EMULATOR_ID } from '../../service/connection';
import { askEmulator } from '../../service/emulatorControl';
import { relayedFor, sessionAddress } from '../../service/folderSession';
import type { CasePlace } from '../case';
import { tooLarge, tooManyCells } from '../promptTests';
import type { PlannedCase } from '../plan';
import type { CaseResult, Variant } from '../result';
import type { TestingHost } from './context';
import type { ChosenCase } from './testRows';

export interface Profile {
  readonly id: string;
  readonly label: () => string;
  readonly isDefault?: true;
  readonly isContinuous?: true;
  readonly recorded?: RecordingMode;
  /** Resource name of a model whose responses come from recordings only. */
  readonly replayed?: string;
  /**
   * Changes the selected test cases, but not retrieval tests. Throws `CancelledError`, and `AppError` if there is no
   * test case.
   */
  readonly planCases?: (
    asked: readonly ChosenCase[],
    host: TestingHost,
  ) => Promise<readonly ChosenCase[]>;
}

export const RUN: Profile = {
  id: 'run',
  label: () => l10n.t('Run'),
  isDefault: true,
  isContinuous: true,
};

export const PROFILES: readonly Profile[] = [
  RUN,
  {
    id: 'offline',
    label: () => l10n.t('Run Offline'),
    isContinuous: true,
    recorded: 'offline',
  },
  { id: 'record', label: () => l10n.t('Run and Record'), recorded: 'record' },
  { id: 'compare', label: () => l10n.t('Compare Models…'), planCases: withModels },
];

/** Runs test cases with models that the user selects. Throws `CancelledError`. */
async function withModels(
  asked: readonly ChosenCase[],
  { prompts, connections, promptFiles }: TestingHost,
): Promise<readonly ChosenCase[]> {
  if (asked.length === 0) {
    throw new AppError('noCase', l10n.t('Only prompt test cases can be compared across models.'), {
      hint: l10n.t('Retrieval tests compare their “settings” in every run.'),
    });
  }
  const connection = connections.active?.id;
  const own = new Set(asked.map(({ planned }) => planned.variant.model));
  const known = connection === undefined ? [] : await (await promptFiles()).models(connection);
  const names = [...new Set([...own, ...known])];
  const chosen = await prompts.pickMany(
    {
      title: l10n.t('Compare Models'),
      placeholder: l10n.t('Select the models to run each test case with'),
    },
    names.map((name) => ({
      label: name.replace(/^models\//, ''),
      value: name,
      checked: own.has(name),
    })),
  );
  if (!chosen || chosen.length === 0) throw new CancelledError();
  const repeats = asked.reduce((sum, { planned }) => sum + (planned.case.repeat ?? 1), 0);
  const factors = [
    { name: l10n.t('tests'), count: repeats, at: [] },
    { name: l10n.t('models'), count: chosen.length, at: [] },
  ];
  if (tooLarge(factors)) throw new AppError('tooMany', tooManyCells(factors).message);
  // Skips variants that differ only by model.
  const seen = new Set<string>();
  return asked.flatMap(({ planned, item }) =>
    chosen.flatMap((model) => {
      const changed = withModel(planned, model);
      if (seen.has(changed.id)) return [];
      seen.add(changed.id);
      return [{ planned: changed, item }];
    }),
  );
}

/** A model that another one replaces, by resource name. */
export interface Succession {
  readonly model: string;
  readonly successor: string;
  /** Whether the model no longer responds, so that its recordings are the baseline. */
  readonly isGone: boolean;
}

/**
 * Returns a profile that runs the test cases of a model with its successor too.
 * @param hasRecordings whether there are recordings for a test file
 */
export function successionProfile(
  { model, successor, isGone }: Succession,
  hasRecordings: (uri: string) => boolean,
): Profile {
  return {
    // The ID under which the report reruns test cases with other models.
    ...RUN,
    id: 'compare',
    ...(isGone && { replayed: model }),
    planCases: async (asked) =>
      asked.flatMap(({ planned, item }) => {
        if (planned.variant.model !== model) return [];
        const isAbsent = isGone && !hasRecordings(planned.own);
        const models = isAbsent ? [successor] : [model, successor];
        return models.map((name) => ({ planned: withModel(planned, name), item }));
      }),
  };
}

/** Returns the current test cases for the results of a model comparison. */
export function currentCases(
  results: readonly CaseResult[],
  cases: readonly ChosenCase[],
): readonly ChosenCase[] {
  const known = new Map(cases.map((one) => [idWithoutModel(one.planned), one]));
  return results.flatMap(({ prompt, place, name, variant }) => {
    const found = known.get(idOf(prompt, place, name, variant));
    if (!found) return [];
    return [{ item: found.item, planned: withModel(found.planned, variant.model) }];
  });
}

function withModel(planned: PlannedCase, model: string): PlannedCase {
  const prompt = { ...planned.source.prompt, model };
  return {
    ...planned,
    id: `${idWithoutModel(planned)}#${model}`,
    source: { ...planned.source, prompt },
    variant: { ...planned.variant, model },
  };
}

function idWithoutModel({ place, case: { name }, source, variant }: PlannedCase): string {
  return idOf(source.uri, place, name, variant);
}

function idOf(prompt: string, place: CasePlace, name: string, variant: Variant): string {
  return JSON.stringify([prompt, place.uri, name, variant.settings, variant.prompt]);
}

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
