import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../../api/schema/row';
import { isObject, items, textAt } from '../../base/json';
import { requireConnected } from '../../platform/errors';
import { plainText } from '../../platform/plainText';
import type { PickItem } from '../../platform/prompts';
import type { Conversation } from '../../conversation/model/conversation';
import type { PanelDeps } from './panelDeps';
import {
  addressOf,
  serversOf,
  settingsWith,
  TRANSPORT,
} from '../../conversation/request/serverHeaders';
import { AppError, errorMessage } from '../../base/errors';
import { listVersion } from '../../catalog/kindOperations';
import type { KindId } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { toolFields, withField } from '../../conversation/model/requestFields';
import { chatStores } from '../../conversation/session/panelState';

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
