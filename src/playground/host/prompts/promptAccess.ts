import * as vscode from 'vscode';
import * as l10n from '@vscode/l10n';
import { isObject, items, type JsonObject } from '../../../base/json';
import { VERSIONS } from '../../../api/versions';
import { type Conversation, DEFAULT_MODE, type KeptAttachment, type ModelTurn, type Turn } from '../../../conversation/model/conversation';
import { type PromptFile, promptFileName, promptVariables } from '../../../conversation/model/promptFile';
import { type Variables, withFilledTurns } from '../../../conversation/model/variables';
import type { PlaygroundHost } from '../../../conversation/session/context';
import { newId } from '../../../conversation/store/conversationFile';
import { canDo } from '../../../conversation/request/resolveTarget';
import { confirmConversation, confirmPrompts } from './promptAgreement';
import type { PromptPanels } from './openPrompt';
import { changedFiles, loadFiles, reportChanged } from './promptAttachments';
import { promptConversation, readPrompt } from '../../../conversation/prompts/readPrompt';
import { type PromptDeps, requireTrust, sha256 } from './promptFiles';
import { promptDeps, VscodePromptFiles } from './vscodePromptFiles';
import { toInteraction } from '../../../api/interactions/generateContent/convert';
import type { Message } from '../../../api/schema/infer';
import { withModeRequest } from '../../../conversation/model/modeRequest';
import { newConversation } from '../../../conversation/store/transcript';
import { AppError } from '../../../base/errors';
import type { PromptTemplate } from '../../../platform/promptTemplate';
import { requestBody } from '../../../conversation/request/requestBody';

/** A prompt with what its user lets go along. */
export interface AgreedFiles {
  readonly prompt: PromptFile;
  /** Reads what goes with each message, by its index. Throws `AppError` for a file that can't be read. */
  readonly load: (
    connection: string,
    signal: AbortSignal,
  ) => Promise<readonly (readonly KeptAttachment[])[]>;
}

/** A prompt with values, and what was answered. */
export interface AnsweredPrompt {
  readonly uri: string;
  readonly prompt: PromptFile;
  readonly variables: Variables;
  /** Parts of the answer as they came. */
  readonly parts: readonly JsonObject[];
}

/** Prompt files for tests of them: read, agreed to, and opened with an answer. What was said elsewhere is opened likewise. */
export class PromptAccess {
  readonly #panels: PromptPanels;
  readonly #files = new VscodePromptFiles();
  readonly #deps: ReturnType<typeof promptDeps>;

  constructor(host: PlaygroundHost, panels: PromptPanels) {
    this.#panels = panels;
    this.#deps = promptDeps(host);
  }

  /** Unsaved changes of an editor, else what is on disk; undefined where it is not there. */
  async read(uri: string): Promise<string | undefined> {
    return await this.#deps.files.read(uri);
  }

  /** The bytes of a file, piece by piece. Throws where it can't be read, or is no file. */
  open(uri: string, signal?: AbortSignal): AsyncIterable<Uint8Array> {
    return this.#files.open(uri, signal);
  }

  /** The file that a path names from the folder of a prompt; undefined where tests may not reach it. */
  async resolve(from: string, path: string): Promise<string | undefined> {
    const found = await this.#deps.files.resolve(from, path);
    return found && vscode.Uri.from(found.source).toString();
  }

  /** Throws `AppError` (`notTrusted`) in a workspace that is not trusted. */
  requireTrust(): void {
    requireTrust(this.#deps);
  }

  /** As `confirmPrompts`; tells once which files have changed since they were named. */
  async agree(
    prompts: readonly PromptFile[],
    uri: string,
  ): Promise<(prompt: PromptFile) => AgreedFiles> {
    const { services } = this.#panels;
    const agreed = await confirmPrompts(prompts, uri, this.#deps, services.uploads);
    const all = prompts.flatMap((prompt) => agreed(prompt).files);
    const once = [...new Map(all.map((file) => [file.path, file])).values()];
    reportChanged(await changedFiles(once, uri, this.#deps), this.#deps);
    return (asked) => {
      const { prompt, files } = agreed(asked);
      return {
        prompt,
        load: async (connection, signal) =>
          await loadFiles(prompt, files, services, connection, signal),
      };
    };
  }

  /** Names of the models of a connection that can answer a chat. Throws what the store throws. */
  async models(connection: string): Promise<readonly string[]> {
    const { services } = this.#panels;
    const version = services.connections.find(connection)?.apiVersion ?? VERSIONS[0];
    const known = await services.models.list(connection, version);
    return known.filter((model) => canDo(DEFAULT_MODE, model)).map(({ name }) => name);
  }

  /**
   * Opens what was said elsewhere in a playground of its own, and asks what it may reach. Nothing is sent by that. Throws
   * `CancelledError` when dismissed.
   */
  async openSpoken(spoken: Spoken): Promise<void> {
    const connection = this.#panels.services.connections.active?.id ?? '';
    const now = this.#deps.clock.now();
    const conversation = spokenConversation(spoken, connection, now);
    this.#panels.openNew(await confirmConversation(conversation, this.#deps));
  }

  /** Opens a prompt with an answer to it in a playground of its own, to go on from there. */
  async openAnswer({ uri, prompt, variables, parts }: AnsweredPrompt): Promise<void> {
    const { services } = this.#panels;
    const connection = services.connections.active?.id ?? '';
    const place = { uri, sha256: '', connection, variables, now: this.#deps.clock.now() };
    const begun = promptConversation(prompt, [], { ...place });
    const { promptFile: _file, promptSha256: _hash, ...conversation } = withFilledTurns(begun);
    const answer: ModelTurn = {
      ...{ id: newId(), role: 'model', model: prompt.model, version: VERSIONS[0] },
      content: { role: 'model', parts },
      outcome: { verdict: 'complete', durationMs: 0 },
    };
    this.#panels.openNew({ ...conversation, turns: [...conversation.turns, answer] });
  }
}

/** What a model was asked and what it has said, from elsewhere. */
interface Spoken {
  readonly title: string;
  readonly mode: 'chat' | 'interaction';
  /** Resource name. */
  readonly model: string;
  /** As generateContent takes it. */
  readonly request: JsonObject;
  /** Parts of the answer; none where there is none. */
  readonly parts: readonly JsonObject[];
}

/** What was said as a conversation. @param now in milliseconds since 1970. */
export function spokenConversation(
  { title, mode, model, request, parts }: Spoken,
  connection: string,
  now: number,
): Conversation {
  const { contents, ...rest } = request;
  const asked = items(contents).filter(isObject) as readonly Message<'Content'>[];
  const answered = { role: 'model', parts } as Message<'Content'>;
  const all = parts.length > 0 ? [...asked, answered] : asked;
  const settings =
    mode === 'chat'
      ? withModeRequest({}, 'chat', rest)
      : withModeRequest({}, 'interaction', interactionFields(rest, model));
  return {
    ...newConversation({ connection, model, settings }, now),
    ...{ title, named: true },
    ...(mode === 'interaction' && { mode }),
    turns: all.map((content) => turnOf(content, model, mode)),
  };
}

function interactionFields(request: JsonObject, model: string): JsonObject {
  const { model: _model, input: _input, ...fields } = toInteraction(request, model).body;
  return fields;
}

function turnOf(content: Message<'Content'>, model: string, mode: Spoken['mode']): Turn {
  const id = newId();
  if (content.role !== 'model') return { id, role: 'user', content };
  return {
    ...{ id, role: 'model', content, model, version: VERSIONS[0] },
    ...(mode === 'interaction' && { mode }),
    outcome: { verdict: 'complete', durationMs: 0 },
  };
}

/** Reads a prompt file for many requests. Throws `AppError` where it is none, or has what they can't have. */
export async function readTemplate(
  uri: string,
  deps: Pick<PromptDeps, 'files' | 'isTrusted'>,
): Promise<PromptTemplate> {
  requireTrust(deps);
  const text = await deps.files.read(uri);
  if (text === undefined) {
    throw new AppError('noPrompt', l10n.t('{0} is not there.', promptFileName(uri)));
  }
  return promptTemplate(text, uri);
}

/** A prompt's text as a template. */
export function promptTemplate(text: string, uri: string): PromptTemplate {
  const name = promptFileName(uri);
  const prompt = readPrompt(text, name);
  const { mode = 'chat', messages, variables = {} } = prompt;
  if (mode !== 'chat') {
    throw new AppError('wrongMode', l10n.t('{0} is not a prompt for an answer.', name), {
      hint: l10n.t('A batch takes prompts of the mode Chat.'),
    });
  }
  if (messages.at(-1)?.role !== 'user') {
    throw new AppError('noMessage', l10n.t('This prompt ends without a message of the user.'), {
      hint: l10n.t('Add one to its messages: it is what the model answers.'),
    });
  }
  if (messages.some(({ attachments = [] }) => attachments.length > 0)) {
    throw new AppError('hasFiles', l10n.t('{0} takes files along.', name), {
      hint: l10n.t(
        'In a batch, upload them first and name them by their address, as a part of the message.',
      ),
    });
  }
  const conversation = promptConversation(prompt, [], {
    ...{ uri, sha256: sha256(text), connection: '', variables: {}, now: 0 },
  });
  const defaults = Object.entries(variables).flatMap(([variable, row]) =>
    row.default === undefined ? [] : [[variable, row.default] as const],
  );
  return {
    ...{ name, model: prompt.model, variables: promptVariables(prompt) },
    defaults: Object.fromEntries(defaults),
    request(values, version) {
      const filled = withFilledTurns({ ...conversation, variables: values });
      return requestBody(filled, version).input.body;
    },
  };
}
