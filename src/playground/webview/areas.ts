import type { PlaygroundState } from '../protocol';
import type { PanelContext } from './context';
import { ModeArea } from './modes/modeArea';
import { UndoNotice } from './editing/undoNotice';
import { ResultsArea } from './tools/resultsArea';
import { PromptBar } from './prompts/promptBar';
import { VariablesArea } from './prompts/variablesArea';

/** What stands between the conversation and the composer, or in it; hidden where there is nothing to show. */
export interface Area {
  readonly element: HTMLElement;
  show(panel: PlaygroundState): void;
  /** Why no message can be sent for now, as a sentence; absent where one can. */
  readonly obstacle?: string | undefined;
}

/** What an area may ask of the composer. */
export interface ComposerAccess {
  /** The message as it would be sent. */
  readonly message: () => string;
  /** Puts a text into the composer, in place of what stands there, and moves the focus there. */
  readonly fill: (text: string) => void;
  /** Called after each change of the text. */
  readonly onDidChange: (listener: () => void) => void;
  /** What keeps a message from being sent has changed. */
  readonly refresh: () => void;
}

/** The areas of a panel, from top to bottom. */
export function createAreas(context: PanelContext, composer: ComposerAccess): readonly Area[] {
  return [
    new ModeArea(context, composer),
    new UndoNotice(context),
    new ResultsArea(context, composer),
    new PromptBar(context, composer),
    new VariablesArea(context, composer),
  ];
}
