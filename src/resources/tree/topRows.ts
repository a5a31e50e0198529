import { refKey } from '../../catalog/ref';
import { type SectionId, sectionIds } from '../../catalog/sections';
import type { Connection } from '../../service/connection';
import type { Store } from '../../service/store';
import { kindRow } from '../../catalog/kinds';
import { olderGroupNode, olderNode, rootNodes, sectionNode } from './buildNodes';
import type { CollectionNode, GroupNode, OlderNode, SectionNode, UnavailableNode } from './nodes';
import type { OlderResources } from './olderResources';

type Root = CollectionNode | UnavailableNode;

interface TopRows {
  readonly all: readonly Root[];
  /** Top rows in order, including section and legacy rows. */
  readonly rows: readonly (Root | SectionNode | OlderNode)[];
  readonly older: readonly (Root | GroupNode)[];
  below(section: SectionId): readonly Root[];
}

export class TopRowBuilder {
  readonly #store: Store;
  readonly #older: OlderResources;
  // The previous list counts until a newer one has loaded, so that rows don't flicker.
  readonly #parts = new Map<string, GroupNode | undefined>();
  #told: string | undefined;

  constructor(store: Store, older: OlderResources) {
    this.#store = store;
    this.#older = older;
  }

  tell(connection: Connection | undefined): TopRows {
    const rows = this.now(connection);
    this.#told = keyOf(rows);
    return rows;
  }

  /** Whether the rows differ from the shown ones. False if not requested yet. */
  hasOthers(connection: Connection): boolean {
    return this.#told !== undefined && keyOf(this.now(connection)) !== this.#told;
  }

  now(connection: Connection | undefined): TopRows {
    const all = connection ? rootNodes(connection, this.#store) : [];
    if (!connection) return { all, rows: all, older: [], below: () => [] };
    const parts = all.flatMap((root) => this.#partOf(root) ?? []);
    const moved = all.filter((root) => !this.#older.isAtHome(root));
    const isShown = parts.length > 0 || this.#older.isAskedFor(connection.id);
    const older = isShown ? [...moved, ...parts] : [];
    const [first] = older;
    const below = (id: SectionId): readonly Root[] =>
      all.filter(({ kind }) => kindRow(kind).section === id);
    const sections = sectionIds().flatMap((id) => {
      const [root] = below(id);
      return root ? [sectionNode(id, root)] : [];
    });
    const isAtTop = (root: Root): boolean =>
      !moved.includes(root) && kindRow(root.kind).section === undefined;
    const rows = [...all.filter(isAtTop), ...sections];
    return { all, rows: first ? [...rows, olderNode(first)] : rows, older, below };
  }

  olderState(connection: Connection | undefined): 'shown' | 'hidden' | 'none' {
    const { all, older } = this.now(connection);
    const isMoved = all.some((root) => !this.#older.isAtHome(root));
    if (!connection || !isMoved || older.some(({ node }) => node === 'group')) return 'none';
    return this.#older.isAskedFor(connection.id) ? 'shown' : 'hidden';
  }

  #partOf(root: Root): GroupNode | undefined {
    const key = refKey(root);
    const list = this.#store.peek(root);
    if (list) {
      const { connection, version, kind, name } = root;
      const collection = { connection, version, kind, name, collection: true } as const;
      const count = this.#older.part(collection, list.items).size;
      this.#parts.set(key, olderGroupNode(collection, count));
    }
    return this.#parts.get(key);
  }
}

function keyOf({ rows, older }: TopRows): string {
  const counted = older.map((row) => (row.node === 'group' ? [row.id, row.count] : row.id));
  return JSON.stringify([rows.map(({ id }) => id), counted]);
}
