import * as l10n from '@vscode/l10n';
import { errorMessage } from '../../base/errors';
import { openMenu } from '../../webview/kit/menu';
import type { MenuPage, MenuRow } from '../../webview/kit/menuRows';
import type { Choice, ChoiceList, ChoiceListName } from '../../conversation/model/calls';
import type { PanelContext } from './state/context';
import { revealedText } from './reveal';

type MenuRequest =
  | { readonly list: Exclude<ChoiceListName, 'turn'> }
  | { readonly list: 'turn'; readonly turn: string };

const TITLES: { readonly [N in ChoiceListName]: () => string } = {
  model: () => l10n.t('Model'),
  mode: () => l10n.t('Mode'),
  version: () => l10n.t('API Version'),
  connection: () => l10n.t('Connection'),
  cache: () => l10n.t('Cached content'),
  turn: () => l10n.t('More Actions…'),
};

/** Opens a list of the host as a menu of a button. The host runs the choice. */
export function openChoices(
  context: Pick<PanelContext, 'call' | 'tell'>,
  anchor: HTMLElement,
  wish: MenuRequest,
): void {
  const attempt = async <T>(asked: Promise<T>): Promise<T | undefined> => {
    try {
      return await asked;
    } catch (error) {
      context.tell(l10n.t('That didn’t work: {0}', errorMessage(error)));
      return undefined;
    }
  };
  openMenu(anchor, {
    title: TITLES[wish.list](),
    async load(path) {
      const list = await attempt(context.call('listChoices', { ...wish, path }));
      return list && menuPage(list, wish.list);
    },
    choose: ({ id }, typed, path) =>
      void attempt(context.call('choose', { ...wish, path: [...path, id], typed })),
  });
}

export function menuOpener({ currentTarget }: MouseEvent): HTMLElement {
  return currentTarget as HTMLElement;
}

function menuPage({ title, placeholder, rows }: ChoiceList, list: ChoiceListName): MenuPage {
  // Target lists have a current row; action lists don't.
  const isChoice = list !== 'turn' || rows.some(({ isCurrent }) => isCurrent !== undefined);
  return {
    kind: isChoice ? 'choice' : 'actions',
    title: revealedText(title),
    ...(placeholder !== undefined && { placeholder: revealedText(placeholder) }),
    rows: rows.map(menuRow),
  };
}

/** Names of models and connections are untrusted. */
function menuRow(row: Choice): MenuRow {
  const { id, label, description, detail, facts = [], icon, separator, isCurrent, leads } = row;
  const details = [...(detail === undefined ? [] : [detail]), ...facts].map(revealedText);
  return {
    ...{ id, icon, separator, isCurrent, leads },
    label: revealedText(label),
    description: description && revealedText(description),
    details,
    ...(row.takesTyped && { typedLabel: (typed) => l10n.t('Use “{0}”', revealedText(typed)) }),
  };
}
