import { kindIds, kindRow } from '../../catalog/kinds';
import type { L10n } from '../../platform/l10n';
import { plainText } from '../../platform/plainText';
import type { PickItem, Prompts } from '../../platform/prompts';
import type { TreeModel } from '../treeModel';
import { readArrangement, type Arrangement } from './arrangement';

/** Where the choices are kept. */
interface Kept {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

export interface ViewControlsParts {
  readonly model: Pick<TreeModel, 'arrange' | 'arrangement'>;
  readonly kept: Kept;
  readonly l10n: L10n;
  /** Tells VS Code that only some rows are shown, in words above them; undefined where all are. */
  readonly onFilter: (message: string | undefined) => void;
}

const KEY = 'resources.arrangement';

/** Whether some kind has a column, so that its rows can be told apart by it. */
const some = (column: 'size' | 'end' | 'type'): boolean =>
  kindIds().some((kind) => kindRow(kind)[column] !== undefined);

type Choice = Partial<Pick<Arrangement, 'sort' | 'group'>>;

/** The user's choices of what the tree shows. A filter ends with the window; the order stays. */
export class ViewControls {
  readonly #parts: ViewControlsParts;

  constructor(parts: ViewControlsParts) {
    this.#parts = parts;
    parts.model.arrange(readArrangement(parts.kept.get(KEY)));
  }

  /** Asks for a text, and shows only what has it. */
  async filter(prompts: Prompts): Promise<void> {
    const { model, l10n } = this.#parts;
    const text = await prompts.input({
      title: l10n.t('Filter Resources'),
      prompt: l10n.t('Words in a label, a name or a description. Only what is loaded is searched.'),
      value: model.arrangement.filter,
    });
    if (text !== undefined) this.#filter(text.trim());
  }

  clearFilter(): void {
    this.#filter('');
  }

  /** Asks how rows are sorted and grouped; each choice is one of its kind. */
  async sort(prompts: Prompts): Promise<void> {
    const { model, kept, l10n } = this.#parts;
    const now = model.arrangement;
    const row = (label: string, value: Choice, separator?: string): PickItem<Choice> => {
      const isChosen = value.sort === now.sort || value.group === now.group;
      return {
        ...{ label, value, active: value.sort === now.sort },
        ...(isChosen && { icon: 'check', description: l10n.t('now') }),
        ...(separator !== undefined && { separator }),
      };
    };
    const choice = await prompts.pick({ title: l10n.t('Sort and Group Resources') }, [
      row(l10n.t('As the service lists them'), { sort: 'server' }, l10n.t('Sort')),
      row(l10n.t('By name'), { sort: 'name' }),
      row(l10n.t('Newest first'), { sort: 'newest' }),
      ...(some('size') ? [row(l10n.t('By size'), { sort: 'size' })] : []),
      ...(some('end') ? [row(l10n.t('Expires first'), { sort: 'end' })] : []),
      ...(some('type') ? [row(l10n.t('By type of content'), { sort: 'type' })] : []),
      row(l10n.t('No groups'), { group: 'none' }, l10n.t('Group')),
      row(l10n.t('By state'), { group: 'state' }),
      ...(some('type') ? [row(l10n.t('By type'), { group: 'type' })] : []),
    ]);
    if (!choice) return;
    const { sort, group } = { ...now, ...choice };
    await kept.update(KEY, { sort, group });
    model.arrange({ ...model.arrangement, sort, group });
  }

  #filter(filter: string): void {
    const { model, l10n, onFilter } = this.#parts;
    model.arrange({ ...model.arrangement, filter });
    const shown = plainText(filter);
    onFilter(
      filter === ''
        ? undefined
        : l10n.t('Filtered by “{0}”: only what is loaded and matches is shown.', shown),
    );
  }
}
