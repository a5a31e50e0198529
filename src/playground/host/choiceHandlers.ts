import type { Handlers } from '../../webview/rpc';
import type { choiceCalls, ChoiceListName } from '../../conversation/model/choices';
import type { PanelDeps } from './panelDeps';
import { type Choices, choicesAt, rowOf, shownChoices } from './choices';
import { turnChoices } from './turnChoices';

/** Answers the panel's calls about the lists that open beside its buttons. */
export function choiceHandlers(deps: PanelDeps): Handlers<{ calls: typeof choiceCalls }> {
  return {
    async listChoices({ list, turn, path }) {
      return await shownChoices(await choicesAt(firstChoices(deps, list, turn), path));
    },
    async choose({ list, turn, path, typed = '' }) {
      const choices = await choicesAt(firstChoices(deps, list, turn), path.slice(0, -1));
      const row = await rowOf(choices, path.at(-1) ?? '');
      await row.choose(typed);
    },
  };
}

function firstChoices(deps: PanelDeps, list: ChoiceListName, turn = ''): Choices {
  return list === 'turn' ? turnChoices(deps, turn) : deps.pickers.choices(list, deps.session);
}
