import {
  type ImportedExchange,
  exchangeConversation,
} from '../../../conversation/foreign/importedTurns';
import * as vscode from 'vscode';
import type { JsonObject } from '../../../base/json';
import { VERSIONS } from '../../../api/versions';
import {
  DEFAULT_MODE,
  type KeptAttachment,
  type ModelTurn,
} from '../../../conversation/model/conversation';
import type { PromptFile } from '../../../conversation/model/promptFile';
import { type Variables, withFilledTurns } from '../../../conversation/model/turns';
import type { PlaygroundHost } from '../../../conversation/session/context';
import { newId } from '../../../conversation/store/conversationFile';
import { canDo } from '../../../conversation/model/modes';
import {
  changedFiles,
  confirmConversation,
  confirmPrompts,
  loadFiles,
  reportChanged,
} from './promptAgreement';
import type { PromptPanels } from './openPrompt';
import { promptConversation } from '../../../conversation/prompts/readPrompt';
import { requireTrust } from './promptFiles';
import { promptDeps, VscodePromptFiles } from './vscodePromptFiles';

interface AgreedFiles {
  readonly prompt: PromptFile;
  /** Reads the attachments by message index. Throws `AppError` if a file can't be read. */
  readonly load: (
    connection: string,
    signal: AbortSignal,
  ) => Promise<readonly (readonly KeptAttachment[])[]>;
}

interface AnsweredPrompt {
  readonly uri: string;
  readonly prompt: PromptFile;
  readonly variables: Variables;
  readonly parts: readonly JsonObject[];
}

/** Access to prompt files for tests: reading, permissions, and opening responses in the playground. */
export class PromptAccess {
  readonly #panels: PromptPanels;
  readonly #files = new VscodePromptFiles();
  readonly #deps: ReturnType<typeof promptDeps>;

  constructor(host: PlaygroundHost, panels: PromptPanels) {
    this.#panels = panels;
    this.#deps = promptDeps(host);
  }

  /** Returns unsaved editor text, or the file on disk. Undefined if missing. */
  async read(uri: string): Promise<string | undefined> {
    return await this.#deps.files.read(uri);
  }

  /** Streams the bytes of a file. Throws if the path isn't a readable file. */
  open(uri: string, signal?: AbortSignal): AsyncIterable<Uint8Array> {
    return this.#files.open(uri, signal);
  }

  /** Resolves a path from the folder of a prompt. Undefined if tests may not access it. */
  async resolve(from: string, path: string): Promise<string | undefined> {
    const found = await this.#deps.files.resolve(from, path);
    return found && vscode.Uri.from(found.source).toString();
  }

  /** Throws `AppError` (`notTrusted`) in an untrusted workspace. */
  requireTrust(): void {
    requireTrust(this.#deps);
  }

  /** Same as `confirmPrompts`, and warns once about changed files. */
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

  /** Returns the names of chat models of a connection. Throws API errors. */
  async models(connection: string): Promise<readonly string[]> {
    const { services } = this.#panels;
    const version = services.connections.find(connection)?.apiVersion ?? VERSIONS[0];
    const known = await services.models.list(connection, version);
    return known.filter((model) => canDo(DEFAULT_MODE, model)).map(({ name }) => name);
  }

  /**
   * Opens a transcript in a new playground and asks for permissions; sends nothing.
   * @throws CancelledError if dismissed
   */
  async openSpoken(spoken: ImportedExchange): Promise<void> {
    const connection = this.#panels.services.connections.active?.id ?? '';
    const now = this.#deps.clock.now();
    const conversation = exchangeConversation(spoken, connection, now);
    this.#panels.openNew(await confirmConversation(conversation, this.#deps));
  }

  async openAnswer({ uri, prompt, variables, parts }: AnsweredPrompt): Promise<void> {
    const { services } = this.#panels;
    const connection = services.connections.active?.id ?? '';
    const place = { uri, sha256: '', connection, variables, now: this.#deps.clock.now() };
    const begun = promptConversation(prompt, [], { ...place });
    const { promptFile: _file, promptSha256: _hash, ...conversation } = withFilledTurns(begun);
    const answer: ModelTurn = {
      id: newId(),
      role: 'model',
      model: prompt.model,
      version: VERSIONS[0],
      content: { role: 'model', parts },
      outcome: { verdict: 'complete', durationMs: 0 },
    };
    this.#panels.openNew({ ...conversation, turns: [...conversation.turns, answer] });
  }
}
