import * as l10n from '@vscode/l10n';
import { tryParse } from '../../base/json';
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
import {
  PROMPT_ENDING,
  type PromptFile,
  promptFileName,
  type PromptMessage,
  promptOf,
} from '../model/promptFile';
import type { Conversation, KeptAttachment, Turn } from '../model/conversation';
import type { Variables } from '../model/variables';
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
    ...{ id, role, content, model, version: (version ?? 'v1beta') as Version },
    // Responses of a prompt file count as complete.
    outcome: { verdict: 'complete', durationMs: 0 },
  };
}
