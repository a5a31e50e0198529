import * as l10n from '@vscode/l10n';
import { operationRow } from '../../api/operations';
import {
  findReaches,
  type JsonPath as ReachPath,
  omitPaths,
  type Reach,
} from '../../api/schema/reach';
import type { JsonObject } from '../../api/schema/row';
import { isObject, textAt, tryParse } from '../../base/json';
import { type Version, VERSIONS } from '../../api/versions';
import { AppError } from '../../base/errors';
import {
  type JsonPath,
  type JsonTree,
  nearestPath,
  parseJson,
  rangeOfPath,
} from '../../platform/jsonPath';
import type { TextProblem } from '../../platform/diagnostics';
import { ShapeError } from '../../webview/shape';
import { MODES } from '../model/modes';
import {
  PROMPT_ENDING,
  type PromptFile,
  promptFileName,
  type PromptMessage,
  promptOf,
} from '../model/promptFile';
import type {
  Conversation,
  KeptAttachment,
  PlaygroundSettings,
  SettingsMode,
  Turn,
} from '../model/conversation';
import type { Variables } from '../model/turns';
import { attachedParts } from '../attachments/attachmentEntry';
import { newId } from '../store/conversationFile';
import { newConversation } from '../store/transcript';

/** Thrown for an invalid prompt file; nothing was sent. */
export class PromptFileError extends AppError<'badPrompt'> {
  override readonly name = 'PromptFileError';
  readonly problem: TextProblem;

  constructor(message: string, problem: TextProblem) {
    super('badPrompt', message, { hint: l10n.t('Nothing was sent. Fix the file first.') });
    this.problem = problem;
  }
}

/** Parses a prompt file. Throws `PromptFileError` with line and column. */
export function readPrompt(text: string, name: string): PromptFile {
  const { tree, mistake } = parseJson(text);
  if (mistake) return refuse(l10n.t('Invalid JSON in the request file.'), mistake);
  try {
    const prompt = promptOf(tryParse(text));
    const { version, model } = prompt;
    if (version !== undefined && !VERSIONS.some((one) => one === version)) {
      throw new ShapeError('version', `one of ${VERSIONS.join(', ')}`);
    }
    if (!/^(models|tunedModels)\/[^\s/?#%:]+$/.test(model)) {
      throw new ShapeError('model', 'a name such as models/my-model');
    }
    return prompt;
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error;
    const [path = '', expected = ''] = error.message.split(/: expected (.*)/s);
    return refuse(l10n.t('“{0}” must be {1}.', path, expected), placeIn(tree, pathOf(path)));
  }

  function refuse(message: string, { offset, length }: Omit<TextProblem, 'message'>): never {
    const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
    const column = (lines.at(-1)?.length ?? 0) + 1;
    const told = l10n.t('{0}, line {1}, column {2}: {3}', name, lines.length, column, message);
    throw new PromptFileError(told, { message, offset, length });
  }
}

function pathOf(path: string): JsonPath {
  return path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

function placeIn(tree: JsonTree | undefined, path: JsonPath): Omit<TextProblem, 'message'> {
  const known = nearestPath(tree, path);
  const { offset, length } = (known && rangeOfPath(tree, known)) ?? { offset: 0, length: 1 };
  return { offset, length };
}

interface PromptPlace {
  readonly uri: string;
  readonly sha256: string;
  /** Connection ID; empty if there is none. */
  readonly connection: string;
  readonly variables: Variables;
  readonly now: number;
}

/**
 * Converts a prompt to a playground conversation.
 * @param attached attachments by message index
 */
export function promptConversation(
  { name, mode, oneText, model, version, settings, messages }: PromptFile,
  attached: readonly (readonly KeptAttachment[])[],
  { uri, sha256, connection, variables, now }: PromptPlace,
): Conversation {
  const beginning = {
    connection,
    model,
    settings,
    ...(version && { version: version as Version }),
  };
  return {
    ...newConversation(beginning, now),
    title: name ?? promptFileName(uri).slice(0, -PROMPT_ENDING.length),
    ...(mode && { mode }),
    ...(oneText && { oneText }),
    variables,
    promptFile: uri,
    promptSha256: sha256,
    turns: messages.map((message, at) => turnOf(message, attached[at] ?? [], model, version)),
  };
}

function turnOf(
  { role, author, text = '', parts = [] }: PromptMessage,
  attachments: readonly KeptAttachment[],
  model: string,
  version: string | undefined,
): Turn {
  const { parts: files, attached } = attachedParts(attachments);
  const words = text === '' ? [] : [{ text }];
  const content = { role, parts: [...files, ...parts, ...words] };
  const id = newId();
  if (role === 'user') {
    const known = { ...(attached.length > 0 && { attached }), ...(author && { author }) };
    return { id, role, content, ...known };
  }
  return {
    id,
    role,
    content,
    model,
    version: (version ?? 'v1beta') as Version,
    // Responses of a prompt file count as complete.
    outcome: { verdict: 'complete', durationMs: 0 },
  };
}

interface ReachSource {
  readonly settings: PlaygroundSettings;
  readonly messages: readonly Pick<PromptMessage, 'parts'>[];
}

/**
 * Returns the ways in which prompts access tools, servers, or resources beyond the model, without
 * duplicates.
 */
export function promptReach(prompts: readonly ReachSource[]): readonly Reach[] {
  const all = prompts.flatMap((prompt) => [
    ...requestsOf(prompt).flatMap(([mode, request]) => findReaches(messageOf(mode), request)),
    ...prompt.messages.flatMap(messageReaches),
  ]);
  return [...new Map(all.map((reach) => [keyOf(reach), reach])).values()];
}

/** Returns a unique key for an access, without secrets. */
export function keyOf({ how, what, name, addresses, credentials, secrets }: Reach): string {
  return JSON.stringify([how, what, name, addresses, credentials, secrets]);
}

export function reachName({ name, addresses }: Reach): string {
  return [name, ...addresses.map((address) => `(${address})`)].join(' ');
}

export function withoutReach<P extends ReachSource>(prompt: P, keys: ReadonlySet<string>): P {
  if (keys.size === 0) return prompt;
  const requests = requestsOf(prompt).map(([mode, request]) => {
    return [mode, stripReach(request, findReaches(messageOf(mode), request), keys)] as const;
  });
  const { settings } = prompt;
  const messages = prompt.messages.map((message) => {
    const { parts, ...rest } = stripReach(message, messageReaches(message), keys);
    return parts === undefined ? rest : { ...rest, parts };
  });
  return {
    ...prompt,
    settings: { ...settings, ...(settings.requests && { requests: Object.fromEntries(requests) }) },
    messages,
  };
}

function stripReach(
  value: JsonObject,
  reaches: readonly Reach[],
  keys: ReadonlySet<string>,
): JsonObject {
  const paths = reaches.filter((reach) => keys.has(keyOf(reach))).map(({ path }) => path);
  const kept = omitPaths(value, paths);
  return isObject(kept) ? kept : {};
}

function requestsOf({ settings }: ReachSource): readonly (readonly [SettingsMode, JsonObject])[] {
  return Object.entries(settings.requests ?? {}) as [SettingsMode, JsonObject][];
}

function messageOf(mode: SettingsMode): string {
  const [call] = MODES[mode].calls;
  return (call && operationRow(call.operation).body) ?? '';
}

function messageReaches({ parts = [] }: Pick<PromptMessage, 'parts'>): readonly Reach[] {
  const found = findReaches('Part', parts);
  return found.map((reach): Reach => ({ ...reach, path: ['parts', ...reach.path] as ReachPath }));
}

interface ReachText {
  readonly label: string;
  readonly description: string;
  readonly detail?: string;
  readonly icon: string;
}

export function describeReach(reach: Reach): ReachText {
  const { credentials, secrets } = reach;
  const details = [
    ...(credentials.length > 0 ? [l10n.t('Uses credentials: {0}', credentials.join(', '))] : []),
    ...(secrets.length > 0 ? [l10n.t('Sends secrets: {0}', secrets.join(', '))] : []),
  ];
  const detail = details.length > 0 && { detail: details.join(' · ') };
  return { icon: ICONS[reach.how], ...wordsOf(reach), ...detail };
}

const ICONS: { readonly [H in Reach['how']]: string } = {
  address: 'link',
  credential: 'key',
  code: 'vm',
  search: 'globe',
  unknown: 'warning',
};

function wordsOf(reach: Reach): Pick<ReachText, 'label' | 'description'> {
  const { what, name, addresses, value } = reach;
  const [address = name] = addresses;
  switch (what) {
    case 'Tool.GoogleSearch':
    case 'GoogleSearchRetrieval':
    case 'interactions.GoogleSearch':
      return {
        label: l10n.t('Google Search'),
        description: l10n.t('tool: searches the web'),
      };
    case 'UrlContext':
    case 'interactions.URLContext':
      return {
        label: l10n.t('URL context'),
        description: l10n.t('tool: fetches URLs in the prompt or its files'),
      };
    case 'GoogleMaps':
    case 'interactions.GoogleMaps':
      return { label: l10n.t('Google Maps'), description: l10n.t('tool: looks up places') };
    case 'FileSearch':
    case 'interactions.FileSearch':
      return {
        label: l10n.t('File search'),
        description: l10n.t('tool: searches your files on the server'),
      };
    case 'interactions.Retrieval':
      return { label: l10n.t('Retrieval'), description: l10n.t('tool: searches data stores') };
    case 'CodeExecution':
    case 'interactions.CodeExecution':
      return {
        label: l10n.t('Code execution'),
        description: l10n.t('tool: runs code that the model writes, on the server'),
      };
    case 'interactions.Bash':
    case 'interactions.Filesystem':
      return { label: name, description: l10n.t('tool: works in the agent’s sandbox') };
    case 'McpServer':
    case 'interactions.MCPServer':
      return { label: name, description: l10n.t('tool: MCP server at {0}', address) };
    case 'agent':
      return { label: name, description: l10n.t('agent: works autonomously with its own tools') };
    case 'environment':
      return {
        label: name,
        description: isLimited(value)
          ? l10n.t('environment: runs code and can reach the hosts below')
          : l10n.t('environment: runs code and can reach any host'),
      };
    case 'interactions.AllowlistEntry':
      return { label: address, description: l10n.t('host that code can reach') };
    case 'interactions.Source':
      return {
        label: addresses.length > 0 || !isObject(value) ? address : textAt(value, 'target') || name,
        description: l10n.t('source: copied into the environment'),
      };
    case 'env':
      return { label: name, description: l10n.t('environment variable') };
    case 'uris':
      return {
        label: address,
        description: l10n.t('webhook: is notified of the request’s result'),
      };
    case 'gcs_uri':
      return { label: address, description: l10n.t('bucket: stores the video') };
    case 'enable_bigquery_tool':
      return { label: l10n.t('BigQuery'), description: l10n.t('tool: queries your data') };
    case 'source':
      return { label: name, description: l10n.t('searched for the response') };
    case 'FileData':
    case 'FunctionResponseFileData':
      return { label: address, description: l10n.t('read by the server') };
    default:
      return { label: name, description: l10n.t('unknown: might access the network') };
  }
}

function isLimited(environment: Reach['value']): boolean {
  const network = isObject(environment) ? environment.network : undefined;
  if (network === 'disabled') return true;
  return isObject(network) && network.allowlist !== undefined && network.allowlist !== null;
}
