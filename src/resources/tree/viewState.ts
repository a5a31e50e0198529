import * as l10n from '@vscode/l10n';
import { type Disposable, DisposableStore } from '../../base/disposable';
import type { Event } from '../../base/event';
import { kindIds, kindRow } from '../../catalog/kinds';
import { topCollection } from '../../catalog/kindOperations';
import { plainText } from '../../platform/plainText';
import type { PickItem, Prompts } from '../../platform/prompts';
import { requireConnected } from '../../platform/errors';
import type { ResourceHandler } from '../context';
import { type Arrangement, readArrangement } from './arrangement';
import type { TreeModel } from './treeModel';

interface ViewMemory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

interface ViewControlsDeps {
  readonly model: Pick<TreeModel, 'arrange' | 'arrangement'>;
  readonly kept: ViewMemory;
  /** Sets VS Code's message above filtered rows. Undefined without a filter. */
  readonly onFilter: (message: string | undefined) => void;
}

const ARRANGEMENT_KEY = 'resources.arrangement';

const isSomeKindWith = (column: 'size' | 'end' | 'type'): boolean =>
  kindIds().some((kind) => kindRow(kind)[column] !== undefined);

type Choice = Partial<Pick<Arrangement, 'sort' | 'group'>>;

/** View settings. The filter lasts until the window closes. The order is saved. */
export class ViewControls {
  readonly #parts: ViewControlsDeps;

  constructor(parts: ViewControlsDeps) {
    this.#parts = parts;
    parts.model.arrange(readArrangement(parts.kept.get(ARRANGEMENT_KEY)));
  }

  async filter(prompts: Prompts): Promise<void> {
    const { model } = this.#parts;
    const text = await prompts.input({
      title: l10n.t('Filter Resources'),
      prompt: l10n.t(
        'Enter words from a label, name, or description. Only loaded resources are searched.',
      ),
      value: model.arrangement.filter,
    });
    if (text !== undefined) this.#filter(text.trim());
  }

  clearFilter(): void {
    this.#filter('');
  }

  async sort(prompts: Prompts): Promise<void> {
    const { model, kept } = this.#parts;
    const now = model.arrangement;
    const row = (label: string, value: Choice, separator?: string): PickItem<Choice> => {
      const isChosen = value.sort === now.sort || value.group === now.group;
      return {
        label,
        value,
        active: value.sort === now.sort,
        ...(isChosen && { icon: 'check', description: l10n.t('current') }),
        ...(separator !== undefined && { separator }),
      };
    };
    const choice = await prompts.pick({ title: l10n.t('Sort and Group Resources') }, [
      row(l10n.t('Default order'), { sort: 'server' }, l10n.t('Sort')),
      row(l10n.t('By name'), { sort: 'name' }),
      row(l10n.t('Newest first'), { sort: 'newest' }),
      ...(isSomeKindWith('size') ? [row(l10n.t('By size'), { sort: 'size' })] : []),
      ...(isSomeKindWith('end') ? [row(l10n.t('Earliest expiration first'), { sort: 'end' })] : []),
      ...(isSomeKindWith('type') ? [row(l10n.t('By content type'), { sort: 'type' })] : []),
      row(l10n.t('No grouping'), { group: 'none' }, l10n.t('Group')),
      row(l10n.t('By state'), { group: 'state' }),
      ...(isSomeKindWith('type') ? [row(l10n.t('By type'), { group: 'type' })] : []),
    ]);
    if (!choice) return;
    const { sort, group } = { ...now, ...choice };
    await kept.update(ARRANGEMENT_KEY, { sort, group });
    model.arrange({ ...model.arrangement, sort, group });
  }

  #filter(filter: string): void {
    const { model, onFilter } = this.#parts;
    model.arrange({ ...model.arrangement, filter });
    const shown = plainText(filter);
    onFilter(
      filter === ''
        ? undefined
        : l10n.t('Filtered by “{0}”. Only loaded items that match are shown.', shown),
    );
  }
}

interface Folding<T> {
  readonly onDidExpandElement: Event<{ readonly element: T }>;
  readonly onDidCollapseElement: Event<{ readonly element: T }>;
}

const OPEN_ROWS_KEY = 'resources.open';

/** Maximum number of saved rows, because each expanded row may cost a request at startup. */
export const MAX_OPEN_ROWS = 50;

/** Expanded and collapsed rows, which VS Code forgets when the window closes. */
export class OpenRows<T> implements Disposable {
  readonly #kept: ViewMemory;
  readonly #idOf: (row: T) => string;
  readonly #disposables = new DisposableStore();

  constructor(view: Folding<T>, kept: ViewMemory, idOf: (row: T) => string) {
    this.#kept = kept;
    this.#idOf = idOf;
    this.#disposables.add(view.onDidExpandElement(({ element }) => this.#note(element, true)));
    this.#disposables.add(view.onDidCollapseElement(({ element }) => this.#note(element, false)));
  }

  /** Whether a row was left expanded; undefined if unknown. */
  wasOpen(row: T): boolean | undefined {
    return this.#read().get(this.#idOf(row));
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #note(row: T, isOpen: boolean): void {
    const id = this.#idOf(row);
    const rows = this.#read();
    rows.delete(id);
    rows.set(id, isOpen);
    const [oldest] = rows.keys();
    if (rows.size > MAX_OPEN_ROWS && oldest !== undefined) rows.delete(oldest);
    void this.#kept.update(OPEN_ROWS_KEY, [...rows]);
  }

  #read(): Map<string, boolean> {
    return new Map(readRows(this.#kept.get(OPEN_ROWS_KEY)));
  }
}

function readRows(kept: unknown): readonly (readonly [string, boolean])[] {
  return Array.isArray(kept) ? kept.filter(isRow) : [];
}

function isRow(value: unknown): value is readonly [string, boolean] {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'boolean';
}

/** Filters tuned models by access. By default, the API omits models shared with everyone. */
export const filterByAccess: ResourceHandler = async (context, [target]) => {
  const { prompts, services } = context;
  const collection = target?.collection
    ? target
    : topCollection('tunedModel', requireConnected(services.connections.active));
  if (!collection) return;
  const { title, listFilters = [] } = kindRow(collection.kind);
  const now = services.store.listFilter(collection)?.filter;
  const row = (label: string, filter: string | undefined) => ({
    label,
    icon: filter === now ? 'check' : 'blank',
    active: filter === now,
    value: { filter },
  });
  const choice = await prompts.pick(
    { title: l10n.t('Filter {0} by Access', l10n.t(title.message)) },
    [
      row(l10n.t('Owned by me or shared with me'), undefined),
      ...listFilters.map(({ label, filter }) => row(l10n.t(label.message), filter)),
    ],
  );
  const { filter } = choice ?? {};
  if (choice) services.store.filterList(collection, filter === undefined ? undefined : { filter });
};
