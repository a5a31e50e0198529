import * as l10n from '@vscode/l10n';
import type { Version } from '../../api/versions';
import { AppError } from '../../base/errors';
import { isObject, tryParse } from '../../base/json';
import type { SourceFile } from '../../platform/localFiles';
import type { PromptTemplate } from '../../platform/promptTemplate';
import { detectFormat, readRecords, type SourceRecord } from '../chunks/records';
import { openText, startOf, type TextSource } from '../chunks/textSource';
import type { ResourcesContext } from '../context';
import type { ReadLine } from './batchLine';
import type { BatchSource } from './batchSource';
import { askForColumns, cellText, type Columns } from './tableColumns';

/** Asks for a table and its columns; the requests are the prompt with the values of each row. Undefined when dismissed. */
export async function promptSource(
  context: ResourcesContext,
  template: PromptTemplate,
  version: Version,
): Promise<BatchSource | undefined> {
  const { localFiles, progress } = context;
  if (template.variables.length === 0) {
    throw new AppError('noVariables', l10n.t('{0} has no variables.', template.name), {
      hint: l10n.t(
        'A batch needs a place such as {0} that each row of a table fills.',
        '{{topic}}',
      ),
    });
  }
  const file = await localFiles.pick({
    title: l10n.t('Table with the Values'),
    label: l10n.t('Read'),
    filter: { name: l10n.t('Tables'), extensions: ['csv', 'tsv', 'jsonl', 'ndjson', 'json'] },
  });
  if (!file) return undefined;
  const table = await progress(l10n.t('Reading {0}', file.name), (signal) =>
    openTable(file, signal),
  );
  const columns = await askForColumns(context, template, file.name, table.sample);
  if (!columns) return undefined;
  return {
    ...{ name: `${stemOf(template.name)} × ${stemOf(file.name)}`, uri: file.uri },
    ...{ kind: 'generate', model: template.model },
    read: (signal) => templateLines(template, columns, version, table.rows(signal)),
  };
}

function stemOf(name: string): string {
  return name.replace(/(\.prompt)?\.[^.]+$/, '');
}

interface Table {
  readonly sample: readonly SourceRecord[];
  rows(signal?: AbortSignal): AsyncIterable<SourceRecord>;
}

// Rows of which the columns are looked at.
const SAMPLE = 100;
/** Bytes of a JSON file that is read whole; with an object on each line there is no limit. */
const LONGEST_JSON = 50_000_000;

async function openTable(file: SourceFile, signal: AbortSignal): Promise<Table> {
  const rows = await rowsOf(file, openText(file), signal);
  const sample: SourceRecord[] = [];
  for await (const record of rows(signal)) {
    sample.push(record);
    if (sample.length === SAMPLE) break;
  }
  if (sample.length > 0) return { sample, rows };
  throw new AppError('emptySource', l10n.t('{0} has no rows.', file.name));
}

type Rows = (signal?: AbortSignal) => AsyncIterable<SourceRecord>;

async function rowsOf(file: SourceFile, source: TextSource, signal: AbortSignal): Promise<Rows> {
  if (/\.json$/i.test(file.name)) return await wholeJson(file, source, signal);
  const format = detectFormat(file.name, await startOf(source, signal));
  return (until) => readRecords(source, format, until);
}

/** A list of objects. */
async function wholeJson(file: SourceFile, source: TextSource, signal: AbortSignal): Promise<Rows> {
  if (file.size > LONGEST_JSON) {
    throw new AppError('tooLarge', l10n.t('{0} is too large to be read at once.', file.name), {
      hint: l10n.t('Put each object on a line of its own, in a file that ends with .jsonl.'),
    });
  }
  const pieces: string[] = [];
  for await (const piece of source.read(signal)) pieces.push(piece);
  const parsed = tryParse(pieces.join(''));
  if (!Array.isArray(parsed)) {
    throw new AppError('badSource', l10n.t('{0} is not a JSON list of objects.', file.name));
  }
  const records = parsed.map((value, index): SourceRecord => {
    return { line: index + 1, value: isObject(value) ? value : undefined };
  });
  return async function* rows() {
    yield* await Promise.resolve(records);
  };
}

/** The prompt with the values of each row. */
async function* templateLines(
  template: PromptTemplate,
  { values, key }: Columns,
  version: Version,
  rows: AsyncIterable<SourceRecord>,
): AsyncGenerator<ReadLine, void, undefined> {
  let row = 0;
  for await (const { line, value } of rows) {
    row += 1;
    if (!value) {
      yield { line, problem: l10n.t('The row is not a JSON object.') };
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
