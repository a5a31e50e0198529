import * as l10n from '@vscode/l10n';
import { isSuccess } from '../api/body';
import { isObject, textAt, tryParse } from '../base/json';
import { discoveryRequest } from '../api/request';
import type { JsonObject } from '../api/schema/row';
import { VERSIONS } from '../api/versions';
import { AppError } from '../base/errors';
import { plainText } from '../platform/plainText';
import { requireConnected } from '../platform/errors';
import { type ApiResponse, fetchResponse } from './apiResponse';
import { documentOutline, type MethodOutline, type Outline, tableOutline } from './serviceOutline';
import type { ConsoleDeps } from './deps';

/** Shows the endpoint's discovery document and its differences from our tables. */
export async function openDiscovery(deps: ConsoleDeps): Promise<void> {
  const { connections, documents, progress, prompts } = deps;
  const connection = requireConnected(connections.active);
  const version = await prompts.pick(
    { title: l10n.t('Select a discovery document to open') },
    VERSIONS.map((one) => ({ label: one, value: one })),
  );
  if (!version) return;
  const title = l10n.t('Fetching the discovery document of {0}', version);
  const answer = await progress(title, (signal) =>
    fetchResponse(deps, connection, discoveryRequest(version), signal),
  );
  const document = documentOf(answer);
  const outline = documentOutline(document);
  const differences = discoveryDifferences(outline, tableOutline(version));
  const revision = textAt(document, 'revision');
  const name = answer.connection;
  const text = (): string =>
    differencesText({ version, connection: name.now, revision }, outline, differences);
  await documents.show({ name: `discovery ${version}.json`, read: () => `${answer.text}\n` });
  await documents.show(
    {
      name: `discovery ${version}, differences.md`,
      onDidChange: name.onDidChange,
      read: () => deps.redact(text()),
    },
    { beside: true },
  );
}

function documentOf({ status = 0, raw, isCut, connection, request }: ApiResponse): JsonObject {
  const { version } = request;
  if (!isSuccess({ status })) {
    throw new AppError(
      'noDiscovery',
      l10n.t(
        '“{0}” has no discovery document for {1} (status {2}).',
        connection.now,
        version,
        status,
      ),
      {
        hint: l10n.t(
          'Gateways often don’t provide it, and the API no longer documents every version. Try another version or connection.',
        ),
      },
    );
  }
  const document = isCut ? undefined : tryParse(raw);
  if (isObject(document) && isObject(document.resources)) return document;
  throw new AppError(
    'notDiscovery',
    l10n.t('“{0}” didn’t return a discovery document.', connection.now),
    { hint: l10n.t('Check the connection’s endpoint and your proxy.') },
  );
}

interface About {
  readonly version: string;
  readonly connection: string;
  readonly revision: string;
}

function differencesText(about: About, document: Outline, differences: Differences): string {
  const title = l10n.t(
    'Discovery document of {0} on “{1}”, compared with this extension',
    about.version,
    plainText(about.connection),
  );
  const counts = l10n.t(
    'API methods in the document: {0}, messages: {1}.',
    document.methods.size,
    document.messages.size,
  );
  const revision = about.revision && l10n.t('Revision: {0}.', plainText(about.revision));
  const head = [`# ${title}`, [counts, revision].filter(Boolean).join(' ')];
  if (countDifferences(differences) === 0)
    return [...head, `${l10n.t('No differences.')}\n`].join('\n\n');
  const sections = sectionsOf(differences).filter(({ lines }) => lines.length > 0);
  const summary = sections.map((one) => `- ${one.title}: ${one.lines.length}`).join('\n');
  const details = sections.map((one) =>
    [`## ${one.title}`, one.lines.map((line) => `- ${plainText(line)}`).join('\n')].join('\n\n'),
  );
  return `${[...head, summary, ...details].join('\n\n')}\n`;
}

function sectionsOf({ methods, changed, messages, fields, values }: Differences) {
  return [
    { title: l10n.t('Methods only in the document'), lines: methods.document },
    { title: l10n.t('Methods only in the extension'), lines: methods.table },
    { title: l10n.t('Methods that differ (document ≠ extension)'), lines: changed },
    { title: l10n.t('Messages only in the document'), lines: messages.document },
    { title: l10n.t('Messages only in the extension'), lines: messages.table },
    { title: l10n.t('Fields only in the document'), lines: fields.document },
    { title: l10n.t('Fields only in the extension'), lines: fields.table },
    { title: l10n.t('Values only in the document'), lines: values.document },
    { title: l10n.t('Values only in the extension'), lines: values.table },
  ];
}

interface Sides {
  readonly document: readonly string[];
  readonly table: readonly string[];
}

interface Differences {
  readonly methods: Sides;
  /** Methods with different properties; the document's value is on the left. */
  readonly changed: readonly string[];
  readonly messages: Sides;
  /** Fields of common messages, such as `Model.name`. */
  readonly fields: Sides;
  /** Enum values of common fields, such as `Candidate.finishReason: STOP`. */
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

export function countDifferences({
  changed,
  methods,
  messages,
  fields,
  values,
}: Differences): number {
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
