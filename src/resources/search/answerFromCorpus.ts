import * as l10n from '@vscode/l10n';
import { items, type JsonObject } from '../../base/json';
import { operationRow, versionFor } from '../../api/operations';
import { kindRow } from '../../catalog/kinds';
import { displayLabel } from '../../catalog/kinds/facts';
import { refKey, type ResourceRef } from '../../catalog/ref';
import type { PickItem } from '../../platform/prompts';
import { describeWithCauses } from '../../platform/report';
import type { SheetAction } from '../../platform/sheet';
import { nameOf } from '../../service/store';
import type { ResourceHandler, ResourcesContext } from '../context';
import { shortLabel } from '../resourceTexts';
import {
  ANSWER_STYLES,
  type AnswerRequest,
  type AnswerResult,
  MAX_PASSAGES,
  answerCall,
  answerOf,
  answerSheet,
  styleHelp,
  styleName,
} from './answerRequest';
import { changeFilters, type FilterRow, filterRows, readNumber } from './askForCondition';
import { documentLabel, documentRefOf } from './filter';
import {
  askForCount,
  askForQuery,
  askForSource,
  searchSource,
  sourceLabel,
} from './searchResource';

export const answerFromCorpus: ResourceHandler = async (context, targets) => {
  const source = await askForSource(context, targets, l10n.t('Response'));
  if (source) await answerFrom(context, source);
};

async function answerFrom(context: ResourcesContext, source: ResourceRef): Promise<void> {
  const { progress, searches, services, sheets } = context;
  const label = sourceLabel(context, source);
  const request = await askForAnswer(context, source, label);
  if (!request) return;
  searches.rememberAnswer(source, request);
  const { id, input } = answerCall(source, request);
  const answered = await progress(l10n.t('Asking {0}', label), (signal) =>
    services.calls.call(source, id, input, { signal }),
  );
  const result = answerOf(answered, source);
  const documents = await missingDocuments(context, result);
  const onAction = async ({ action, rows }: SheetAction): Promise<void> => {
    const chunk = result.passages[Number(rows[0])]?.chunk;
    if (action === 'again') await answerFrom(context, source);
    else if (action === 'search') await searchSource(context, source, request.question);
    else if (action === 'open' && chunk) await context.openDocument(chunk);
  };
  const model = modelLabel(context, source, request.model);
  const documentOf = (chunk: ResourceRef): string =>
    documentLabel(chunk, services.store, documents.get(documentRefOf(chunk).name));
  const sheet = answerSheet(label, { ...request, model }, result, documentOf);
  sheets.open(`answer:${refKey(source)}`, sheet, onAction);
}

type Setting = 'question' | 'style' | 'model' | 'temperature' | 'passages' | 'relevance';
type Row = FilterRow | { readonly kind: 'ask' } | { readonly kind: Setting };

/**
 * Prompts for a question and settings, starting with the last request for the same source. Undefined if
 * dismissed.
 */
async function askForAnswer(
  context: ResourcesContext,
  source: ResourceRef,
  label: string,
): Promise<AnswerRequest | undefined> {
  const { prompts, searches } = context;
  const last = searches.lastAnswer(source);
  const title = l10n.t('Ask {0}', label);
  const question = await askForQuestion(context, title, last?.question);
  if (question === undefined) return undefined;
  const first = { model: DEFAULT_MODEL, style: ANSWER_STYLES[0], filters: [] };
  let request: AnswerRequest = { ...first, ...last, question };
  for (;;) {
    const row = await prompts.pick(
      { title, placeholder: l10n.t('Press Enter to ask, or select an option to change') },
      answerRows(context, source, request),
    );
    if (!row) return undefined;
    if (row.kind === 'ask') return request;
    if (row.kind === 'condition' || row.kind === 'add') {
      const filters = await changeFilters(context, source, request.filters, row);
      request = { ...request, filters };
    } else {
      request = { ...request, ...(await change(context, source, title, row.kind, request)) };
    }
  }
}

function answerRows(
  context: ResourcesContext,
  source: ResourceRef,
  request: AnswerRequest,
): readonly PickItem<Row>[] {
  const { question, style, model, filters, temperature, passages, relevance } = request;
  const byDefault = l10n.t('default');
  const setting = (kind: Setting, icon: string, label: string): PickItem<Row> => ({
    label,
    icon,
    value: { kind },
  });
  return [
    { label: l10n.t('Ask'), icon: 'comment', active: true, value: { kind: 'ask' } },
    setting('question', 'edit', l10n.t('Question: {0}', question)),
    setting('style', 'list-selection', l10n.t('Style: {0}', styleName(style))),
    setting('model', 'hubot', l10n.t('Model: {0}', modelLabel(context, source, model))),
    setting('temperature', 'settings', l10n.t('Temperature: {0}', temperature ?? byDefault)),
    setting('passages', 'list-ordered', l10n.t('Maximum passages: {0}', passages ?? byDefault)),
    setting('relevance', 'filter', l10n.t('Minimum relevance: {0}', relevance ?? l10n.t('none'))),
    ...filterRows(filters),
  ];
}

async function change(
  context: ResourcesContext,
  source: ResourceRef,
  title: string,
  setting: Setting,
  request: AnswerRequest,
): Promise<Partial<AnswerRequest>> {
  const { prompts } = context;
  switch (setting) {
    case 'question': {
      const question = await askForQuestion(context, title, request.question);
      return question === undefined ? {} : { question };
    }
    case 'style': {
      const rows = ANSWER_STYLES.map((value) => ({
        label: styleName(value),
        description: styleHelp(value),
        active: value === request.style,
        value,
      }));
      const style = await prompts.pick({ title: l10n.t('Select an answer style') }, rows);
      return style ? { style } : {};
    }
    case 'model': {
      const model = await askForModel(context, source, request.model);
      return model === undefined ? {} : { model };
    }
    case 'temperature': {
      const prompt = l10n.t(
        'Enter a temperature (0 to 1). Higher values make the wording more varied.',
      );
      const temperature = await askForShare(context, title, prompt, request.temperature);
      return temperature === undefined ? {} : { temperature };
    }
    case 'passages': {
      const prompt = l10n.t('Enter the maximum number of passages to use (1 to {0})', MAX_PASSAGES);
      const limits = { value: request.passages ?? 5, most: MAX_PASSAGES };
      const passages = await askForCount(context, title, prompt, limits);
      return passages === undefined ? {} : { passages };
    }
    case 'relevance': {
      const prompt = l10n.t('Enter the minimum relevance of passages to use (0 to 1)');
      const relevance = await askForShare(context, title, prompt, request.relevance);
      return relevance === undefined ? {} : { relevance };
    }
  }
}

async function askForQuestion(
  context: ResourcesContext,
  title: string,
  value: string | undefined,
): Promise<string | undefined> {
  return await askForQuery(context, title, l10n.t('Enter a question'), value);
}

async function askForShare(
  { prompts }: ResourcesContext,
  title: string,
  prompt: string,
  value: number | undefined,
): Promise<number | undefined> {
  const read = (text: string): number | undefined => {
    const number = readNumber(text);
    return number !== undefined && number >= 0 && number <= 1 ? number : undefined;
  };
  const typed = await prompts.input({
    title,
    prompt,
    ...(value === undefined ? {} : { value: String(value) }),
    validate: (text) =>
      read(text) === undefined ? l10n.t('Enter a number from 0 to 1.') : undefined,
  });
  return typed === undefined ? undefined : read(typed);
}

function modelLabel(
  { services }: ResourcesContext,
  { connection, version }: ResourceRef,
  name: string,
): string {
  const model = services.store.find({ connection, version, kind: 'model', name });
  return shortLabel(displayLabel({ ...model, name }));
}

/** Fetches cited documents that aren't in a loaded list. Skips failed ones. */
async function missingDocuments(
  { services: { store }, log }: ResourcesContext,
  { passages }: AnswerResult,
): Promise<ReadonlyMap<string, JsonObject>> {
  const refs = passages.flatMap(({ chunk }) => (chunk ? [documentRefOf(chunk)] : []));
  const missing = new Map(refs.filter((ref) => !store.find(ref)).map((ref) => [ref.name, ref]));
  const found = new Map<string, JsonObject>();
  const fetches = [...missing.values()].map(async (ref) => {
    try {
      found.set(ref.name, await store.get(ref));
    } catch (error) {
      log.warn(`answer: couldn’t load a document: ${describeWithCauses(error)}`);
    }
  });
  await Promise.all(fetches);
  return found;
}

/** The only model that the API documents for grounded answers. */
const DEFAULT_MODEL = 'models/aqa';

const TYPED = Symbol('typed');

async function askForModel(
  context: ResourcesContext,
  source: ResourceRef,
  current: string,
): Promise<string | undefined> {
  const { prompts } = context;
  const title = l10n.t('Select a model');
  const rows = modelRows(context, source, current);
  const chosen = await prompts.pick({ title, placeholder: l10n.t('Model') }, rows);
  if (chosen !== TYPED) return chosen;
  const typed = await prompts.input({
    title,
    prompt: l10n.t('Enter a model name, such as {0}', DEFAULT_MODEL),
    value: current,
    validate: (name) =>
      isModel(name) ? undefined : l10n.t('Enter a name such as {0}.', DEFAULT_MODEL),
  });
  return typed !== undefined && isModel(typed) ? typed.trim() : undefined;
}

async function modelRows(
  context: ResourcesContext,
  source: ResourceRef,
  current: string,
): Promise<readonly PickItem<string | typeof TYPED>[]> {
  const models = await answerModels(context, source).catch((error: unknown) => {
    context.log.warn(`answer: couldn’t list the models: ${describeWithCauses(error)}`);
    return [];
  });
  const rows = models.map((model) => ({
    label: kindRow('model').label(model),
    description: nameOf(model),
    active: nameOf(model) === current,
    value: nameOf(model),
  }));
  return [...rows, { label: l10n.t('Enter a name…'), icon: 'edit', value: TYPED, separator: '' }];
}

/** Lists models that support grounded answers, up to the first page that contains one. */
async function answerModels(
  { services }: ResourcesContext,
  { connection, version: preferred }: ResourceRef,
) {
  const version = versionFor(operationRow('models.list'), preferred);
  const collection = { connection, version, kind: 'model', name: '', collection: true } as const;
  let list = await services.store.list(collection);
  for (;;) {
    const found = list.items.filter((model) =>
      items(model.supportedGenerationMethods).includes('generateAnswer'),
    );
    if (found.length > 0 || list.nextPageToken === undefined) return found;
    list = await services.store.loadMore(collection);
  }
}

function isModel(name: string): boolean {
  return /^models\/[^/\s]+$/.test(name.trim());
}
