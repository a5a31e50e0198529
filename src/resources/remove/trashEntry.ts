import { isObject, items, textAt, tryParse } from '../../base/json';
import type { JsonObject } from '../../api/schema/row';
import { parseRef } from '../../catalog/documents';
import type { ResourceRef } from '../../catalog/ref';

/** A deleted resource, as it was. */
export interface TrashItem {
  readonly ref: ResourceRef;
  readonly label: string;
  readonly resource: JsonObject;
}

/** A deleted corpus or document, of which all is in a file of its own. */
export interface TrashCopy {
  readonly ref: ResourceRef;
  readonly label: string;
  /** In the same folder. */
  readonly file: string;
  readonly documents: number;
  readonly chunks: number;
}

/** What was deleted at one time: a file in the trash. */
export interface TrashEntry {
  /** Connection id. */
  readonly connection: string;
  /** RFC 3339, UTC. */
  readonly deletedAt: string;
  readonly items: readonly TrashItem[];
  readonly copies: readonly TrashCopy[];
}

const FORMAT = 1;

export function writeEntry({ connection, deletedAt, ...rest }: TrashEntry): string {
  const where = ({ version, kind, name }: ResourceRef) => ({ version, kind, name });
  const file = {
    ...{ format: FORMAT, connection, deletedAt },
    items: rest.items.map(({ ref, label, resource }) => ({ ...where(ref), label, resource })),
    copies: rest.copies.map(({ ref, ...copy }) => ({ ...where(ref), ...copy })),
  };
  return `${JSON.stringify(file, undefined, 1)}\n`;
}

/** Undefined where a text is no entry: another program may have written it. */
export function readEntry(text: string): TrashEntry | undefined {
  const parsed = tryParse(text);
  if (!isObject(parsed) || parsed.format !== FORMAT) return undefined;
  const connection = textAt(parsed, 'connection');
  const deletedAt = textAt(parsed, 'deletedAt');
  if (connection === '' || !Number.isFinite(Date.parse(deletedAt))) return undefined;
  const rows = (field: string) =>
    items(parsed[field])
      .filter(isObject)
      .flatMap((row) => {
        const ref = parseRef({ ...row, connection, collection: undefined });
        return ref ? [{ row, ref, label: textAt(row, 'label') }] : [];
      });
  return {
    ...{ connection, deletedAt },
    items: rows('items').flatMap(({ row, ref, label }) =>
      isObject(row.resource) ? [{ ref, label, resource: row.resource }] : [],
    ),
    copies: rows('copies').flatMap(({ row, ref, label }) => {
      const file = textAt(row, 'file');
      return isCopyName(file)
        ? [{ ref, label, file, documents: Number(row.documents), chunks: Number(row.chunks) }]
        : [];
    }),
  };
}

const NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-[a-z0-9]+(?:\.json|-\d+\.jsonl)$/;

/** Names of an entry's files begin with when it was deleted, so that old ones are found without reading. */
export function entryStem(deletedAt: string, random: string): string {
  return `${deletedAt.replaceAll(/[-:.]/g, '')}-${random}`;
}

/** Milliseconds since 1970; undefined where a file is none of the trash's. */
export function timeOfName(name: string): number | undefined {
  const match = NAME.exec(name);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, ms] = match;
  return Date.parse(
    `${String(year)}-${String(month)}-${String(day)}T${String(hour)}:${String(minute)}:${String(second)}.${String(ms)}Z`,
  );
}

function isCopyName(name: string): boolean {
  return NAME.test(name) && name.endsWith('.jsonl');
}
