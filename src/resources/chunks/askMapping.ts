import * as l10n from '@vscode/l10n';
import type { PickItem } from '../../platform/prompts';
import type { ResourcesContext } from '../context';
import { ENCODINGS, type Encoding } from './textSource';
import { columnsOf, type Format, type SourceRecord } from './records';
import { type Mapping, type MetadataColumn, type MetadataType } from './mapping';

export async function askText(
  { prompts }: ResourcesContext,
  sample: readonly SourceRecord[],
  mapping: Mapping,
): Promise<Mapping | undefined> {
  const title = l10n.t('Select Text Field');
  const items = columnItems(sample, mapping.text);
  const text = await prompts.pick({ title }, items);
  return text === undefined ? undefined : withoutUse({ ...mapping, text }, text, 'text');
}

export async function askId(
  { prompts }: ResourcesContext,
  sample: readonly SourceRecord[],
  mapping: Mapping,
): Promise<Mapping | undefined> {
  const title = l10n.t('Select ID Field');
  const none = {
    label: l10n.t('No Field'),
    detail: l10n.t('Each chunk gets a random 12-character ID.'),
    icon: 'circle-slash',
    value: '',
    active: mapping.id === undefined,
  };
  const columns = columnItems(sample, mapping.id).filter(({ value }) => value !== mapping.text);
  const id = await prompts.pick({ title }, [none, ...columns]);
  if (id === undefined) return undefined;
  const { id: _id, ...rest } = mapping;
  return id === '' ? rest : withoutUse({ ...rest, id }, id, 'id');
}

export async function askMetadata(
  { prompts }: ResourcesContext,
  sample: readonly SourceRecord[],
  mapping: Mapping,
): Promise<Mapping> {
  const title = l10n.t('Select Metadata Fields');
  let current = mapping;
  for (;;) {
    const { text, id } = current;
    const columns = columnItems(sample).filter(({ value }) => value !== text && value !== id);
    const items: readonly PickItem<string>[] = [
      { label: l10n.t('Done'), icon: 'check', value: '' },
      ...columns.map((item) => {
        const type = current.metadata.find(({ column }) => column === item.value)?.type;
        const description = type ? typeText(type) : l10n.t('ignored');
        return { ...item, description, icon: type ? 'pass' : 'circle-large-outline' };
      }),
    ];
    const column = await prompts.pick({ title }, items);
    if (column === undefined || column === '') return current;
    current = await askType(column, current);
  }

  async function askType(column: string, before: Mapping): Promise<Mapping> {
    const known = before.metadata.find((one) => one.column === column)?.type;
    const types = (['text', 'number', 'list'] as const).map((type) => ({
      label: typeText(type),
      value: type,
      active: type === known,
    }));
    const none = { label: l10n.t('ignored'), value: 'none' as const, active: !known };
    const type = await prompts.pick({ title: column }, [...types, none]);
    if (type === undefined) return before;
    const others = before.metadata.filter((one) => one.column !== column);
    return { ...before, metadata: type === 'none' ? others : [...others, { column, type }] };
  }
}

export async function askFormat(
  { prompts }: ResourcesContext,
  format: Format,
): Promise<Format | undefined> {
  const formats: readonly Format[] = [
    { kind: 'jsonl' },
    { kind: 'csv', separator: ',' },
    { kind: 'csv', separator: ';' },
    { kind: 'csv', separator: ';', hasDecimalCommas: true },
    { kind: 'csv', separator: '\t' },
    { kind: 'csv', separator: '\t', hasDecimalCommas: true },
    { kind: 'paragraphs' },
    { kind: 'lines' },
  ];
  const current = formatText(format);
  const isListed = formats.some((one) => formatText(one) === current);
  const items = [...formats, ...(isListed ? [] : [format])].map((value) => {
    const label = formatText(value);
    return { label, value, active: label === current };
  });
  return await prompts.pick({ title: l10n.t('Select Format') }, items);
}

export async function askEncoding(
  { prompts }: ResourcesContext,
  encoding: Encoding,
): Promise<Encoding | undefined> {
  const items = ENCODINGS.map(({ id, label }) => ({ label, value: id, active: id === encoding }));
  return await prompts.pick({ title: l10n.t('Select Encoding') }, items);
}

export function formatText(format: Format): string {
  if (format.kind === 'jsonl') return l10n.t('JSON, one object per line');
  if (format.kind === 'lines') return l10n.t('Text, one chunk per line');
  if (format.kind === 'paragraphs') return l10n.t('Text, one chunk per paragraph');
  const { separator, hasDecimalCommas = false } = format;
  if (separator === '\t') {
    return hasDecimalCommas
      ? l10n.t('Table with tabs and decimal commas')
      : l10n.t('Table with tabs');
  }
  if (separator === ',') return l10n.t('CSV with commas');
  if (separator !== ';') return l10n.t('CSV with “{0}”', separator);
  return hasDecimalCommas
    ? l10n.t('CSV with semicolons and decimal commas')
    : l10n.t('CSV with semicolons');
}

export function typeText(type: MetadataType): string {
  if (type === 'number') return l10n.t('number');
  return type === 'list' ? l10n.t('string list') : l10n.t('text');
}

function columnItems(
  sample: readonly SourceRecord[],
  active?: string,
): readonly PickItem<string>[] {
  return columnsOf(sample).map((column) => {
    const [value] = sample.map((record) => record.value?.[column]).filter((one) => one !== '');
    const shown = typeof value === 'string' ? value : JSON.stringify(value ?? '');
    return {
      label: column,
      detail: shown.slice(0, 100),
      value: column,
      icon: 'symbol-field',
      active: column === active,
    };
  });
}

/** A field can have only one use. */
function withoutUse(mapping: Mapping, column: string, use: 'text' | 'id'): Mapping {
  const metadata: readonly MetadataColumn[] = mapping.metadata.filter(
    (one) => one.column !== column,
  );
  const { id, ...rest } = mapping;
  const isId = id !== undefined && (use === 'id' || id !== column);
  return { ...rest, metadata, ...(isId ? { id } : {}) };
}
