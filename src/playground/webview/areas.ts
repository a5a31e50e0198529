import type { Area, ComposerAccess, PanelContext } from './context';
import { UndoNotice } from './editHistory';
import { ResultsArea } from './functionResults';
import { ModeArea } from './modes/modeArea';
import { PromptBar, VariablesArea } from './promptAreas';

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
