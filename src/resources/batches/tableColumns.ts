import * as l10n from '@vscode/l10n';
import type { JsonValue } from '../../api/schema/row';
import type { PickItem } from '../../platform/prompts';
import type { PromptTemplate } from '../../platform/promptTemplate';
import { columnsOf, type SourceRecord } from '../chunks/records';
import type { ResourcesContext } from '../context';

/** Which column has the value of each variable, and which one the key. */
export interface Columns {
  readonly values: { readonly [variable: string]: string };
  /** Absent where keys are made from the numbers of the rows. */
  readonly key?: string;
}

type Step =
  | { readonly kind: 'done' }
  | { readonly kind: 'key' }
  | { readonly kind: 'variable'; readonly name: string };

/** Shows which column fills which variable, with the first rows; undefined when dismissed. */
export async function askForColumns(
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
        title: l10n.t('{0} with the Rows of {1}', template.name, table),
        placeholder: l10n.t('Which column fills which variable'),
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
          description: columns.values[name] ?? template.defaults[name] ?? l10n.t('no column yet'),
          detail: firstCell(sample, columns.values[name]),
          icon: columns.values[name] === undefined ? 'circle-large-outline' : 'symbol-field',
          value: { kind: 'variable', name },
          ...(at === 0 && { separator: l10n.t('variables') }),
        })),
        {
          label: l10n.t('Key'),
          description: columns.key ?? l10n.t('from the number of the row'),
          detail: firstCell(sample, columns.key),
          icon: 'symbol-key',
          value: { kind: 'key' },
          separator: l10n.t('by which an answer is found again'),
        },
      ],
    );
    if (step === undefined) return undefined;
    if (step.kind === 'done') return columns;
    const title =
      step.kind === 'key' ? l10n.t('Column of the Key') : l10n.t('Column of “{0}”', step.name);
    const none = {
      label: l10n.t('No Column'),
      icon: 'circle-slash',
      value: '',
      detail:
        step.kind === 'key'
          ? l10n.t('Keys are made from the numbers of the rows.')
          : l10n.t('The variable has the value that the prompt file gives it.'),
    };
    const chosen = await prompts.pick({ title }, [
      ...names.map((name) => ({
        ...{ label: name, value: name, icon: 'symbol-field' },
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

/** Columns by the names of the variables, whatever their case. */
export function guessColumns(variables: readonly string[], names: readonly string[]): Columns {
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

/** A cell as the text that takes the place of a variable. */
export function cellText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}
