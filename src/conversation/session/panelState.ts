import { isDeepStrictEqual } from 'node:util';
import { isObject, items, objectAt, textAt } from '../../base/json';
import { storageTimes } from '../../service/interactions';
import { type Conversation, DEFAULT_MODE, type Failure, type Turn } from '../model/conversation';
import type {
  Attachment,
  ModelInfo,
  PlaygroundState,
  SearchedStore,
  Waiting,
} from '../model/protocol';
import { MODES, settingsModeOf, modeInfos } from '../model/modes';
import { type OpenPart, partFile, REQUEST_PARTS } from '../model/settings';
import type { SessionServices, PartEditor } from './context';
import { storageInfo } from './storagePolicy';
import { unsentFields } from '../request/conversationRequest';
import { connectionInfo, connectionOf, versionOf } from '../request/resolveTarget';
import { shownCache } from './notices';
import { spendingOf, turnPrices } from '../request/modelFacts';
import { promptFileName } from '../model/promptFile';
import { branchInfos } from '../store/branches';
import { objectsOf, toolFields } from '../model/requestFields';

interface SessionSnapshot {
  readonly model: ModelInfo | undefined;
  readonly attachments: readonly Attachment[];
  readonly streaming: string | undefined;
  readonly toolCalls: PlaygroundState['toolCalls'];
  readonly waiting: Waiting | undefined;
  readonly isStalled: boolean;
  readonly notice: Failure | undefined;
  readonly undo: PlaygroundState['undo'];
}

export function panelState(
  services: Pick<
    SessionServices,
    | 'clock'
    | 'connections'
    | 'emulator'
    | 'keptSettings'
    | 'keeping'
    | 'models'
    | 'partEditors'
    | 'tokenMeter'
    | 'drawsDiagrams'
  >,
  conversation: Conversation,
  { model, attachments, streaming, toolCalls, waiting, isStalled, notice, undo }: SessionSnapshot,
): PlaygroundState {
  const connection = connectionOf(conversation, services.connections);
  const version = versionOf(conversation, connection, model?.methods);
  const { methods } = model ?? {};
  const lacking = model && services.models.lacking(connection?.id, model);
  const target = { version, methods, lacking };
  const { leftOut, refused, held, apart = [] } = unsentFields(conversation, target);
  const { author, oneText, mode = DEFAULT_MODE } = conversation;
  const { known: kept } = services.keptSettings;
  const source = textAt(
    objectAt(conversation.settings.requests?.answer ?? {}, 'semanticRetriever'),
    'source',
  );
  const sourceTitle =
    connection && source ? services.models.sourceTitle(connection.id, version, source) : undefined;
  const unsent = [...leftOut, ...refused, ...held, ...apart];
  const stores = searchedStores(
    conversation,
    unsent,
    (name) => connection && services.models.storeTitle(connection.id, version, name),
  );
  const cache = shownCache(conversation, services.clock.now());
  const branches = branchInfos(conversation);
  const prices = turnPrices(conversation.turns, services.clock.now());
  const spending = spendingOf(conversation, services.clock.now());
  const keptTimes = keptTimesOf(conversation.turns);
  return {
    conversation: conversation.id,
    title: conversation.title,
    ...(connection && {
      connection: connectionInfo(connection, services.emulator),
    }),
    ...(model && { model }),
    version,
    mode,
    modes: modeInfos(model),
    ...(author !== undefined && { author }),
    ...(oneText && { oneText }),
    settings: conversation.settings,
    ...(sourceTitle !== undefined && { sourceTitle }),
    ...(stores.length > 0 && { stores }),
    ...(Object.keys(kept).length > 0 && {
      kept: isDeepStrictEqual(kept, conversation.settings) ? 'these' : 'others',
    }),
    openParts: openParts(conversation, services.partEditors(conversation.id)),
    unsent,
    refused,
    ...(apart.length > 0 && { apart }),
    variables: conversation.variables ?? {},
    ...(conversation.promptFile !== undefined && {
      promptFile: promptFileName(conversation.promptFile),
    }),
    tokenMeter: services.tokenMeter(),
    ...(services.drawsDiagrams && { drawsDiagrams: true }),
    turns: conversation.turns,
    ...(MODES[mode].hasSteps && {
      keeping: storageInfo(services.keeping, connection?.id),
    }),
    ...(keptTimes && { keptUntil: keptTimes }),
    ...(branches && { branches }),
    ...(prices && { prices }),
    ...(spending && { spending }),
    ...(cache && { cache }),
    attachments,
    ...(streaming !== undefined && { streaming }),
    ...(toolCalls && streaming === undefined && { toolCalls }),
    ...(waiting && { waiting }),
    ...(isStalled && { isStalled }),
    ...(undo && { undo }),
    ...(notice && { notice }),
  };
}

/** Returns the retention of stored responses; undefined if none is stored. */
function keptTimesOf(turns: readonly Turn[]): PlaygroundState['keptUntil'] {
  const times = turns.flatMap((turn) => {
    if (turn.role !== 'model' || !turn.interaction) return [];
    const { id, created, stored, gone } = turn.interaction;
    if (id === undefined || created === undefined || !stored || gone) return [];
    const until = storageTimes({ created });
    return until ? [[turn.id, until] as const] : [];
  });
  return times.length > 0 ? Object.fromEntries(times) : undefined;
}

function openParts({ mode }: Conversation, editors: readonly PartEditor[]): readonly OpenPart[] {
  return REQUEST_PARTS.flatMap((part) => {
    const file = partFile(part, settingsModeOf(mode));
    const editor = editors.find((open) => open.file === file);
    return editor ? [{ part, name: `${file}.json`, isDirty: editor.isDirty }] : [];
  });
}

export function chatStores({ settings }: Pick<Conversation, 'settings'>): readonly string[] {
  const tool = toolFields.read(settings.requests?.chat ?? {}, 'fileSearch');
  return isObject(tool) ? namesIn(tool.fileSearchStoreNames) : [];
}

/**
 * Returns the stores used for the next response.
 * @param unsent paths of fields that aren't sent
 * @param titleOf returns the display name of a store; undefined if unknown
 */
function searchedStores(
  { settings, mode }: Pick<Conversation, 'settings' | 'mode'>,
  unsent: readonly string[],
  titleOf: (name: string) => string | undefined,
): readonly SearchedStore[] {
  const held = ['tools', 'tools.fileSearch', 'tools.file_search'];
  if (unsent.some((path) => held.includes(path))) return [];
  const names = namesOf({ settings }, settingsModeOf(mode ?? DEFAULT_MODE));
  return [...new Set(names)].map((name) => ({
    name,
    title: titleOf(name) ?? name.split('/').at(-1) ?? name,
  }));
}

function namesOf(
  head: Pick<Conversation, 'settings'>,
  mode: ReturnType<typeof settingsModeOf>,
): readonly string[] {
  if (mode === 'chat') return chatStores(head);
  if (mode !== 'interaction') return [];
  return objectsOf(head.settings.requests?.interaction?.tools)
    .filter(({ type }) => type === 'file_search')
    .flatMap((tool) => namesIn(tool.file_search_store_names));
}

function namesIn(value: unknown): readonly string[] {
  return items(value).filter((name) => typeof name === 'string');
}
