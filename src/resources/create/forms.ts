import * as l10n from '@vscode/l10n';
import { Cron } from 'croner';
import { SERVICE_AGENTS } from '../../api/schema/fieldLimits';
import type { JsonValue, JsonObject } from '../../api/schema/row';
import { parseCron } from '../../base/calendar';
import { localizedText, capitalized } from '../../base/format';
import { textAt, items, isObject } from '../../base/json';
import { topCollection } from '../../catalog/kindOperations';
import { scheduleText, SCHEDULE_PROBLEM, kindRow, type KindId } from '../../catalog/kinds';
import { askExpiration } from '../../platform/questions';
import type { PickItem, InputOptions } from '../../platform/prompts';
import type { ResourceRef } from '../../catalog/ref';
import type { ResourcesContext } from '../context';
import { filePart, cachingModels } from './cacheFiles';
import { type WizardStep, runWizard } from '../../platform/wizard';

/** Kinds whose fields need more than one value of their message, such as a list of the API or a text in a content. */
export const FORMS: {
  readonly [K in KindId]?: (context: ResourcesContext) => readonly FormRow[];
} = { trigger: triggerRows, cachedContent: cachedContentRows, environment: environmentRows };

function triggerRows({ clock }: ResourcesContext): readonly FormRow[] {
  const local = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [
    {
      name: 'name',
      path: ['display_name'],
      ask: askText({ prompt: l10n.t('Enter a display name (optional).') }),
    },
    {
      name: 'schedule',
      path: ['schedule'],
      initial: '0 9 * * 1-5',
      ask: askText({
        prompt: l10n.t('Enter a cron schedule: minute, hour, day, month, day of the week.'),
        isRequired: true,
        validate: (value) => (parseCron(value) ? undefined : l10n.t(SCHEDULE_PROBLEM.message)),
        hint: (value, { zone = local }) => scheduleHint(value, zone, clock.now()),
      }),
    },
    {
      name: 'zone',
      path: ['time_zone'],
      initial: local,
      ask: askChoice(l10n.t('Time zone of the schedule'), () => timeZones(local)),
    },
    {
      name: 'agent',
      path: ['interaction', 'agent'],
      ask: askChoice(l10n.t('Agent'), async ({ context, collection }) => [
        ...SERVICE_AGENTS.map((id) => ({ label: id, value: id, icon: 'hubot' })),
        ...(await listed(context, 'agent', collection, idOf)),
      ]),
    },
    {
      name: 'input',
      path: ['interaction', 'input'],
      ask: askText({ prompt: l10n.t('Enter the prompt for each run.'), isRequired: true }),
    },
    {
      name: 'environment',
      path: ['environment_id'],
      ask: askChoice(l10n.t('Environment'), async ({ context, collection }) => [
        { label: l10n.t('New environment for each run'), icon: 'sparkle', value: '' },
        ...(await listed(context, 'environment', collection, idOf)),
      ]),
    },
  ];
}

/**
 * Explains a schedule in words, or by its next runs if it's too complex for them. Undefined if it's invalid.
 * @param now in ms since 1970
 */
function scheduleHint(schedule: string, zone: string, now: number): string | undefined {
  const pattern = parseCron(schedule);
  if (pattern === undefined) return undefined;
  const words = localizedText(scheduleText(schedule));
  if (words !== schedule) return `${capitalized(words)}.`;
  const cron = new Cron(pattern, { mode: '5-part', paused: true, timezone: zone });
  // Swedish dates are like those of ISO 8601.
  const times = new Intl.DateTimeFormat('sv', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: zone,
  });
  const [first, second] = cron.nextRuns(2, new Date(now)).map((run) => times.format(run));
  if (first === undefined) return l10n.t('This schedule never runs.');
  return second === undefined
    ? l10n.t('Next run: {0}.', first)
    : l10n.t('Next runs: {0} and {1}.', first, second);
}

/** The zone of this machine comes first. Node.js doesn't list UTC. */
function timeZones(local: string): readonly PickItem<string>[] {
  const all = new Set([local, 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  return [...all].map((zone) => ({
    label: zone,
    value: zone,
    ...(zone === local && { description: l10n.t('this machine') }),
  }));
}

function cachedContentRows(): readonly FormRow[] {
  const contents = (part: JsonValue): JsonValue => [{ role: 'user', parts: [part] }];
  return [
    {
      name: 'model',
      path: ['model'],
      ask: askChoice(l10n.t('Select a model for the cached content'), (step) =>
        cachingModels(step.context, step.collection),
      ),
    },
    {
      name: 'name',
      path: ['displayName'],
      ask: askText({ prompt: l10n.t('Enter a display name (optional).') }),
    },
    {
      // The answer is a part as JSON. An empty one asks for a text.
      name: 'content',
      path: ['contents'],
      initial: 'none',
      ask: askChoice(l10n.t('Content to cache'), async ({ context, collection }) => {
        const text = context.activeText();
        return [
          { label: l10n.t('Enter text…'), icon: 'edit', value: '' },
          ...(text ? [{ ...editorChoice(), value: JSON.stringify({ text }) }] : []),
          ...(await listed(context, 'file', collection, (file) =>
            file.state === 'ACTIVE' ? JSON.stringify(filePart(file)) : '',
          )),
        ];
      }),
      value: (answer) => contents(JSON.parse(answer) as JsonObject),
    },
    {
      name: 'text',
      path: ['contents'],
      isAsked: ({ content }) => content === '',
      ask: askText({ prompt: l10n.t('Enter the text to cache.'), isRequired: true }),
      value: (text) => contents({ text }),
    },
    {
      name: 'instruction',
      path: ['systemInstruction', 'parts', 0, 'text'],
      ask: askText({ prompt: l10n.t('Enter a system instruction (optional).') }),
    },
    {
      name: 'ttl',
      path: ['ttl'],
      async ask({ context, title }) {
        const seconds = await askExpiration(context.prompts, { title, other: title });
        return seconds === undefined ? undefined : `${seconds}s`;
      },
    },
  ];
}

function editorChoice(): Omit<PickItem<string>, 'value'> {
  return { label: l10n.t('Text of the active editor'), icon: 'file-text' };
}

function environmentRows(): readonly FormRow[] {
  const sources = [
    { label: l10n.t('Empty'), icon: 'circle-large-outline', value: '' },
    { label: l10n.t('Git repository'), icon: 'repo', value: 'repository' },
    { label: l10n.t('Cloud Storage'), icon: 'cloud', value: 'gcs' },
    { label: l10n.t('Skill'), icon: 'mortar-board', value: 'skill_registry' },
    { label: l10n.t('Text file'), icon: 'file-text', value: 'inline' },
  ];
  const networks = [
    { label: l10n.t('All hosts'), icon: 'globe', value: 'all' },
    { label: l10n.t('Some hosts…'), icon: 'list-selection', value: 'some' },
    { label: l10n.t('No network access'), icon: 'circle-slash', value: 'none' },
  ];
  const allowlist = (domains: readonly string[]): JsonValue => ({
    allowlist: domains.map((domain) => ({ domain })),
  });
  return [
    {
      name: 'type',
      path: ['sources', 0, 'type'],
      ask: askChoice(l10n.t('First files'), () => sources),
    },
    {
      name: 'source',
      path: ['sources', 0, 'source'],
      isAsked: ({ type }) => type !== '' && type !== 'inline',
      ask: askText({
        prompt: l10n.t('Enter the URL of the repository, the bucket, or the name of the skill.'),
        placeholder: 'https://github.com/octocat/hello-world',
        isRequired: true,
      }),
    },
    {
      name: 'content',
      path: ['sources', 0, 'content'],
      isAsked: ({ type }) => type === 'inline',
      ask: askText({ prompt: l10n.t('Enter the text of the file.'), isRequired: true }),
    },
    {
      name: 'file',
      path: ['sources', 0, 'target'],
      isAsked: ({ type }) => type === 'inline',
      ask: askText({
        prompt: l10n.t('Enter the path of the file in the environment.'),
        placeholder: 'notes/readme.md',
        isRequired: true,
      }),
    },
    {
      name: 'folder',
      path: ['sources', 0, 'target'],
      isAsked: ({ type }) => type !== '' && type !== 'inline',
      ask: askText({ prompt: l10n.t('Enter a folder in the environment (optional).') }),
    },
    {
      name: 'network',
      path: ['network'],
      ask: askChoice(l10n.t('Network access'), () => networks),
      value: (answer) => (answer === 'none' ? 'disabled' : allowlist(['*'])),
    },
    {
      name: 'hosts',
      path: ['network'],
      isAsked: ({ network }) => network === 'some',
      ask: askText({
        prompt: l10n.t('Enter hosts, separated by commas.'),
        placeholder: '*.example.com, api.example.org',
        isRequired: true,
      }),
      value: (text) => allowlist(text.split(/[\s,]+/).filter(Boolean)),
    },
  ];
}

/** Returns the resources of a kind as choices. Those with an empty value are left out. */
async function listed(
  { services }: ResourcesContext,
  kind: 'agent' | 'environment' | 'file',
  { connection }: ResourceRef,
  value: (item: JsonObject) => string,
): Promise<readonly PickItem<string>[]> {
  const found = services.connections.find(connection);
  const collection = found && topCollection(kind, found);
  if (!collection) return [];
  const row = kindRow(kind);
  const { items } = await services.store.loadAll(collection);
  return items.flatMap((item) => {
    const facts = row.description(item, Date.now());
    const choice = {
      label: row.label(item),
      ...(facts && { description: l10n.t(facts.message, ...facts.args) }),
      icon: row.icon,
      value: value(item),
    };
    return choice.value === '' ? [] : [choice];
  });
}

function idOf(resource: JsonObject): string {
  return textAt(resource, 'id');
}

/** Answers by row, as texts. An empty answer leaves the field out. */
interface FormAnswers {
  readonly [row: string]: string;
}

export interface FormResult {
  readonly body: JsonObject;
  readonly id?: string;
  /** Answers of a form with rows, to show them again. */
  readonly answers?: FormAnswers;
}

interface FormStep {
  readonly context: ResourcesContext;
  readonly collection: ResourceRef;
  readonly title: string;
  readonly answers: FormAnswers;
  /** The answer so far. */
  readonly before: string;
}

/** A field of a form: how to ask for it, and the place of its value in the body. */
interface FormRow {
  readonly name: string;
  /** Fields and indices. Undefined if only the other rows use the answer. */
  readonly path?: readonly (string | number)[];
  readonly initial?: string;
  /** Whether to ask, given the answers; always by default. */
  readonly isAsked?: (answers: FormAnswers) => boolean;
  /** Undefined if dismissed. */
  readonly ask: (step: FormStep) => Promise<string | undefined>;
  /** Converts an answer. Default: the text. */
  readonly value?: (answer: string) => JsonValue;
}

interface TextOptions extends Pick<InputOptions, 'prompt' | 'placeholder'> {
  readonly isRequired?: true;
  readonly validate?: (value: string) => string | undefined;
  readonly hint?: (value: string, answers: FormAnswers) => string | undefined;
}

function askText({ isRequired, validate, hint, ...texts }: TextOptions): FormRow['ask'] {
  return async ({ context, title, answers, before }) => {
    const typed = await context.prompts.input({
      title,
      ...texts,
      value: before,
      validate(value) {
        const isEmpty = value.trim() === '';
        if (isEmpty) return isRequired ? l10n.t('A value is required.') : undefined;
        return validate?.(value.trim());
      },
      ...(hint && { hint: (value: string) => hint(value.trim(), answers) }),
    });
    return typed?.trim();
  };
}

type Choices = readonly PickItem<string>[];

function askChoice(
  placeholder: string,
  choices: (step: FormStep) => Choices | Promise<Choices>,
): FormRow['ask'] {
  return async (step) => {
    const { context, title, before } = step;
    const rows = Promise.resolve(choices(step)).then((all) =>
      all.map((item) => ({ ...item, active: item.value === before })),
    );
    return await context.prompts.pick<string>({ title, placeholder }, rows);
  };
}

/** Asks the rows of a form, with a way back. Undefined if dismissed. `before` has earlier answers. */
export async function fillRows(
  rows: readonly FormRow[],
  context: ResourcesContext,
  collection: ResourceRef,
  before?: FormResult,
): Promise<FormResult | undefined> {
  const title = l10n.t('New {0}', l10n.t(kindRow(collection.kind).noun.message));
  const initial = Object.fromEntries(rows.map((row) => [row.name, row.initial ?? '']));
  const steps = rows.map(({ name, isAsked, ask }): WizardStep<FormAnswers> => ({
    ...(isAsked && { isAsked }),
    async ask(prompts, answers) {
      const step = { context: { ...context, prompts }, collection, title, answers };
      const answer = await ask({ ...step, before: answers[name] ?? '' });
      return answer === undefined ? undefined : { [name]: answer };
    },
  }));
  const first: FormAnswers = { ...initial, ...before?.answers };
  const answers = await runWizard(context.prompts, first, steps);
  return answers && { body: bodyOf(rows, answers), answers };
}

function bodyOf(rows: readonly FormRow[], answers: FormAnswers): JsonObject {
  let body: JsonValue = {};
  for (const { name, path, isAsked, value } of rows) {
    const answer = answers[name] ?? '';
    if (!path || answer === '' || isAsked?.(answers) === false) continue;
    body = withValue(body, path, value?.(answer) ?? answer);
  }
  return isObject(body) ? body : {};
}

function withValue(
  json: JsonValue | undefined,
  [step, ...rest]: readonly (string | number)[],
  value: JsonValue,
): JsonValue {
  if (step === undefined) return value;
  if (typeof step === 'string') {
    const object = isObject(json) ? json : {};
    return { ...object, [step]: withValue(object[step], rest, value) };
  }
  const list = [...(items(json) as readonly JsonValue[])];
  list[step] = withValue(list[step], rest, value);
  return list;
}
