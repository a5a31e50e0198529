import * as l10n from '@vscode/l10n';
import { Losses } from '../../api/interactions/generateContent/media';
import { toInteractionTools } from '../../api/interactions/generateContent/tools';
import type { JsonObject } from '../../api/schema/row';
import { AppError, errorMessage } from '../../base/errors';
import { isObject, items, textAt } from '../../base/json';
import { listVersion } from '../../catalog/kindOperations';
import type { KindId } from '../../catalog/kinds/index';
import type { ResourceRef } from '../../catalog/ref';
import { modeRequest, settingsModeOf, withModeRequest } from '../../conversation/model/modes';
import {
  addressOf,
  serversOf,
  settingsWith,
  TRANSPORT,
} from '../../conversation/request/serverHeaders';
import { chatStores } from '../../conversation/session/panelState';
import { functionDeclaration, functionName } from '../../conversation/tools/chatTools';
import { requireConnected } from '../../platform/errors';
import { plainText } from '../../platform/plainText';
import type { PickItem } from '../../platform/prompts';
import type { VscodeTool } from '../../platform/vscodeTools';
import type { Handlers } from '../../webview/rpc';
import {
  type Conversation,
  DEFAULT_MODE,
  type ModelTurn,
  type PlaygroundSettings,
  type SettingsMode,
} from '../../conversation/model/conversation';
import {
  declaredTools,
  objectsOf,
  responseFormat,
  toolFields,
  withField,
  withoutFunctions,
} from '../../conversation/model/requestFields';
import type { toolCalls } from '../../conversation/model/settings';
import { openCalls } from '../../conversation/model/turns';
import type { PanelDeps } from './panelDeps';
import { requestOf } from '../../conversation/answer/turnResult';
import { sendFunctionResults, withCorrection } from '../../conversation/session/followUps';

export function toolHandlers(deps: PanelDeps): Handlers<{ calls: typeof toolCalls }> {
  const { session, actions } = deps;
  return {
    async sendResults({ turn, results }) {
      session.refuseWhileStreaming();
      const { turns } = session.conversation;
      if (turns.at(-1)?.id !== turn || openCalls(turns).length !== results.length) {
        throw new AppError('gone', l10n.t('The function calls for these results no longer exist.'));
      }
      const sent = results.map(({ response, keep }, at) => {
        const result = response ? { response } : session.tools.resultOf(turn, at);
        if (result) return { ...result, keep };
        throw new AppError('noResult', l10n.t('The result of a tool is missing. Run it again.'));
      });
      await sendFunctionResults(session, sent, false);
    },
    runTool: ({ turn, call, always }) => session.tools.run(turn, call, always),
    async setAutoRespond({ on }) {
      session.change(({ settings: { autoRespond: _, ...settings }, ...head }) => ({
        ...head,
        settings: on ? { ...settings, autoRespond: true } : settings,
      }));
    },
    savedResults: () => showSavedResults(deps),
    async askToCorrect({ turn }) {
      session.refuseWhileStreaming();
      const answer = answerOf(deps, turn);
      session.change((head) => withCorrection(head, answer));
      await session.ask({ kind: 'new' });
    },
    async openSchema({ turn }) {
      const request = requestOf(answerOf(deps, turn), session.conversation);
      const schema = JSON.stringify(responseFormat(request)?.schema ?? {}, undefined, 2);
      await actions.showText('schema.json', schema);
    },
  };
}

function answerOf({ session }: PanelDeps, id: string): ModelTurn {
  const turn = session.conversation.turns.find((other) => other.id === id);
  if (turn?.role === 'model') return turn;
  throw new AppError('gone', l10n.t('This response no longer exists.'));
}

const SHOWN = 120;

async function showSavedResults({ session, prompts, actions }: PanelDeps): Promise<void> {
  const { mocks = {} } = session.conversation.settings;
  const name = await prompts.pick(
    {
      title: l10n.t('Saved Function Results'),
      placeholder:
        Object.keys(mocks).length > 0
          ? l10n.t('Select a result to open or remove')
          : l10n.t('No function results are saved yet. You can save a result when you send it.'),
    },
    Object.entries(mocks).map(([value, result]) => ({
      label: value,
      description: JSON.stringify(result).slice(0, SHOWN),
      icon: 'symbol-method',
      value,
    })),
  );
  if (name === undefined) return;
  const work = await prompts.pick<'open' | 'remove'>({ title: name }, [
    { label: l10n.t('Open Result'), icon: 'go-to-file', value: 'open' },
    { label: l10n.t('Remove Result'), icon: 'trash', value: 'remove' },
  ]);
  if (work === 'open') {
    await actions.showText(`${name}.json`, JSON.stringify(mocks[name], undefined, 2));
  } else if (work === 'remove') {
    session.change((head) => ({ ...head, settings: omitMock(head.settings, name) }));
  }
}

function omitMock({ mocks, ...settings }: PlaygroundSettings, name: string): PlaygroundSettings {
  const left = Object.entries(mocks ?? {}).filter(([other]) => other !== name);
  return left.length === 0 ? settings : { ...settings, mocks: Object.fromEntries(left) };
}

const MCP = 'mcp_';
/** Maximum length of a description in the list. */
const MAX_DETAIL = 200;

/** Lets the user choose the VS Code tools that the model can call. Throws `AppError` if there are none. */
export async function pickTools({ session, prompts }: PanelDeps): Promise<void> {
  const tools = session.services.vscodeTools.list();
  const { settings, mode } = session.conversation;
  const before = declaredTools(
    settings,
    modeRequest(settings, settingsModeOf(mode ?? DEFAULT_MODE)),
  );
  const chosen = new Set(before.values());
  const known = new Set(tools.map(({ name }) => name));
  const missing = [...chosen].filter((name) => !known.has(name));
  if (tools.length === 0 && missing.length === 0) {
    throw new AppError('noTools', l10n.t('VS Code has no tools.'), {
      hint: l10n.t('Install an extension with tools, or add an MCP server.'),
    });
  }
  const ofServers = tools.filter(({ name }) => name.startsWith(MCP));
  const others = tools.filter(({ name }) => !name.startsWith(MCP));
  const groups: readonly (readonly [string, readonly ListedTool[]])[] = [
    [l10n.t('VS Code and extensions'), others],
    [l10n.t('MCP servers'), ofServers],
    [l10n.t('Not available'), missing.map((name) => ({ name, description: '' }))],
  ];
  const rows = groups.flatMap(([separator, listed]) =>
    listed.map(({ name, description }, at) => ({
      label: plainText(name),
      detail: plainText(description.replace(/\s+/g, ' ').slice(0, MAX_DETAIL)),
      value: name,
      checked: chosen.has(name),
      ...(at === 0 && { separator }),
    })),
  );
  const title = l10n.t('Select VS Code Tools');
  const placeholder = l10n.t('Select the tools that the model can call');
  const picked = await prompts.pickMany({ title, placeholder }, rows);
  if (!picked) return;
  const wanted = tools.filter(({ name }) => picked.includes(name));
  const kept = new Set(picked.filter((name) => !known.has(name)));
  session.change((head) => withTools(head, wanted, kept));
}

type ListedTool = Pick<VscodeTool, 'name' | 'description'>;

/**
 * Declares functions for tools, and removes those of other tools.
 * @param kept tools that don’t exist here, whose functions remain
 */
function withTools(
  head: Conversation,
  tools: readonly VscodeTool[],
  kept: ReadonlySet<string>,
): Conversation {
  const mode = settingsModeOf(head.mode ?? DEFAULT_MODE);
  const { vscodeTools = {}, ...settings } = head.settings;
  const request = modeRequest(head.settings, mode);
  const before = declaredTools(head.settings, request);
  const removed = [...before].filter(([, tool]) => !kept.has(tool)).map(([name]) => name);
  const declarations = tools.map((tool) => functionDeclaration(tool, 'jsonSchema') as JsonObject);
  const names = declarations.map(({ name }) => name);
  const rest = withoutFunctions(request, new Set([...removed, ...names]));
  const next = withModeRequest(settings, mode, withDeclarations(rest, declarations, mode));
  const links = {
    ...Object.fromEntries(Object.entries(vscodeTools).filter(([name]) => !removed.includes(name))),
    ...Object.fromEntries(tools.map(({ name }) => [functionName(name), name])),
  };
  const isLinked = Object.keys(links).length > 0;
  return { ...head, settings: { ...next, ...(isLinked && { vscodeTools: links }) } };
}

function withDeclarations(
  request: JsonObject,
  declarations: readonly JsonObject[],
  mode: SettingsMode,
): JsonObject {
  if (declarations.length === 0) return request;
  if (mode === 'interaction') {
    const tools = [{ functionDeclarations: declarations }];
    const converted = toInteractionTools(tools, undefined, new Losses());
    return { ...request, tools: [...objectsOf(request.tools), ...converted] };
  }
  const own = toolFields.read(request, 'functionDeclarations');
  const all = [...(Array.isArray(own) ? own.filter(isObject) : []), ...declarations];
  return toolFields.write(request, 'functionDeclarations', all);
}

type Choice =
  | { readonly does: 'add' }
  | { readonly does: 'headers' | 'remove'; readonly server: JsonObject };

export async function editServers(deps: PanelDeps): Promise<void> {
  const { session, prompts } = deps;
  const servers = serversOf(session.conversation.settings);
  const title = l10n.t('MCP Servers');
  const chosen =
    servers.length === 0
      ? ({ does: 'add' } as const)
      : await prompts.pick<Choice>({ title }, rowsOf(servers));
  if (!chosen) return;
  switch (chosen.does) {
    case 'add':
      await add(deps);
      break;
    case 'headers':
      await askForHeaders(deps, addressOf(chosen.server));
      break;
    case 'remove': {
      const rest = servers.filter((server) => server !== chosen.server);
      session.change((head) => withServers(head, rest));
      break;
    }
  }
}

function rowsOf(servers: readonly JsonObject[]): readonly PickItem<Choice>[] {
  const rows = servers.map((server) => ({
    label: plainText(textAt(server, 'name')),
    description: plainText(addressOf(server)),
    detail: l10n.t('Enter headers'),
    value: { does: 'headers', server } as const,
    buttons: [
      {
        icon: 'trash',
        tooltip: l10n.t('Remove from This Conversation'),
        value: { does: 'remove', server } as const,
      },
    ],
  }));
  return [...rows, { label: l10n.t('Add Server…'), icon: 'add', value: { does: 'add' } }];
}

async function add(deps: PanelDeps): Promise<void> {
  const { session, prompts } = deps;
  const servers = serversOf(session.conversation.settings);
  const title = l10n.t('Add MCP Server');
  const address = await prompts.input({
    title,
    prompt: l10n.t('Enter the server URL. Requests come from Google, not this machine.'),
    placeholder: 'https://example.com/mcp',
    validate: (typed) => addressProblem(typed.trim()),
  });
  if (address === undefined) return;
  const url = address.trim();
  const name = await prompts.input({
    title,
    prompt: l10n.t('Enter a unique name'),
    value: new URL(url).hostname,
    validate: (typed) => {
      if (typed.trim() === '') return l10n.t('Enter a name.');
      const isTaken = servers.some((server) => textAt(server, 'name') === typed.trim());
      return isTaken ? l10n.t('Another server in this conversation has that name.') : undefined;
    },
  });
  if (name === undefined) return;
  const server = { name: name.trim(), [TRANSPORT]: { url } };
  session.change((head) => withServers(head, [...serversOf(head.settings), server]));
  await askForHeaders(deps, url);
}

/** Rejects URLs with user, password, or query: these may be secrets, and the conversation stores the URL. */
function addressProblem(typed: string): string | undefined {
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    return l10n.t('Enter a URL that starts with https://.');
  }
  const isPlain = url.username === '' && url.password === '' && url.search === '';
  return isPlain ? undefined : l10n.t('Enter credentials as a header, not in the URL.');
}

const HEADER = /^\s*([\w!#$%&'*+.^`|~-]+)\s*:\s*(\S.*?)\s*$/;

async function askForHeaders({ session, prompts }: PanelDeps, address: string): Promise<void> {
  const connection = requireConnected(session.target.connection);
  const { serverHeaders } = session.services;
  const entered: { [name: string]: string } = {};
  for (;;) {
    const count = Object.keys(entered).length;
    const line = await prompts.input({
      title: l10n.t('Headers for {0}', plainText(new URL(address).host)),
      prompt:
        count === 0
          ? l10n.t(
              'Enter a header, such as Authorization: Bearer …. Leave empty for none. It is stored as a secret.',
            )
          : l10n.t('Enter another header. Leave empty to finish.'),
      password: true,
      validate: (typed) =>
        typed.trim() === '' || HEADER.test(typed)
          ? undefined
          : l10n.t('Enter a name, a colon, and a value.'),
    });
    if (line === undefined) return;
    const [, name, value] = HEADER.exec(line) ?? [];
    if (name === undefined || value === undefined) break;
    entered[name] = value;
  }
  await serverHeaders.save(connection, address, entered);
}

function withServers(head: Conversation, servers: readonly JsonObject[]): Conversation {
  return { ...head, settings: settingsWith(head.settings, servers) };
}

const TOOL = 'fileSearch';
const NAMES = 'fileSearchStoreNames';
/** Maximum number of stores to read for metadata keys. */
const MAX_STORES = 5;

/**
 * Lets the user choose file search stores of the connection. Throws API errors.
 * @throws AppError `noStore` if the connection has no stores
 */
export async function pickStores({ session, prompts }: PanelDeps): Promise<void> {
  const { models } = session.services;
  const stores = await models.listed(collection(session, 'fileSearchStore', ''));
  if (stores.length === 0) {
    throw new AppError('noStore', l10n.t('This connection has no file search stores.'), {
      hint: l10n.t('Create one in the Resources view.'),
    });
  }
  const before = chatStores(session.conversation);
  const rows = stores.map((store) => {
    const value = textAt(store, 'name');
    const label = textAt(store, 'displayName') || value;
    return { label, detail: value, value, checked: before.includes(value) };
  });
  const title = l10n.t('Select File Search Stores');
  const placeholder = l10n.t('Select the stores to search');
  const chosen = await prompts.pickMany({ title, placeholder }, rows);
  if (chosen) session.change((head) => withStores(head, chosen));
}

/** Returns metadata keys of documents in the conversation's stores. Empty if unavailable. */
export async function metadataKeys(
  { session }: PanelDeps,
  most: number,
): Promise<readonly string[]> {
  const { models, log } = session.services;
  const keys = new Set<string>();
  try {
    for (const store of chatStores(session.conversation).slice(0, MAX_STORES)) {
      const documents = await models.beginning(collection(session, 'fileSearchDocument', store));
      for (const entry of documents.flatMap(({ customMetadata }) => items(customMetadata))) {
        if (isObject(entry) && keys.size < most) keys.add(textAt(entry, 'key'));
      }
    }
  } catch (error) {
    log.warn(`fileSearch: ${errorMessage(error)}`);
  }
  return [...keys].sort();
}

function collection({ target }: PanelDeps['session'], kind: KindId, name: string): ResourceRef {
  const connection = requireConnected(target.connection);
  const version = listVersion(kind, target.version) ?? target.version;
  return { connection, version, kind, name, collection: true };
}

/** Keeps other search settings unless no store remains. */
function withStores(head: Conversation, names: readonly string[]): Conversation {
  const { requests = {}, ...settings } = head.settings;
  const { chat = {} } = requests;
  const before = toolFields.read(chat, TOOL);
  const tool = withField(isObject(before) ? before : {}, NAMES, [...names]);
  const next: JsonObject = toolFields.write(chat, TOOL, names.length === 0 ? undefined : tool);
  return { ...head, settings: { ...settings, requests: { ...requests, chat: next } } };
}
