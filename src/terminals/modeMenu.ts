import * as l10n from '@vscode/l10n';
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpointName, GOOGLE_ORIGIN } from '../api/endpoint';
import type { PickItem, Prompts } from '../platform/prompts';
import { askForEndpoint, typedEndpoint } from '../service/askForEndpoint';
import { type Connection, EMULATOR_ID } from '../service/connection';
import { sessionOf, defaultRecordings } from '../service/folderSession';
import { modeDetail, modeName } from './modeTexts';
import { type FolderMode, type Mode, type ModeChoice, MODES } from './sessionModes';
import type { Folder } from './terminalSwitches';

type Asking = Pick<Prompts, 'pick' | 'input'>;

/** Asks for the response source of a folder. Undefined if dismissed. */
export async function chooseMode(
  prompts: Asking,
  folder: Folder,
  current: FolderMode | undefined,
): Promise<ModeChoice | undefined> {
  const now = current?.mode ?? 'generate';
  const title = l10n.t('Response Source for “{0}”', folder.name);
  const placeholder = l10n.t('Select a response source');
  const chosen = await prompts.pick<Mode | 'folder'>({ title, placeholder }, [
    ...modeRows(MODES, now).map((row) => (row.value === now ? { ...row, active: true } : row)),
    recordingsRow(current?.recordings ?? defaultRecordings(folder)),
  ]);
  if (chosen === undefined) return undefined;
  const place = current?.recordings;
  if (chosen === 'folder') return await inOtherFolder(prompts, folder, current);
  const upstream = await chooseUpstream(chosen, prompts, title, folder);
  if (upstream === undefined) return undefined;
  return {
    mode: chosen,
    ...(upstream === '' ? {} : { upstream }),
    ...(place === undefined ? {} : { recordings: place }),
    ...repeatedPath(chosen),
  };
}

/**
 * Lets replay start over, since a session outlives its apps, and each run of an app sends the same requests.
 */
function repeatedPath(mode: Mode): Pick<ModeChoice, 'startsOver'> {
  return mode === 'replay' || mode === 'auto' ? { startsOver: true } : {};
}

/**
 * Asks for the upstream. Empty for none; undefined if dismissed.
 * @param inUse the active connection, offered first.
 */
export async function chooseUpstream(
  mode: Mode,
  prompts: Asking,
  title: string,
  folder?: Folder,
  inUse?: Pick<Connection, 'endpoint' | 'id' | 'name'>,
): Promise<string | undefined> {
  if (mode === 'generate' || mode === 'replay') return '';
  const placeholder = l10n.t('Select the upstream API');
  const problemOf = (endpoint: string): string | undefined => pathLoop(endpoint, folder);
  const typed = typedEndpoint(problemOf);
  const isElsewhere = inUse && inUse.id !== EMULATOR_ID && inUse.endpoint !== GOOGLE_ORIGIN;
  const chosen = await prompts.pick<string>({ title, placeholder, typed }, [
    ...(isElsewhere
      ? [
          {
            label: inUse.name,
            description: l10n.t('Active connection, {0}', endpointName(inUse.endpoint)),
            value: inUse.endpoint,
          },
        ]
      : []),
    {
      label: l10n.t('Gemini API'),
      description: l10n.t('Uses your app’s API key (standard charges apply)'),
      value: GOOGLE_ORIGIN,
    },
    {
      label: l10n.t('Another URL…'),
      description: l10n.t('Such as a gateway or another emulator'),
      value: 'other',
    },
    ...(mode === 'auto'
      ? [{ label: l10n.t('None'), description: l10n.t('Recordings only'), value: '' }]
      : []),
  ]);
  if (chosen !== 'other') return chosen;
  return await askForEndpoint({ prompts }, { title, problemOf });
}

/** Returns an error if the endpoint is the session itself, which would loop. */
function pathLoop(endpoint: string, folder: Folder | undefined): string | undefined {
  if (!folder) return undefined;
  const { hostname, pathname } = new URL(endpoint);
  const isHere = /^(127\.|localhost$|\[::1\]$)/.test(hostname);
  if (!isHere || !pathname.startsWith(`/s/${sessionOf(folder)}`)) return undefined;
  return l10n.t('Apps in this folder already send requests to this URL. Enter another one.');
}

export function modeRows<M extends Mode>(
  modes: readonly M[],
  now: Mode | undefined,
): readonly PickItem<M>[] {
  return modes.map((mode) => ({
    label: modeName(mode),
    detail: modeDetail(mode),
    value: mode,
    ...(mode === now ? { description: l10n.t('Current') } : {}),
  }));
}

export function recordingsRow(description: string): PickItem<'folder'> {
  return {
    label: l10n.t('Recordings Folder…'),
    description,
    icon: 'folder',
    separator: '',
    value: 'folder',
  };
}

/**
 * Asks for the recordings folder, relative to a folder. Undefined if dismissed.
 * @param folder.path undefined in virtual file systems, which are rejected later.
 */
export async function askForRecordings(
  prompts: Pick<Prompts, 'input'>,
  folder: { readonly name: string; readonly path: string | undefined },
  usual: string,
  value: string,
): Promise<string | undefined> {
  const { name, path } = folder;
  const typed = await prompts.input({
    title: l10n.t('Recordings Folder'),
    prompt: l10n.t('Path relative to the folder “{0}”. Leave empty to use {1}.', name, usual),
    placeholder: usual,
    value,
    validate: (text) => (path === undefined ? undefined : folderProblem(path, text.trim())),
  });
  return typed === undefined ? undefined : typed.trim() || usual;
}

/** Returns an error if the path is a file. Leaves unreadable paths to the emulator. */
function folderProblem(project: string, typed: string): string | undefined {
  try {
    const found = statSync(resolve(project, typed), { throwIfNoEntry: false });
    return found && !found.isDirectory() ? l10n.t('“{0}” isn’t a folder.', typed) : undefined;
  } catch {
    return undefined;
  }
}

async function inOtherFolder(
  prompts: Asking,
  folder: Folder,
  current: FolderMode | undefined,
): Promise<ModeChoice | undefined> {
  const usual = defaultRecordings(folder);
  const path = folder.uri.startsWith('file:') ? fileURLToPath(folder.uri) : undefined;
  const value = current?.recordings ?? usual;
  const wanted = await askForRecordings(prompts, { name: folder.name, path }, usual, value);
  if (wanted === undefined) return undefined;
  const { mode, upstream } = current ?? { mode: 'generate' };
  return {
    mode,
    ...(upstream === undefined ? {} : { upstream }),
    ...(wanted === usual ? {} : { recordings: wanted }),
    ...repeatedPath(mode),
  };
}
