import type { ResourceRef } from '../../catalog/ref';
import type { PickItem } from '../../platform/prompts';
import type { Room } from '../room';
import { askForModel, DEFAULT_MODEL } from './answerModels';
import {
  ANSWER_STYLES,
  MOST_PASSAGES,
  styleHelp,
  styleName,
  type AnswerRequest,
} from './answerRequest';
import { askForCount } from './askForCount';
import { askForQuery } from './askForQuery';
import { askForShare } from './askForShare';
import { changeFilters, filterRows, type FilterRow } from './filterRows';

type Setting = 'question' | 'style' | 'model' | 'temperature' | 'passages' | 'relevance';
type Row = FilterRow | { readonly kind: 'ask' } | { readonly kind: Setting };

/**
 * Asks for a question, and then how it is to be answered until the user asks. Begins with what was asked last
 * of the same source. Undefined when dismissed.
 */
export async function askForAnswer(
  room: Room,
  source: ResourceRef,
  label: string,
): Promise<AnswerRequest | undefined> {
  const { l10n, prompts, searches } = room;
  const last = searches.lastAnswer(source);
  const title = l10n.t('Answer from {0}', label);
  const question = await askForQuestion(room, title, last?.question);
  if (question === undefined) return undefined;
  const first = { model: DEFAULT_MODEL, style: ANSWER_STYLES[0], filters: [] };
  let request: AnswerRequest = { ...first, ...last, question };
  for (;;) {
    const row = await prompts.pick(
      { title, placeholder: l10n.t('Enter asks') },
      answerRows(room, request),
    );
    if (!row) return undefined;
    if (row.kind === 'ask') return request;
    if (row.kind === 'condition' || row.kind === 'add') {
      const filters = await changeFilters(room, source, request.filters, row);
      request = { ...request, filters };
    } else {
      request = { ...request, ...(await change(room, source, title, row.kind, request)) };
    }
  }
}

function answerRows({ l10n }: Room, request: AnswerRequest): readonly PickItem<Row>[] {
  const { question, style, model, filters, temperature, passages, relevance } = request;
  const byDefault = l10n.t('default');
  const setting = (kind: Setting, icon: string, label: string): PickItem<Row> => ({
    label,
    icon,
    value: { kind },
  });
  return [
    { label: l10n.t('Ask'), icon: 'comment', active: true, value: { kind: 'ask' } },
    ...filterRows(filters, l10n),
    { ...setting('question', 'edit', l10n.t('Question: {0}', question)), separator: '' },
    setting('style', 'list-selection', l10n.t('Style: {0}', styleName(style, l10n))),
    setting('model', 'hubot', l10n.t('Model: {0}', model)),
    setting('temperature', 'settings', l10n.t('Temperature: {0}', temperature ?? byDefault)),
    setting('passages', 'list-ordered', l10n.t('Passages at most: {0}', passages ?? byDefault)),
    setting('relevance', 'filter', l10n.t('Least relevance: {0}', relevance ?? l10n.t('none'))),
  ];
}

/** What a setting is changed to; nothing where the user changed their mind. */
async function change(
  room: Room,
  source: ResourceRef,
  title: string,
  setting: Setting,
  request: AnswerRequest,
): Promise<Partial<AnswerRequest>> {
  const { l10n, prompts } = room;
  switch (setting) {
    case 'question': {
      const question = await askForQuestion(room, title, request.question);
      return question === undefined ? {} : { question };
    }
    case 'style': {
      const rows = ANSWER_STYLES.map((value) => ({
        label: styleName(value, l10n),
        description: styleHelp(value, l10n),
        active: value === request.style,
        value,
      }));
      const style = await prompts.pick({ title: l10n.t('Style of the answer') }, rows);
      return style ? { style } : {};
    }
    case 'model': {
      const model = await askForModel(room, source, request.model);
      return model === undefined ? {} : { model };
    }
    case 'temperature': {
      const prompt = l10n.t('Temperature, from 0 to 1: how freely the answer is worded');
      const temperature = await askForShare(room, title, prompt, request.temperature);
      return temperature === undefined ? {} : { temperature };
    }
    case 'passages': {
      const prompt = l10n.t('Chunks to answer from at most, 1 to {0}', MOST_PASSAGES);
      const limits = { value: request.passages ?? 5, most: MOST_PASSAGES };
      const passages = await askForCount(room, title, prompt, limits);
      return passages === undefined ? {} : { passages };
    }
    case 'relevance': {
      const prompt = l10n.t('Least score of a chunk to answer from, from 0 to 1');
      const relevance = await askForShare(room, title, prompt, request.relevance);
      return relevance === undefined ? {} : { relevance };
    }
  }
}

async function askForQuestion(
  room: Room,
  title: string,
  value: string | undefined,
): Promise<string | undefined> {
  return await askForQuery(room, title, room.l10n.t('Your question'), value);
}
