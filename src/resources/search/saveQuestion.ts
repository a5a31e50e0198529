import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import { isObject, isSameJson, items, type JsonObject, textAt, tryParse } from '../../base/json';
import type { ResourceRef } from '../../catalog/ref';
import { addJsonItem } from '../../platform/jsonPath';
import type { SourceFile } from '../../platform/localFiles';
import type { CheckItem, PickItem } from '../../platform/prompts';
import { safeFileName } from '../../platform/safeFiles';
import type { ResourceHandler, ResourcesContext } from '../context';
import {
  type SearchResult,
  currentChunk,
  documentLabel,
  metadataFilters,
  scoreText,
} from './filter';
import type { Searches } from './searches';

type SearchOutcome = NonNullable<Searches['outcome']>;

const ENDING = '.retrieval.json';
const MAX_BYTES = 64 * 1024 * 1024;

/** Saves the last search as a question with expected results in a retrieval test file. */
export const saveQuestion: ResourceHandler = async (context) => {
  const { prompts, searches } = context;
  const { outcome } = searches;
  if (!outcome || outcome.results.length === 0) {
    throw new AppError('nothingFound', l10n.t('No search results to save.'), {
      hint: l10n.t('Search for something first.'),
    });
  }
  const expected = await askForExpected(context, outcome);
  if (!expected) return;
  const question = questionOf(outcome, expected);
  const saved = await save(context, outcome, question);
  if (!saved) return;
  searches.questionFile = saved.uri;
  const open = l10n.t('Open');
  const said = l10n.t('The retrieval test was saved in {0}.', saved.path);
  if ((await prompts.notify('info', said, open)) === open) {
    await context.system.openFile(saved.path);
  }
};

type SavedFile = Pick<SourceFile, 'uri' | 'path'>;

async function save(
  context: ResourcesContext,
  outcome: SearchOutcome,
  question: JsonObject,
): Promise<SavedFile | undefined> {
  const { localFiles, prompts, searches } = context;
  const title = l10n.t('Save as Retrieval Test');
  const { questionFile: last } = searches;
  const rows: readonly PickItem<'last' | 'old' | 'new'>[] = [
    { label: l10n.t('New file…'), icon: 'new-file', value: 'new' },
    { label: l10n.t('Add to existing file…'), icon: 'add', value: 'old' },
  ];
  const name = last === undefined ? '' : decodeURIComponent(last.slice(last.lastIndexOf('/') + 1));
  const again = { label: l10n.t('Add to {0}', name), icon: 'add', value: 'last' } as const;
  const placeholder = l10n.t('File');
  const choice = await prompts.pick(
    { title, placeholder },
    last === undefined ? rows : [again, ...rows],
  );
  switch (choice) {
    case undefined:
      return undefined;
    case 'new':
      return await saveNew(context, outcome, question);
    case 'last':
      return await addToFile(context, outcome, question, await localFiles.source(last ?? ''));
    case 'old': {
      const picked = await localFiles.pick({
        title,
        label: l10n.t('Add'),
        filter: { name: l10n.t('Retrieval tests'), extensions: [ENDING.slice(1), 'json'] },
      });
      return picked && (await addToFile(context, outcome, question, picked));
    }
  }
}

async function askForExpected(
  { prompts, services }: ResourcesContext,
  { results, request }: SearchOutcome,
): Promise<readonly SearchResult[] | undefined> {
  const rows = results
    .filter(({ isNamed }) => isNamed)
    .map((one, index): CheckItem<SearchResult> => ({
      label: textOf(one, services.store),
      description: [scoreText(one.score), documentLabel(one, services.store, one.document)]
        .filter(Boolean)
        .join(' · '),
      checked: index === 0,
      value: one,
    }));
  const chosen = await prompts.pickMany(
    {
      title: l10n.t('Expected Results for “{0}”', request.query),
      placeholder: l10n.t('Select the chunks that must be found'),
    },
    rows,
  );
  if (chosen?.length === 0) {
    throw new AppError('nothingChosen', l10n.t('Select at least one chunk.'));
  }
  return chosen;
}

function textOf(found: SearchResult, store: Parameters<typeof currentChunk>[1]): string {
  const { data } = currentChunk(found, store);
  return (isObject(data) ? textAt(data, 'stringValue') : '').trim().slice(0, 200);
}

function questionOf({ request }: SearchOutcome, expected: readonly SearchResult[]): JsonObject {
  const { query, filters } = request;
  return {
    question: query,
    ...(filters.length > 0 && { metadataFilters: metadataFilters(filters) }),
    expect: expected.map(({ name }) => name),
  };
}

function sourceOf({ kind, name }: ResourceRef): JsonObject {
  return kind === 'corpus' ? { corpus: name } : { document: name };
}

async function saveNew(
  { localFiles }: ResourcesContext,
  { source, sourceLabel }: SearchOutcome,
  question: JsonObject,
): Promise<SavedFile | undefined> {
  const target = await localFiles.saveAs({
    title: l10n.t('Save as Retrieval Test'),
    name: safeFileName(sourceLabel, ENDING, source.kind),
    filter: { name: l10n.t('Retrieval tests'), extensions: [ENDING.slice(1)] },
  });
  const file = { source: sourceOf(source), questions: [question] };
  await target?.write(`${JSON.stringify(file, undefined, 2)}\n`);
  return target;
}

async function addToFile(
  { localFiles }: ResourcesContext,
  { source }: SearchOutcome,
  question: JsonObject,
  picked: SourceFile,
): Promise<SavedFile> {
  const text = await wholeText(picked);
  const file = tryParse(text);
  if (!isObject(file) || !Array.isArray(file.questions)) {
    throw new AppError('badFile', l10n.t('{0} isn’t a retrieval test file.', picked.name), {
      hint: l10n.t('Save the test in a new file.'),
    });
  }
  if (!isSameJson(file.source, sourceOf(source))) {
    throw new AppError(
      'otherSource',
      l10n.t('{0} contains tests for a different source.', picked.name),
      {
        hint: l10n.t('Save the test for {0} in a new file.', source.name),
      },
    );
  }
  const same = items(file.questions).some((one) => isSameJson(one, question));
  if (!same) {
    const changed = addJsonItem(text, ['questions'], question);
    await localFiles.target(picked.uri).write(changed);
  }
  return picked;
}

async function wholeText(file: SourceFile): Promise<string> {
  if (file.size > MAX_BYTES) {
    throw new AppError('tooLarge', l10n.t('{0} is too large.', file.name));
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of file.read()) pieces.push(piece.slice());
  return Buffer.concat(pieces)
    .toString('utf8')
    .replace(/^\ufeff/, '');
}
