import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Memento } from 'vscode';
import { Emitter } from '../../../src/base/event';
import { COMPARE_PANEL, PART_SCHEME } from '../../../src/catalog/ids';
import { settings as SETTINGS } from '../../../src/catalog/settings';
import { createFiles, type LoadedFiles } from '../../../src/files/createFiles';
import { Panels } from '../../../src/playground/host/panels';
import type { PlaygroundHost } from '../../../src/conversation/session/context';
import type { EditorPiece } from '../../../src/conversation/model/conversation';
import { openPrompt } from '../../../src/playground/host/prompts/openPrompt';
import { promptFileName } from '../../../src/conversation/model/promptFile';
import { promptDeps } from '../../../src/playground/host/prompts/vscodePromptFiles';
import { readPrompt } from '../../../src/conversation/prompts/readPrompt';
import { PartFiles } from '../../../src/playground/host/partFiles';
import { FolderStore } from '../../../src/platform/files';
import type { OpenSheet, Sheet, SheetAction } from '../../../src/platform/sheet';
import { createSheets } from '../../../src/resources/sheets/sheetPanel';
import type { Connection, Connections } from '../../../src/service/connection';
import { createServices } from '../../../src/service/services';
import type { EmulatorAddress } from '../../../src/service/emulator';
import { TrafficLog } from '../../../src/service/trafficLog';
import { systemClock } from '../../../src/base/clock';
import { errorMessage } from '../../../src/base/errors';
import { FakeActivity } from '../../fakes/activity';
import { FakeLog } from '../../fakes/log';
import { FakePrompts } from '../../fakes/prompts';
import { FakeSecretStorage } from '../../fakes/secretStorage';
import { noServerHeaders } from '../../fakes/serverHeaders';
import { FakeTextDocuments } from '../../fakes/textDocuments';
import { EMULATOR, FakeConnections, FakeEmulator } from '../../unit/conversation/fakeServices';
import {
  editorTabs,
  openFolder,
  openTextEditor,
  restoredPanel,
  setShell,
  Uri,
  type Deed,
  type Shell,
  type TextEditor,
} from './vscode';

export interface StageParts extends Omit<Shell, 'deeds' | 'chosen'> {
  /** Of the repository. */
  readonly root: string;
  readonly emulator: EmulatorAddress;
  /** More connections, the first of which is used; the emulator's without. */
  readonly connections: readonly StageConnection[];
}

/** A connection of the user, with its key where it has one. */
export interface StageConnection extends Connection {
  readonly key?: string;
}

/** The emulator of the test, as the one that is built in. */
class StageEmulator extends FakeEmulator {
  constructor(readonly address: EmulatorAddress) {
    super();
  }

  override async start(): Promise<never> {
    this.set({ status: 'running', port: Number(new URL(this.address.baseUrl).port) });
    // The base class never starts; what awaits this takes an address.
    return this.address as never;
  }
}

/**
 * The host of the playground as the extension builds it, with a real emulator, around a VS Code that only opens tabs:
 * everything that a panel shows and does is that of the product. Questions are answered by the test beforehand.
 */
export class Stage {
  readonly prompts = new FakePrompts();
  readonly documents = new FakeTextDocuments();
  readonly log = new FakeLog();
  /** What VS Code was asked to do. */
  readonly deeds: Deed[] = [];
  /** What was told in messages. */
  readonly reports: string[] = [];
  /** What was asked for on sheets. */
  readonly acts: SheetAction[] = [];
  readonly #chosen: Uri[][] = [];
  readonly #files: LoadedFiles;
  /** Where the extension keeps its files. */
  readonly folder: string;
  readonly #host: PlaygroundHost;
  #panels: Panels;
  readonly #services: ReturnType<typeof createServices>;
  #sheets: ReturnType<typeof createSheets> | undefined;

  private constructor(parts: StageParts, folder: string) {
    this.folder = folder;
    setShell({ ...parts, deeds: this.deeds, chosen: this.#chosen });
    const connections = new FakeConnections();
    connections.set([...parts.connections, EMULATOR], parts.connections[0]?.id ?? EMULATOR.id);
    const emulator = new StageEmulator(parts.emulator);
    this.#services = createServices({
      serverHeaders: noServerHeaders,
      connections: connections satisfies Connections,
      credentials: {
        get: async ({ id, auth }) => {
          const key = parts.connections.find((connection) => connection.id === id)?.key;
          if (auth === 'none') return { kind: 'none' };
          if (key === undefined) throw new Error(`${id} has no key.`);
          return { kind: 'apiKey', key };
        },
        onDidChange: new Emitter<string>().event,
      },
      emulator,
      spend: async () => ({
        folder: () => join(folder, 'spend'),
        user: {
          read: () => SETTINGS['spend.caps'].default,
          onDidChange: new Emitter<void>().event,
        },
        workspaceFolder: () => undefined,
        onWarn: () => undefined,
        log: this.log,
      }),
      readNetwork: () => ({}),
      onDidChangeNetwork: new Emitter<void>().event,
      onSecret: () => undefined,
      memory: memento(),
      interactionFiles: async () => new FolderStore(join(folder, 'interactions')),
      log: this.log,
      traffic: new TrafficLog(() => false),
      limits: () => ({ maxAttempts: SETTINGS['retry.maxAttempts'].default }),
      notices: {
        show: () => ({ dispose: () => undefined }),
        clock: systemClock,
        log: this.log,
      },
    });
    const { prompts, documents, log, reports } = this;
    const { services } = this.#services;
    const activity = new FakeActivity();
    const host = {
      prompts,
      documents,
      log,
      system: { remoteHost: undefined },
      recentLog: () => [],
      redact: (text: string) => text,
      report: async (_source: string, error: unknown) => {
        reports.push(errorMessage(error));
      },
      context: {
        globalStorageUri: Uri.file(folder),
        extension: { packageJSON: {} },
        extensionUri: Uri.file(parts.root),
        secrets: new FakeSecretStorage(),
        workspaceState: memento(),
        globalState: memento(),
      },
      // What a panel never asks for is not there.
    } as unknown as PlaygroundHost;
    const settings = { read: (name: string) => parts.settings[`generativeLanguage.${name}`] };
    this.#files = createFiles({ host, services, activity, settings });
    const sheets = async () => (this.#sheets ??= createSheets(this.#host));
    this.#host = { ...host, ...services, activity, sheets, uploads: this.#files.uploads };
    this.#panels = this.#open();
  }

  static async open(parts: StageParts): Promise<Stage> {
    return new Stage(parts, await mkdtemp(join(tmpdir(), 'stage-')));
  }

  async openPlayground(): Promise<void> {
    await this.#panels.open();
  }

  /** Opens a folder as the workspace. */
  openFolder(path: string): void {
    openFolder(path);
  }

  /** Opens a text of the user in an editor beside the panels, with all of it selected. */
  openEditor(text: string): TextEditor {
    return openTextEditor(text);
  }

  /** Puts pieces of editors into the message of the newest playground, as VS Code's commands do. */
  addPieces(pieces: readonly EditorPiece[]): void {
    this.#panels.all.at(-1)?.tell({ name: 'add', pieces });
  }

  /** The list of conversations is answered beforehand. */
  async openConversation(): Promise<void> {
    await this.#panels.openConversation();
  }

  /** Opens a prompt file, as the button above its first line does. */
  async openPrompt(path: string): Promise<void> {
    const uri = Uri.file(path).toString();
    const text = await readFile(path, 'utf8');
    const prompt = readPrompt(text, promptFileName(uri));
    await openPrompt({ uri, text, prompt }, promptDeps(this.#host), this.#panels);
  }

  async openComparison(): Promise<void> {
    await this.#panels.compare();
  }

  /** The tabs of text editors. */
  get editorTabs(): typeof editorTabs {
    return editorTabs;
  }

  /** Opens a page with tables, or shows another content where one with the same title is open. */
  openSheet(sheet: Sheet): OpenSheet {
    this.#sheets ??= createSheets(this.#host);
    return this.#sheets.open(sheet.title, sheet, async (act) => void this.acts.push(act));
  }

  /** What is chosen in the next file dialog. */
  chooseFiles(...paths: readonly string[]): void {
    this.#chosen.push(paths.map((path) => Uri.file(path)));
  }

  /** What VS Code does with its tabs when the window is reloaded: the extension ends, and gets them again. */
  async reload(tabs: readonly { readonly type: string; readonly state: unknown }[]): Promise<void> {
    await this.#panels.close();
    this.#panels = this.#open();
    for (const { type, state } of tabs) {
      const panel = restoredPanel(type) as Parameters<Panels['restore']>[0];
      if (type === COMPARE_PANEL) await this.#panels.comparisons.restore(panel, state);
      else await this.#panels.restore(panel, state);
    }
  }

  /** The JSON of the part of the settings that was opened last in an editor. */
  async readPart(): Promise<string> {
    return Buffer.from(await this.#parts().read(this.#lastPart())).toString('utf8');
  }

  /** Saves that part; throws what VS Code would show where it is refused. */
  async savePart(text: string): Promise<void> {
    await this.#parts().write(this.#lastPart(), Buffer.from(text));
  }

  async close(): Promise<void> {
    await this.#panels.close();
    this.#sheets?.dispose();
    this.#files.dispose();
    this.#services.dispose();
    await rm(this.folder, { recursive: true, force: true });
  }

  #open(): Panels {
    return new Panels(this.#host, () => undefined);
  }

  #parts(): PartFiles {
    return new PartFiles(this.#panels, new Emitter());
  }

  #lastPart(): Parameters<PartFiles['read']>[0] {
    const opened = this.deeds.findLast(
      ({ what, args: [uri] }) =>
        what === 'window.showTextDocument' && uri instanceof Uri && uri.scheme === PART_SCHEME,
    );
    if (!opened) throw new Error('No part of the settings was opened.');
    return opened.args[0] as Parameters<PartFiles['read']>[0];
  }
}

/** What VS Code keeps for an extension. */
function memento(): Pick<Memento, 'get' | 'update'> {
  const values = new Map<string, unknown>();
  return {
    get: <T>(key: string, otherwise?: T) => (values.get(key) ?? otherwise) as T,
    update: async (key, value) => void values.set(key, value),
  };
}
