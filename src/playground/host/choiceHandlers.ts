import type { Handlers } from '../../webview/rpc';
import type { choiceCalls, ChoiceListName } from '../choices';
import type { PanelDeps } from './panelDeps';
import { type Choices, choicesAt, rowOf, shownChoices } from './choices';
import { turnChoices } from './turnChoices';

/** Answers the panel's calls about the lists that open beside its buttons. */
export function choiceHandlers(deps: PanelDeps): Handlers<{ calls: typeof choiceCalls }> {
  const { l10n } = deps;
  return {
    async listChoices({ list, turn, path }) {
      return await shownChoices(await choicesAt(firstChoices(deps, list, turn), path, l10n));
    },
    async choose({ list, turn, path, typed = '' }) {
      const choices = await choicesAt(firstChoices(deps, list, turn), path.slice(0, -1), l10n);
      const row = await rowOf(choices, path.at(-1) ?? '', l10n);
      await row.choose(typed);
    },
  };
}

function firstChoices(deps: PanelDeps, list: ChoiceListName, turn = ''): Choices {
  return list === 'turn' ? turnChoices(deps, turn) : deps.pickers.choices(list, deps.session);
}
