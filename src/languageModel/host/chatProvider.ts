import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { lazy } from '../../base/async';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { CancelledError, errorMessage } from '../../base/errors';
import type { Event } from '../../base/event';
import { commandId } from '../../catalog/commands';
import { modelLifecycle } from '../../catalog/modelLifecycle';
import { Models } from '../../conversation/request/models';
import { versionOf } from '../../conversation/request/resolveTarget';
import { canDo } from '../../conversation/model/modes';
import { requireConnected } from '../../platform/errors';
import { FolderStore } from '../../platform/files';
import type { Host } from '../../platform/host';
import { plainText } from '../../platform/plainText';
import { toSignal } from '../../platform/progress';
import { RecordFolder } from '../../platform/recordFolder';
import { describeWithCauses } from '../../platform/report';
import type { Connection } from '../../service/connection';
import { refusalOf } from '../../service/resourceErrors';
import { numberSetting, type NumberSettings } from '../../service/numberSetting';
import type { Services } from '../../service/services';
import { CallRecords } from '../chatContents';
import { failedRequest } from '../chatErrors';
import { chatModel, isChatModel, type ListedModel, TokenEstimate } from '../chatModels';
import { type ChatSink, chatUsage, runChatTurn, ToolForms } from '../chatTurn';

/** Settings and permissions, from `auth`. */
export interface ChatAccess {
  readonly settings: NumberSettings & { readonly onDidChange: Event<void> };
  /** Whether a request would first ask the user to allow its host. */
  readonly asksFirst: (connection: Connection) => Promise<boolean>;
}

/** Fields of newer versions of VS Code. */
type ResponseOptions = vscode.ProvideLanguageModelChatResponseOptions & {
  readonly modelConfiguration?: { readonly reasoningEffort?: unknown };
};

const RECORDS_FILE = 'chatCalls';

/** Provides the models of the current connection to chat and other extensions. */
export class ChatProvider implements Disposable {
  readonly #host: Host;
  readonly #services: Services;
  readonly #access: ChatAccess;
  readonly #models: Models;
  readonly #forms: ToolForms;
  readonly #records = new CallRecords();
  readonly #estimate = new TokenEstimate();
  readonly #disposables = new DisposableStore();
  readonly #onChange: () => void;
  readonly #file = lazy(() => this.#openFile());
  #saving: Promise<void> = Promise.resolve();
  #running = 0;

  constructor(host: Host, services: Services, access: ChatAccess, onChange: () => void) {
    this.#host = host;
    this.#services = services;
    this.#access = access;
    this.#onChange = onChange;
    this.#models = new Models(services.store, services.modelStatuses);
    this.#forms = new ToolForms((tool) => {
      const message = l10n.t(
        'The API rejected the tool “{0}”. Chat continues without it.',
        plainText(tool),
      );
      void host.prompts.notify('warning', message);
    });
    const { connections, store, modelStatuses } = services;
    const add = (subscription: Disposable): unknown => this.#disposables.add(subscription);
    add(connections.onDidChange(onChange));
    add(modelStatuses.onDidChange(onChange));
    add(access.settings.onDidChange(onChange));
    add(
      store.onDidChange(({ connection, ref }) => {
        const isList = ref === undefined || ref.kind === 'model';
        // A list that this provider loads is known to VS Code.
        if (isList && connection === connections.active?.id && this.#running === 0) onChange();
      }),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async models(
    { silent }: vscode.PrepareLanguageModelChatModelOptions,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelChatInformation[]> {
    const { connections } = this.#services;
    if (!connections.active && !silent) {
      await vscode.commands.executeCommand(commandId('addConnection'));
    }
    const connection = connections.active;
    if (!connection) return [];
    this.#running += 1;
    try {
      if (silent && (await this.#access.asksFirst(connection))) return [];
      return await this.#list(connection, toSignal(token));
    } catch (error) {
      if (CancelledError.is(error)) return [];
      this.#host.log.warn(`chat: models.list: ${errorMessage(error)}`);
      if (silent) return [];
      throw this.#shownError(error);
    } finally {
      this.#running -= 1;
    }
  }

  async #list(
    connection: Connection,
    signal: AbortSignal,
  ): Promise<vscode.LanguageModelChatInformation[]> {
    const now = Date.now();
    const version = versionOf({}, connection);
    const listed = await this.#models.list(connection.id, version, signal);
    const cap = numberSetting('chat.maxInputTokens', this.#access.settings);
    const options = { cap, detail: connection.name, now };
    return listed
      .map((info): ListedModel => {
        const asked = { connection: connection.id, version, model: info.name };
        const standing = modelLifecycle(info.name, now, this.#models.told(asked));
        return { info, standing, lacking: this.#models.lacking(connection.id, info) };
      })
      .filter(isChatModel)
      .map((model) => chatModel(model, options));
  }

  async respond(
    { id }: vscode.LanguageModelChatInformation,
    messages: readonly vscode.LanguageModelChatRequestMessage[],
    options: ResponseOptions,
    progress: vscode.Progress<vscode.LanguageModelResponsePart>,
    token: vscode.CancellationToken,
  ): Promise<void> {
    try {
      const sink = sinkFor(progress);
      await this.#respond(`models/${id}`, messages, options, sink, toSignal(token));
    } catch (error) {
      if (CancelledError.is(error)) return;
      this.#host.log.error(`chat: ${describeWithCauses(error)}`);
      throw this.#shownError(error);
    }
  }

  async #respond(
    name: string,
    messages: readonly vscode.LanguageModelChatRequestMessage[],
    { tools: given = [], toolMode, modelOptions = {}, modelConfiguration = {} }: ResponseOptions,
    sink: ChatSink,
    signal: AbortSignal,
  ): Promise<void> {
    const { connections, clients, modelStatuses } = this.#services;
    const { id: connection, ...rest } = requireConnected(connections.active);
    const version = versionOf({ model: name }, rest);
    const [model, client] = await Promise.all([
      this.#models.find(connection, version, name, signal),
      clients.get(connection),
      this.#file(),
    ]);
    const { levels = [] } = model;
    const { reasoningEffort } = modelConfiguration;
    const effort = levels.find((level) => level.toLowerCase() === reasoningEffort);
    const mustCall = toolMode === vscode.LanguageModelChatToolMode.Required;
    // Extensions can pass a tool twice.
    const tools = [...new Map(given.map((tool) => [tool.name, tool])).values()];
    const records = this.#records;
    const { changes } = records;
    const place = { connection, version, name };
    try {
      const usage = await runChatTurn(
        { model, messages, tools, mustCall, modelOptions, effort, showsThoughts: TAKES_THOUGHTS },
        sink,
        {
          client,
          version,
          signal,
          records,
          forms: this.#forms,
          lacking: () => this.#models.lacking(connection, model),
          onLacking: (facts) => {
            this.#models.learn(connection, name, facts);
            this.#onChange();
          },
          onStatus: (status) => modelStatuses.answered(place, status),
        },
      );
      if (!usage) return;
      this.#estimate.learn(name, messages, tools, usage.promptTokenCount ?? 0);
      sink.data(Buffer.from(JSON.stringify(chatUsage(usage))), 'usage');
    } catch (error) {
      const refusal = refusalOf(error, canDo('chat', model) && model.methods !== undefined);
      if (refusal) modelStatuses.refused(place, refusal);
      throw error;
    } finally {
      if (records.changes !== changes) this.#save();
    }
  }

  countTokens(
    { id }: vscode.LanguageModelChatInformation,
    text: string | vscode.LanguageModelChatRequestMessage,
  ): number {
    return this.#estimate.count(`models/${id}`, text);
  }

  /** Opens the file with the calls of earlier windows. Chats belong to a workspace, if there is one. */
  async #openFile(): Promise<RecordFolder<unknown>> {
    const { storageUri, globalStorageUri } = this.#host.context;
    const file = new RecordFolder<unknown>(
      new FolderStore((storageUri ?? globalStorageUri).fsPath),
      this.#host.log,
      { label: 'chat: the calls', parse: (value) => value },
    );
    this.#records.load(await file.read(RECORDS_FILE));
    return file;
  }

  /** Saves in the background, one write at a time. */
  #save(): void {
    this.#saving = this.#saving.then(async () =>
      (await this.#file()).tryWrite(RECORDS_FILE, this.#records.save()),
    );
  }

  #shownError(error: unknown): Error {
    const { reason, message } = failedRequest(error);
    const text = this.#host.redact(message);
    const { LanguageModelError } = vscode;
    return reason === 'Unknown' ? new LanguageModelError(text) : LanguageModelError[reason](text);
  }
}

/** Classes that VS Code has at run time only: thinking is a proposal, and data came later than 1.105. */
interface RuntimeClasses {
  readonly LanguageModelThinkingPart?: new (
    value: string,
    id?: string,
    metadata?: object,
  ) => vscode.LanguageModelTextPart;
  readonly LanguageModelDataPart?: new (
    data: Uint8Array,
    mimeType: string,
  ) => vscode.LanguageModelTextPart;
}

const { LanguageModelThinkingPart: ThinkingPart, LanguageModelDataPart: DataPart } =
  vscode as unknown as RuntimeClasses;

const TAKES_THOUGHTS = ThinkingPart !== undefined;

/** Reports parts of a response to VS Code. Drops parts that it doesn’t support. */
function sinkFor(progress: vscode.Progress<vscode.LanguageModelResponsePart>): ChatSink {
  return {
    text: (text) => progress.report(new vscode.LanguageModelTextPart(text)),
    thinking(text, signature) {
      if (!ThinkingPart) return;
      const metadata = signature === undefined ? undefined : { signature };
      progress.report(new ThinkingPart(text, undefined, metadata));
    },
    call: (callId, name, input) =>
      progress.report(new vscode.LanguageModelToolCallPart(callId, name, input)),
    data(bytes, mimeType) {
      if (DataPart) progress.report(new DataPart(bytes, mimeType));
    },
  };
}
