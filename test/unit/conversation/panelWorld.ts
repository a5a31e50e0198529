import type { PanelDeps, PanelActions } from '../../../src/playground/host/panelDeps';
import { createHandlers } from '../../../src/playground/host/handlers';
import { Pickers } from '../../../src/playground/host/pickers';
import {
  playgroundProtocol,
  type PlaygroundProtocol,
} from '../../../src/conversation/model/protocol';
import type { ChoiceListName } from '../../../src/conversation/model/calls';
import { connect, serve, type Caller } from '../../../src/webview/rpc';
import { pair } from '../playground/rpc/pair';
import type { TestSession, World } from './world';

function unexpected(): never {
  throw new Error('This was not to be called');
}

/** What a panel does around itself, where nothing is expected to be done. */
export const NO_ACTIONS: PanelActions = {
  addApiKey: unexpected,
  signIn: unexpected,
  diagnose: unexpected,
  recordMissing: unexpected,
  recordWindow: unexpected,
  allowMore: unexpected,
  openConversation: unexpected,
  openNew: unexpected,
  openCompared: unexpected,
  openResource: unexpected,
  editPart: unexpected,
  showText: unexpected,
  editor: { insert: unexpected, compare: unexpected, reveal: unexpected },
  code: { language: undefined, show: unexpected },
  redact: unexpected,
  savePrompt: unexpected,
  saveTestCase: unexpected,
  managePresets: unexpected,
  decideRows: unexpected,
  showPromptFile: unexpected,
  showLog: unexpected,
  copy: unexpected,
  openLink: unexpected,
  openInEditor: unexpected,
  openDiagram: unexpected,
  saveFile: unexpected,
  openFile: unexpected,
};

/** The parts that handlers are made of, in the world of a test. */
export function handlerParts(
  world: World,
  session: TestSession,
  over: Partial<PanelDeps> = {},
): PanelDeps {
  const { prompts, connections } = world;
  return {
    session,
    prompts,
    connections,
    pickers: new Pickers(world.services, prompts),
    actions: NO_ACTIONS,
    onReady: unexpected,
    ...over,
  };
}

/** The page's side of a panel, with the host's handlers behind it. `onDropped` is told of messages that are wrong. */
export function openPanel(
  world: World,
  session: TestSession,
  over: Partial<PanelDeps> = {},
  onDropped: (reason: string) => void = unexpected,
): Caller<PlaygroundProtocol> {
  const { host, webview } = pair();
  serve(host, playgroundProtocol, createHandlers(handlerParts(world, session, over)), onDropped);
  return connect(webview, playgroundProtocol, unexpected);
}

/** Chooses a row by its label from a list beside a button, and then from each list that it leads to. */
export async function chooseRows(
  panel: Caller<PlaygroundProtocol>,
  list: { readonly list: ChoiceListName; readonly turn?: string },
  ...labels: readonly string[]
): Promise<void> {
  const path: string[] = [];
  for (const label of labels) {
    const { rows } = await panel.call('listChoices', { ...list, path });
    const row = rows.find((other) => other.label === label);
    if (!row) throw new Error(`${label} is not among ${rows.map((one) => one.label).join(', ')}.`);
    path.push(row.id);
  }
  await panel.call('choose', { ...list, path });
}
