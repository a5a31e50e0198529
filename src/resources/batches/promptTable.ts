import * as l10n from '@vscode/l10n';
import type { Version } from '../../api/versions';
import { AppError } from '../../base/errors';
import type { PromptTemplate } from '../../platform/promptTemplate';
import type { PickItem } from '../../platform/prompts';
import { openTable, TABLE_EXTENSIONS } from '../chunks/openTable';
import { cellText, columnsOf, type SourceRecord } from '../chunks/records';
import type { ResourcesContext } from '../context';
import type { BatchSource, ReadLine } from './batchSource';

/** Asks for a table and its columns. Each row fills the prompt's variables. Undefined if dismissed. */
export async function promptSource(
  context: ResourcesContext,
  template: PromptTemplate,
  version: Version,
): Promise<BatchSource | undefined> {
  const { localFiles, progress } = context;
  if (template.variables.length === 0) {
    throw new AppError('noVariables', l10n.t('{0} has no variables.', template.name), {
      hint: l10n.t(
        'A batch job needs a variable such as {0} that is filled in from each table row.',
        '{{topic}}',
      ),
    });
  }
  const file = await localFiles.pick({
    title: l10n.t('Select Table with Values'),
    label: l10n.t('Fetched'),
    filter: { name: l10n.t('Tables'), extensions: TABLE_EXTENSIONS },
  });
  if (!file) return undefined;
  const table = await progress(l10n.t('Reading {0}', file.name), (signal) =>
    openTable(file, signal),
  );
  const columns = await askForColumns(context, template, file.name, table.sample);
  if (!columns) return undefined;
  return {
    name: `${stemOf(template.name)} × ${stemOf(file.name)}`,
    uri: file.uri,
    kind: 'generate',
    model: template.model,
    read: (signal) => templateLines(template, columns, version, table.rows(signal)),
  };
}

function stemOf(name: string): string {
  return name.replace(/(\.prompt)?\.[^.]+$/, '');
}

async function* templateLines(
  template: PromptTemplate,
  { values, key }: Columns,
  version: Version,
  rows: AsyncIterable<SourceRecord>,
): AsyncGenerator<ReadLine, void, undefined> {
  let row = 0;
  for await (const { line, value, problem } of rows) {
    row += 1;
    if (!value) {
      yield { line, problem: problem ?? l10n.t('The row isn’t a JSON object.') };
      continue;
    }
    const given = template.variables.map((variable) => {
      const column = values[variable];
      const cell = column === undefined ? '' : cellText(value[column]);
      return [variable, cell === '' ? template.defaults[variable] : cell] as const;
    });
    const missing = given.find(([, text]) => text === undefined);
    if (missing) {
      yield { line, problem: l10n.t('The variable “{0}” has no value.', missing[0]) };
      continue;
    }
    const request = template.request(
      Object.fromEntries(given as readonly (readonly [string, string])[]),
      version,
    );
    const own = key === undefined ? '' : cellText(value[key]).trim();
    yield { line, value: { key: own === '' ? `row-${row}` : own, request } };
  }
}

interface Columns {
  readonly values: { readonly [variable: string]: string };
  /** Undefined if row numbers are the keys. */
  readonly key?: string;
}

type Step =
  | { readonly kind: 'done' }
  | { readonly kind: 'key' }
  | { readonly kind: 'variable'; readonly name: string };

async function askForColumns(
  context: ResourcesContext,
  template: Pick<PromptTemplate, 'name' | 'variables' | 'defaults'>,
  table: string,
  sample: readonly SourceRecord[],
): Promise<Columns | undefined> {
  const { prompts } = context;
  const names = columnsOf(sample);
  let columns = guessColumns(template.variables, names);
  for (;;) {
    const isWhole = template.variables.every(
      (name) => columns.values[name] !== undefined || Object.hasOwn(template.defaults, name),
    );
    const step = await prompts.pick<Step>(
      {
        title: l10n.t('{0} with Rows from {1}', template.name, table),
        placeholder: l10n.t('Select a column for each variable'),
      },
      [
        ...(isWhole
          ? [
              {
                label: l10n.t('Use These Columns'),
                icon: 'check',
                value: { kind: 'done' } as const,
              },
            ]
          : []),
        ...template.variables.map((name, at): PickItem<Step> => ({
          label: `{{${name}}}`,
          description:
            columns.values[name] ?? template.defaults[name] ?? l10n.t('no column selected'),
          detail: firstCell(sample, columns.values[name]),
          icon: columns.values[name] === undefined ? 'circle-large-outline' : 'symbol-field',
          value: { kind: 'variable', name },
          ...(at === 0 && { separator: l10n.t('variables') }),
        })),
        {
          label: l10n.t('Key'),
          description: columns.key ?? l10n.t('from the row number'),
          detail: firstCell(sample, columns.key),
          icon: 'symbol-key',
          value: { kind: 'key' },
          separator: l10n.t('identifies each response'),
        },
      ],
    );
    if (step === undefined) return undefined;
    if (step.kind === 'done') return columns;
    const title =
      step.kind === 'key' ? l10n.t('Column for Key') : l10n.t('Column for “{0}”', step.name);
    const none = {
      label: l10n.t('No Column'),
      icon: 'circle-slash',
      value: '',
      detail:
        step.kind === 'key'
          ? l10n.t('Keys are generated from row numbers.')
          : l10n.t('Uses the variable’s value from the prompt file.'),
    };
    const chosen = await prompts.pick({ title }, [
      ...names.map((name) => ({
        label: name,
        value: name,
        icon: 'symbol-field',
        detail: firstCell(sample, name),
      })),
      none,
    ]);
    if (chosen === undefined) continue;
    columns =
      step.kind === 'key' ? withKey(columns, chosen) : withValue(columns, step.name, chosen);
  }
}

const KEY_NAMES = ['key', 'id'];

function guessColumns(variables: readonly string[], names: readonly string[]): Columns {
  const named = (wanted: string): string | undefined =>
    names.find((name) => name === wanted) ??
    names.find((name) => name.toLowerCase() === wanted.toLowerCase());
  const values = variables.flatMap((name) => {
    const column = named(name);
    return column === undefined ? [] : [[name, column] as const];
  });
  const key = KEY_NAMES.map(named).find((name) => name !== undefined);
  return { values: Object.fromEntries(values), ...(key !== undefined && { key }) };
}

function withKey({ values }: Columns, key: string): Columns {
  return { values, ...(key !== '' && { key }) };
}

function withValue({ values, ...rest }: Columns, variable: string, column: string): Columns {
  const { [variable]: _former, ...others } = values;
  return { ...rest, values: column === '' ? others : { ...others, [variable]: column } };
}

function firstCell(sample: readonly SourceRecord[], column: string | undefined): string {
  if (column === undefined) return '';
  const cells = sample.map(({ value }) => cellText(value?.[column]));
  return (cells.find((cell) => cell !== '') ?? '').replaceAll(/\s+/g, ' ').slice(0, 100);
}
