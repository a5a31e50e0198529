import type { MethodOutline, Outline } from './outline';

/** Names that only one side has. */
export interface Sides {
  readonly document: readonly string[];
  readonly table: readonly string[];
}

/** What a discovery document and our tables say differently of a version. */
export interface Differences {
  readonly methods: Sides;
  /** Methods of both, with what of them differs: on the left as the document has it. */
  readonly changed: readonly string[];
  readonly messages: Sides;
  /** Of messages that both have: `Model.name`. */
  readonly fields: Sides;
  /** Values of enumerations of fields that both have: `Candidate.finishReason: STOP`. */
  readonly values: Sides;
}

export function discoveryDifferences(document: Outline, table: Outline): Differences {
  const bothMessages = [...document.messages.keys()].filter((name) => table.messages.has(name));
  const fields = bothMessages.map((message) => {
    const [left, right] = [document, table].map(({ messages }) => messages.get(message));
    const names = (map: ReadonlyMap<string, unknown> = new Map()) =>
      [...map.keys()].map((one) => `${message}.${one}`);
    return sidesOf(names(left), names(right));
  });
  return {
    methods: sidesOf([...document.methods.keys()], [...table.methods.keys()]),
    changed: [...document.methods].flatMap(([id, method]) =>
      changesOf(id, method, table.methods.get(id)),
    ),
    messages: sidesOf([...document.messages.keys()], [...table.messages.keys()]),
    fields: joined(fields),
    values: joined(bothMessages.map((message) => valuesOf(message, document, table))),
  };
}

/** How many differences there are in all. */
export function countOf({ changed, methods, messages, fields, values }: Differences): number {
  const sides = [methods, messages, fields, values];
  return sides.reduce(
    (sum, { document, table }) => sum + document.length + table.length,
    changed.length,
  );
}

function changesOf(
  id: string,
  document: MethodOutline,
  table: MethodOutline | undefined,
): readonly string[] {
  if (!table) return [];
  const isElsewhere = document.verb !== table.verb || document.path !== table.path;
  const query = sidesOf(document.query, table.query);
  return [
    ...(isElsewhere
      ? [`${id}: ${document.verb} ${document.path} ≠ ${table.verb} ${table.path}`]
      : []),
    ...query.document.map((name) => `${id}: ?${name} ≠ –`),
    ...query.table.map((name) => `${id}: – ≠ ?${name}`),
  ];
}

function valuesOf(message: string, document: Outline, table: Outline): Sides {
  const ours = table.messages.get(message);
  const theirs = [...(document.messages.get(message) ?? [])];
  return joined(
    theirs.map(([field, values]) => {
      const known = ours?.get(field);
      // One that is no enumeration on a side has nothing to compare.
      if (!values || !known) return { document: [], table: [] };
      const named = (list: readonly string[]) => list.map((one) => `${message}.${field}: ${one}`);
      return sidesOf(named(values), named(known));
    }),
  );
}

function sidesOf(document: readonly string[], table: readonly string[]): Sides {
  const [inDocument, inTable] = [new Set(document), new Set(table)];
  return {
    document: document.filter((name) => !inTable.has(name)).sort(),
    table: table.filter((name) => !inDocument.has(name)).sort(),
  };
}

function joined(all: readonly Sides[]): Sides {
  return {
    document: all.flatMap(({ document }) => document),
    table: all.flatMap(({ table }) => table),
  };
}
