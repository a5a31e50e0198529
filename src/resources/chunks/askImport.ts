import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import type { FileTarget } from '../../base/fileTarget';
import { shownElapsed } from '../../base/format';
import type { SourceFile } from '../../platform/localFiles';
import type { PickItem } from '../../platform/prompts';
import type { ResourcesContext } from '../context';
import {
  askEncoding,
  askFormat,
  askId,
  askMetadata,
  askText,
  formatText,
  typeText,
} from './askMapping';
import { BATCH_SIZE, IN_FLIGHT } from './batchJob';
import { checkSource, type ImportPlan, showProblems, type SourceCheck } from './checkSource';
import { chunkText, guessMapping, LONG_TEXT, type Mapping, TOKENS } from './mapping';
import {
  type Encoding,
  type ImportSource,
  type TextSource,
  detectEncoding,
  encodingText,
  startOf,
  textIn,
} from './textSource';
import {
  detectFormat,
  type Format,
  readRecords,
  type SourceRecord,
  withDecimalSign,
} from './records';

const SAMPLE = 100;
/** Minimum number of chunks for which the import offers parallel calls. */
const MANY = 1000;
/** Estimated duration of a call with 100 chunks, in ms. The API documents none. */
const CALL_MS = 2000;

type Step = 'go' | 'fast' | 'encoding' | 'format' | 'text' | 'id' | 'metadata' | 'problems' | 'row';

/** Shows how a source is parsed, and its problems, until confirmed. Undefined if dismissed. Sends nothing. */
export async function askImport(
  context: ResourcesContext,
  given: ImportSource,
  title: string,
): Promise<ImportPlan | undefined> {
  let encoding = given.isUtf8
    ? undefined
    : await context.progress(l10n.t('Reading {0}', given.name), (signal) =>
        detectEncoding(given, signal),
      );
  let source = textIn(given, encoding ?? 'utf-8');
  let format = detectFormat(source.name, await startOf(source));
  let sample = await sampleOf(source, format);
  format = withDecimalSign(format, sample);
  let mapping = guessMapping(sample, format);
  for (;;) {
    const plan: ImportPlan = { source, format, mapping };
    const looking = new AbortController();
    const check = checkSource(plan, looking.signal);
    const items = check.then((found) => previewItems(plan, encoding, found));
    const placeholder = l10n.t('Review the import, then create the chunks');
    const step = await context.prompts.pick<Step>({ title, placeholder }, items);
    looking.abort();
    if (step === undefined) return undefined;
    if (step === 'go' || step === 'fast') {
      const { good, hasMore } = await check;
      const chosen = { ...plan, isInAnyOrder: step === 'fast' };
      return hasMore ? chosen : { ...chosen, total: good };
    }
    if (step === 'problems') await showProblems(context, source, await check);
    if (step === 'text' && mapping) mapping = (await askText(context, sample, mapping)) ?? mapping;
    if (step === 'id' && mapping) mapping = (await askId(context, sample, mapping)) ?? mapping;
    if (step === 'metadata' && mapping) mapping = await askMetadata(context, sample, mapping);
    if (step === 'encoding' && encoding) {
      const chosen = await askEncoding(context, encoding);
      if (!chosen) continue;
      encoding = chosen;
      source = textIn(given, encoding);
    } else if (step === 'format') {
      const chosen = await askFormat(context, format);
      if (!chosen) continue;
      format = chosen;
    } else continue;
    sample = await sampleOf(source, format);
    mapping = guessMapping(sample, format);
  }
}

function count(value: number): string {
  return value.toLocaleString('en');
}

function previewItems(
  { format, mapping }: ImportPlan,
  encoding: Encoding | undefined,
  check: SourceCheck,
): readonly PickItem<Step>[] {
  const { good, bad, long, odd, hasMore, sample } = check;
  const go: PickItem<Step> = {
    label: goLabel(),
    description: [
      ...(hasMore ? [l10n.t('the first {0} rows were checked', count(good + bad))] : []),
      ...(good > MANY ? [l10n.t('in order, {0}', timeText(1))] : []),
    ].join(' · '),
    ...(long > 0 && {
      detail:
        long === 1
          ? l10n.t(
              '1 of them has more than {0} characters (about {1} tokens) and might be rejected',
              count(LONG_TEXT),
              count(TOKENS),
            )
          : l10n.t(
              '{0} of them have more than {1} characters (about {2} tokens) and might be rejected',
              ...[long, LONG_TEXT, TOKENS].map(count),
            ),
    }),
    icon: 'check',
    value: 'go',
  };
  const fast: PickItem<Step> = {
    label: l10n.t('Faster, in Any Order'),
    description: timeText(IN_FLIGHT),
    detail: l10n.t(
      'Sends {0} requests at once. The chunks might end up in a different order.',
      IN_FLIGHT,
    ),
    icon: 'run-all',
    value: 'fast',
  };
  const problems: PickItem<Step> = {
    label:
      bad === 1 ? l10n.t('1 row will be skipped') : l10n.t('{0} rows will be skipped', count(bad)),
    detail: check.problems[0]
      ? l10n.t('Line {0}: {1}', check.problems[0].row.line, check.problems[0].problem)
      : '',
    icon: 'warning',
    value: 'problems',
  };
  const isText = format.kind === 'lines' || format.kind === 'paragraphs';
  return [
    ...(good > 0 ? [go] : []),
    ...(good > MANY ? [fast] : []),
    ...(bad > 0 ? [problems] : []),
    ...(good + bad === 0 ? [nothing()] : []),
    {
      label: l10n.t('Format'),
      description: formatText(format),
      icon: 'file-code',
      value: 'format',
      separator: l10n.t('import settings'),
    },
    ...(encoding ? [encodingItem(encoding)] : []),
    ...(mapping && !isText ? mappingItems(mapping) : []),
    ...sample.map((row, index): PickItem<Step> => {
      const first = index === 0 ? { separator: l10n.t('first chunks') } : {};
      const label = chunkText(row).slice(0, 100);
      return { label, description: row.id ?? '', icon: 'symbol-string', value: 'row', ...first };
    }),
  ];

  function goLabel(): string {
    if (hasMore) return l10n.t('Create all chunks');
    return good === 1 ? l10n.t('Create 1 chunk') : l10n.t('Create {0} chunks', count(good));
  }

  function timeText(atOnce: number): string {
    const calls = Math.ceil(good / BATCH_SIZE);
    const time = shownElapsed(Math.ceil(calls / atOnce) * CALL_MS);
    return hasMore ? l10n.t('more than {0}', time) : l10n.t('about {0}', time);
  }

  function nothing(): PickItem<Step> {
    const detail =
      format.kind === 'csv'
        ? l10n.t('The table has no rows below the header.')
        : l10n.t('All lines are empty.');
    return { label: l10n.t('No rows'), detail, icon: 'info', value: 'row' };
  }

  function encodingItem(current: Encoding): PickItem<Step> {
    const warning =
      odd === 1
        ? l10n.t('1 row has characters that can’t be read in this encoding')
        : l10n.t('{0} rows have characters that can’t be read in this encoding', count(odd));
    return {
      label: l10n.t('Encoding'),
      description: encodingText(current),
      value: 'encoding',
      ...(odd > 0 ? { detail: warning, icon: 'warning' } : { icon: 'symbol-text' }),
    };
  }

  function mappingItems({ text, id, metadata }: Mapping): readonly PickItem<Step>[] {
    const none = l10n.t('none');
    const types = metadata.map(({ column, type }) => `${column} (${typeText(type)})`);
    return [
      { label: l10n.t('Text'), description: text || none, icon: 'symbol-string', value: 'text' },
      {
        label: l10n.t('ID'),
        description: id ?? l10n.t('random'),
        icon: 'symbol-key',
        value: 'id',
      },
      {
        label: l10n.t('Metadata'),
        description: types.join(', ') || none,
        icon: 'tag',
        value: 'metadata',
      },
    ];
  }
}

async function sampleOf(source: TextSource, format: Format): Promise<readonly SourceRecord[]> {
  const sample: SourceRecord[] = [];
  for await (const record of readRecords(source, format)) {
    sample.push(record);
    if (sample.length === SAMPLE) break;
  }
  return sample;
}

export async function pickSource(
  context: ResourcesContext,
  title: string,
): Promise<ImportSource | undefined> {
  const { prompts } = context;
  const from = await prompts.pick<() => Promise<ImportSource | undefined>>(
    { title, placeholder: l10n.t('Select an import source') },
    [
      {
        label: l10n.t('From a file…'),
        detail: l10n.t('JSONL, CSV, or plain text with paragraphs'),
        icon: 'file',
        value: () => pickFile(context),
      },
      {
        label: l10n.t('From the clipboard'),
        detail: l10n.t('Copied table rows, JSONL, or paragraphs'),
        icon: 'clippy',
        value: () => pasted(context),
      },
    ],
  );
  return await from?.();
}

async function pickFile(context: ResourcesContext): Promise<SourceFile | undefined> {
  const file = await context.localFiles.pick({
    title: l10n.t('Select Text File'),
    label: l10n.t('Fetched'),
    filter: {
      name: l10n.t('Text and tables'),
      extensions: ['jsonl', 'ndjson', 'csv', 'tsv', 'txt', 'md'],
    },
  });
  return file && notEmpty(file);
}

/** Opens a dropped file. Throws if it's not a file, or empty. */
export async function openSource(context: ResourcesContext, file: FileTarget): Promise<SourceFile> {
  return notEmpty(await context.localFiles.open(file));
}

function notEmpty(file: SourceFile): SourceFile {
  if (file.size === 0) throw new AppError('emptySource', l10n.t('The file is empty.'));
  return file;
}

async function pasted({ system }: ResourcesContext): Promise<ImportSource> {
  const bytes = Buffer.from(await system.paste(), 'utf8');
  if (bytes.length === 0) {
    throw new AppError('emptySource', l10n.t('There is no text on the clipboard.'), {
      hint: l10n.t('Copy the rows or the text first.'),
    });
  }
  return {
    name: l10n.t('the clipboard'),
    size: bytes.length,
    isUtf8: true,
    async *read() {
      yield await Promise.resolve(bytes);
    },
  };
}
