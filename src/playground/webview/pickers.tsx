import * as l10n from '@vscode/l10n';
import type { VNode } from 'preact';
import { errorMessage } from '../../base/errors';
import { Icon, type IconName } from '../../webview/kit/icon';
import { openMenu } from '../../webview/kit/menu';
import type { MenuPage, MenuRow } from '../../webview/kit/menuList';
import type { Choice, ChoiceList, ChoiceListName } from '../../conversation/model/calls';
import { MODES } from '../../conversation/model/modes';
import type { PlaygroundState } from '../../conversation/model/protocol';
import { agentName, requestAgent } from './settingRows/interactionRows';
import type { PanelContext } from './state/context';
import type { PanelStore } from './state/panelStore';
import { revealedText } from './reveal';

export interface ToolbarItem {
  readonly id: string;
  readonly rank: number;
  readonly icon: IconName;
  readonly label: string;
  readonly picked?: {
    readonly text: string;
    readonly name: string;
    readonly quiet: boolean;
    readonly inSettings?: true;
  };
  readonly run: (anchor: HTMLElement) => void;
}

export function Picker({
  item,
  isHidden,
}: {
  readonly item: ToolbarItem;
  readonly isHidden?: boolean;
}): VNode {
  const { id, rank, icon, picked, run } = item;
  const hasList = !picked?.inSettings;
  return (
    <button
      type="button"
      class={picked?.quiet ? 'picker quiet' : 'picker'}
      data-item={id}
      data-rank={rank}
      data-shrinks={id === 'model' ? '' : undefined}
      hidden={isHidden}
      title={picked?.name}
      aria-label={picked?.name}
      aria-haspopup={hasList ? 'listbox' : undefined}
      aria-expanded={hasList ? false : undefined}
      onClick={(event) => run(menuOpener(event))}
    >
      {(id === 'connection' || !hasList) && <Icon name={icon} />}
      <span class="label">{picked?.text}</span>
      {hasList && <Icon name="chevron-down" />}
    </button>
  );
}

/** Returns the pickers, most important first: model, stores, mode, API version, and connection. */
export function pickersOf(panel: PlaygroundState, store: PanelStore): readonly ToolbarItem[] {
  const { model, version, connection } = panel;
  const modelName = revealedText(model?.displayName ?? '');
  const agent = agentName(requestAgent(panel));
  const mode = MODES[panel.mode].label();
  const place = revealedText(connection?.name ?? '');
  const detail = revealedText(connection?.detail ?? '');
  const open = (list: Exclude<ChoiceListName, 'turn'>) => (anchor: HTMLElement) =>
    openChoices(store, anchor, { list });
  return [
    {
      id: 'model',
      rank: 1,
      icon: 'sparkle',
      label: l10n.t('Model'),
      run: open('model'),
      picked: {
        text: agent || modelName || l10n.t('Select Model'),
        name: modelWords(modelName, agent),
        quiet: false,
      },
    },
    ...storesItem(panel, store),
    {
      id: 'mode',
      rank: 2,
      icon: 'comment',
      label: l10n.t('Mode'),
      run: open('mode'),
      picked: {
        text: mode,
        name: l10n.t('Mode: {0}. Change the mode.', mode),
        quiet: true,
      },
    },
    {
      id: 'version',
      rank: 6,
      icon: 'versions',
      run: open('version'),
      label: l10n.t('API Version'),
      picked: {
        text: version,
        name: l10n.t('API version: {0}. Change the version.', version),
        quiet: true,
      },
    },
    {
      id: 'connection',
      rank: 5,
      icon: 'plug',
      run: open('connection'),
      label: l10n.t('Connection'),
      picked: {
        text: place || l10n.t('Select Connection'),
        name: place
          ? l10n.t('Connection: {0}, {1}. Change the connection.', place, detail)
          : l10n.t('Select Connection'),
        quiet: true,
      },
    },
  ];
}

function storesItem({ stores }: PlaygroundState, store: PanelStore): readonly ToolbarItem[] {
  const [first] = stores ?? [];
  if (!stores || !first) return [];
  const names = stores.map(({ name }) => revealedText(name)).join(', ');
  return [
    {
      id: 'stores',
      rank: 3,
      icon: 'database',
      label: l10n.t('File Search'),
      picked: {
        text:
          stores.length === 1
            ? l10n.t('Searches {0}', revealedText(first.title))
            : l10n.t('Searches {0} stores', stores.length),
        name: l10n.t('Searches in: {0}. Show in settings.', names),
        quiet: true,
        inSettings: true,
      },
      run: () => store.settings.show('fileSearch'),
    },
  ];
}

function modelWords(model: string, agent: string): string {
  if (!model) return l10n.t('Select Model');
  return agent
    ? l10n.t('Model: {0}, replaced by the agent {1}. Change the model.', model, agent)
    : l10n.t('Model: {0}. Change the model.', model);
}

export function openItems(anchor: HTMLElement | null, items: readonly ToolbarItem[]): void {
  if (!anchor) return;
  const title = l10n.t('More');
  const rows: readonly MenuRow[] = items.map(({ id, icon, label, picked }, index) => ({
    id,
    icon,
    label,
    description: picked?.text,
    separator: index > 0 && !picked && items[index - 1]?.picked ? '' : undefined,
  }));
  openMenu(anchor, {
    title,
    load: async () => ({ kind: 'actions', title, rows }),
    choose: ({ id }) => items.find((item) => item.id === id)?.run(anchor),
  });
}

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
  async function attempt<T>(asked: Promise<T>): Promise<T | undefined> {
    try {
      return await asked;
    } catch (error) {
      context.tell(l10n.t('That didn’t work: {0}', errorMessage(error)));
      return undefined;
    }
  }
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
    id,
    icon,
    separator,
    isCurrent,
    leads,
    label: revealedText(label),
    description: description && revealedText(description),
    details,
    ...(row.takesTyped && { typedLabel: (typed) => l10n.t('Use “{0}”', revealedText(typed)) }),
  };
}
