import type { ModelTurn } from '../conversation';
import type { PanelContext } from './context';
import { candidateSwitch } from './editing/candidateSwitch';
import { editedMark } from './editing/editedMark';
import { sourcesView } from './inspect/sourcesView';
import { answerableView } from './modes/answerableView';
import { embeddingView } from './modes/embeddingView';
import { schemaProblems } from './tools/schemaProblems';
import type { TurnPlace } from './turnView';

/** What stands below an answer besides its verdict; built anew when the turn or its place changed. */
export type TurnSection = (
  turn: ModelTurn,
  place: TurnPlace,
  context: PanelContext,
) => HTMLElement | undefined;

const SECTIONS: readonly TurnSection[] = [
  embeddingView,
  answerableView,
  schemaProblems,
  sourcesView,
  editedMark,
  candidateSwitch,
];

export function turnSections(...args: Parameters<TurnSection>): readonly HTMLElement[] {
  return SECTIONS.map((section) => section(...args)).filter((view) => view !== undefined);
}
