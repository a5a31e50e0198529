import type { Client } from '../../../src/api/call';
import type { JsonObject } from '../../../src/api/schema/row';
import type { ResourceRef } from '../../../src/catalog/ref';
import type { Log } from '../../../src/platform/log';
import type { Conversation, ModelTurn } from '../../../src/conversation/model/conversation';
import { parseConversation } from '../../../src/conversation/store/conversationFile';
import { StoragePolicy } from '../../../src/conversation/session/storagePolicy';
import { FakeActivity } from '../../fakes/activity';
import { interactionsIn } from '../../fakes/interactions';
import {
  ConversationStore,
  KeptSettings,
  LastUsed,
  type OpenedConversation,
} from '../../../src/conversation/store/conversationStore';
import { Models } from '../../../src/conversation/request/models';
import type { SessionServices } from '../../../src/conversation/session/context';
import { Session } from '../../../src/conversation/session/session';
import { newConversation, type InitialState } from '../../../src/conversation/store/transcript';
import type { PlaygroundEvent, PlaygroundState } from '../../../src/conversation/model/protocol';
import type { HeadersByName } from '../../../src/service/connection';
import { ModelStatuses } from '../../../src/service/modelStatuses';
import { FakeClock } from '../../fakes/clock';
import { FakePrompts } from '../../fakes/prompts';
import { settle } from '../../fakes/settle';
import { FakeUploads } from '../../fakes/uploads';
import { FakeVscodeTools } from '../../fakes/vscodeTools';
import { FakeWorkspaceFiles } from '../../fakes/workspaceFiles';
import { EMULATOR, FakeConnections, FakeEmulator, FakeStore, REMOTE, SMALL } from './fakeServices';
import { MemoryFiles } from './memoryFiles';
import { ScriptedClient } from './scriptedClient';

/** Everything a session stands on, in memory and in the hands of the test. */
export class World {
  readonly clock = new FakeClock();
  readonly files = new MemoryFiles();
  readonly settingsFiles = new MemoryFiles();
  readonly presetFiles = new MemoryFiles();
  readonly client = new ScriptedClient();
  readonly connections = new FakeConnections();
  readonly store = new FakeStore();
  readonly emulator = new FakeEmulator();
  readonly uploads = new FakeUploads();
  readonly prompts = new FakePrompts();
  readonly vscodeTools = new FakeVscodeTools();
  readonly workspaceFiles = new FakeWorkspaceFiles();
  readonly logged: string[] = [];
  /** What was put into the store. */
  readonly merged: { readonly ref: ResourceRef; readonly value: JsonObject }[] = [];
  readonly memory = new Map<string, unknown>();
  readonly modelStatuses = new ModelStatuses(
    {
      get: (key) => this.memory.get(key),
      update: async (key, value) => void this.memory.set(key, value),
    },
    this.clock,
  );
  /** Those that were noted. */
  readonly interactions = interactionsIn().interactions;
  readonly activity = new FakeActivity();
  readonly keeping = new StoragePolicy({
    get: (key) => this.memory.get(key),
    update: async (key, value) => void this.memory.set(key, value),
  });
  /** What servers of tools are sent, by connection and address. */
  readonly headers = new Map<string, HeadersByName>();
  /** Thrown instead of giving a client. */
  clientFailure: Error | undefined;
  readonly services: SessionServices;

  constructor() {
    const { clock, files, connections, emulator, uploads, prompts } = this;
    const { vscodeTools, workspaceFiles } = this;
    const line = (text: string): void => {
      this.logged.push(text);
    };
    const show = (): void => line('shown');
    const log: Log = { trace: line, debug: line, info: line, warn: line, error: line, show };
    this.services = {
      connections,
      tokenMeter: () => 'off',
      drawsDiagrams: false,
      progress: (_title, work) => work(new AbortController().signal),
      partEditors: () => [],
      emulator,
      uploads,
      prompts,
      vscodeTools,
      workspaceFiles,
      clock,
      log,
      clients: { get: (id) => this.#client(id) },
      isFree: (id) => id === EMULATOR.id,
      modelStatuses: this.modelStatuses,
      serverHeaders: {
        read: async (connection, address) => this.headers.get(`${connection} ${address}`) ?? {},
        save: async (connection, address, headers) =>
          void this.headers.set(`${connection} ${address}`, headers),
        forget: () => Promise.reject(new Error('Nothing forgets them.')),
      },
      store: { merge: (ref, value) => void this.merged.push({ ref, value }) },
      models: new Models(this.store, this.modelStatuses),
      conversations: new ConversationStore({
        files,
        clock,
        log,
        copyTitle: (title) => `${title} (copy)`,
      }),
      lastUsed: new LastUsed(this.settingsFiles, log),
      keptSettings: new KeptSettings(this.settingsFiles, this.presetFiles, log),
      keeping: this.keeping,
      interactions: this.interactions,
      activity: this.activity,
    };
  }

  /** A session on a new conversation with the small model of the remote connection, its model looked up. */
  async open(over: Partial<InitialState> = {}): Promise<TestSession> {
    const beginning = { connection: REMOTE.id, model: SMALL.name, settings: {}, ...over };
    return this.openWith({ conversation: newConversation(beginning, this.clock.now()) });
  }

  async openWith(opened: OpenedConversation): Promise<TestSession> {
    const session = new TestSession(opened, this);
    await settle();
    return session;
  }

  /** The conversation in its file. */
  saved(id: string): Conversation {
    return parseConversation(this.files.files.get(`${id}.json`) ?? '');
  }

  async #client(id: string): Promise<Client> {
    if (this.clientFailure) throw this.clientFailure;
    if (id === EMULATOR.id) this.emulator.set({ status: 'running', port: 4321 });
    return this.client;
  }
}

/** A session that remembers what it told its panel. */
export class TestSession extends Session {
  readonly events: { readonly at: number; readonly event: PlaygroundEvent }[] = [];

  constructor(opened: OpenedConversation, world: World) {
    super(opened, world.services);
    this.onDidEmit((event) => this.events.push({ at: world.clock.monotonic(), event }));
  }

  get answer(): ModelTurn {
    const last = this.state.turns.at(-1);
    if (last?.role !== 'model') throw new Error('There is no answer');
    return last;
  }

  get text(): string {
    return (this.answer.content.parts ?? []).map((part) => part.text ?? '').join('');
  }

  /** The last snapshot that the panel got. */
  get shown(): PlaygroundState {
    const found = this.events.findLast(({ event }) => event.name === 'state');
    if (found?.event.name !== 'state') throw new Error('No state was sent');
    return found.event.state;
  }

  get deltas(): readonly { readonly at: number; readonly text: string }[] {
    return this.events.flatMap(({ at, event }) =>
      event.name === 'delta'
        ? [{ at, text: event.delta.pieces.map((piece) => piece.text).join('') }]
        : [],
    );
  }
}
