import * as vscode from 'vscode';
import { lazy } from '../../base/async';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter } from '../../base/event';
import type { PlaygroundCommand } from '../../catalog/commands';
import {
  COMPARE_PANEL,
  CONVERSATIONS_VIEW,
  PART_SCHEME,
  PLAYGROUND_PANEL,
} from '../../catalog/ids';
import type { ReadTemplate } from '../../platform/promptTemplate';
import type { HistoryNode, HistoryViewDeps, LoadedHistory } from './history/createHistory';
import type { Panels } from './panels';
import type { PartFiles } from './partFiles';
import type { PromptAccess } from './prompts/promptAccess';
import type { PromptFileEditors } from './prompts/promptEditors';
import type { PlaygroundHost } from '../../conversation/session/context';

export interface PlaygroundContext extends Disposable {
  readonly run: (name: PlaygroundCommand, args: readonly unknown[]) => Promise<void>;
  readonly readTemplate: ReadTemplate;
  readonly promptFiles: () => Promise<PromptAccess>;
  panels(): Promise<Panels>;
  /** Whether the tab of a conversation is visible. */
  isInFront(conversation: string): boolean;
  readonly history: Pick<History, 'load'>;
  /** Stops all streams when the window closes. Resolves when every conversation is on disk. */
  close(): Promise<void>;
}

export function registerPlayground(host: PlaygroundHost): PlaygroundContext {
  const disposables = new DisposableStore();
  let made: Panels | undefined;
  const history = disposables.add(registerHistory(host, () => made));
  const promptFiles = disposables.add(registerPromptFiles());
  const panels: () => Promise<Panels> = lazy(async () => {
    const loaded = await import('./panels');
    made = disposables.add(new loaded.Panels(host, history.changed));
    return made;
  });
  disposables.add(registerPartFiles(panels));
  const run = async (name: PlaygroundCommand, args: readonly unknown[]): Promise<void> => {
    const { runPlaygroundCommand } = await import('./playgroundCommands');
    await runPlaygroundCommand({ host, panels, history, promptFiles }, name, args);
  };
  disposables.add(
    vscode.window.registerWebviewPanelSerializer(PLAYGROUND_PANEL, {
      async deserializeWebviewPanel(panel, state: unknown) {
        await (await panels()).restore(panel, state);
      },
    }),
  );
  disposables.add(
    vscode.window.registerWebviewPanelSerializer(COMPARE_PANEL, {
      async deserializeWebviewPanel(panel, state: unknown) {
        await (await panels()).comparisons.restore(panel, state);
      },
    }),
  );
  return {
    run,
    readTemplate: async (file) => {
      const [{ readTemplate }, { promptDeps }] = await Promise.all([
        import('./prompts/openPrompt'),
        import('./prompts/vscodePromptFiles'),
      ]);
      return await readTemplate(vscode.Uri.from(file).toString(), promptDeps(host));
    },
    promptFiles: lazy(async () => {
      const { PromptAccess } = await import('./prompts/promptAccess');
      return new PromptAccess(host, await panels());
    }),
    panels,
    isInFront: (conversation) => made?.isInFront(conversation) ?? false,
    history,
    close: async () => made?.close(),
    dispose: () => disposables.dispose(),
  };
}

function registerPartFiles(panels: () => Promise<Panels>): Disposable {
  const disposables = new DisposableStore();
  const changed = disposables.add(new Emitter<vscode.FileChangeEvent[]>());
  const files: () => Promise<PartFiles> = lazy(async () => {
    const [loaded, opened] = await Promise.all([import('./partFiles'), panels()]);
    return disposables.add(new loaded.PartFiles(opened, changed));
  });
  const refuse = (uri: vscode.Uri): never => {
    throw vscode.FileSystemError.NoPermissions(uri);
  };
  const provider: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    stat: async (uri) => (await files()).stat(uri),
    readFile: async (uri) => (await files()).read(uri),
    writeFile: async (uri, content) => (await files()).write(uri, content),
    watch: () => new vscode.Disposable(() => undefined),
    readDirectory: refuse,
    createDirectory: refuse,
    delete: refuse,
    rename: refuse,
  };
  disposables.add(
    vscode.workspace.registerFileSystemProvider(PART_SCHEME, provider, { isCaseSensitive: true }),
  );
  return disposables;
}

function registerPromptFiles(): PromptFileEditors & Disposable {
  const disposables = new DisposableStore();
  const changed = disposables.add(new vscode.EventEmitter<void>());
  const load = lazy(async () => {
    const { PromptEditors } = await import('./prompts/promptEditors');
    return disposables.add(new PromptEditors(() => changed.fire()));
  });
  disposables.add(
    vscode.languages.registerCodeLensProvider(
      { pattern: '**/*.prompt.json' },
      {
        onDidChangeCodeLenses: changed.event,
        provideCodeLenses: async ({ uri }) => await (await load()).lenses(uri),
      },
    ),
  );
  return {
    refresh: () => changed.fire(),
    mark: (uri, problems) => void load().then((editors) => editors.mark(uri, problems)),
    dispose: () => disposables.dispose(),
  };
}

interface History extends Disposable {
  load(): Promise<LoadedHistory>;
  readonly changed: (conversation: string) => void;
}

function registerHistory(host: PlaygroundHost, panels: () => Panels | undefined): History {
  const disposables = new DisposableStore();
  const changed = disposables.add(new Emitter<HistoryNode[] | undefined>());
  let loaded: LoadedHistory | undefined;
  const load: () => Promise<LoadedHistory> = lazy(async () => {
    const { createHistory } = await import('./history/createHistory');
    const draw: HistoryViewDeps['draw'] = (rows) => changed.fire(rows && [...rows]);
    loaded = disposables.add(createHistory({ host, view, panels, draw }));
    return loaded;
  });
  const view = disposables.add(
    vscode.window.createTreeView<HistoryNode>(CONVERSATIONS_VIEW, {
      canSelectMany: true,
      treeDataProvider: {
        onDidChangeTreeData: changed.event,
        getChildren: async (node) => (await load()).children(node),
        getTreeItem: async (node) => (await load()).item(node),
        resolveTreeItem: async (item, node) => (await load()).resolve(item, node),
      },
    }),
  );
  return {
    load,
    changed: (conversation) => loaded?.changed(conversation),
    dispose: () => disposables.dispose(),
  };
}
