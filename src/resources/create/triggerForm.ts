import * as l10n from '@vscode/l10n';
import { isTimeZone, parseCron } from '../../base/cron';
import { isEnum, findType } from '../../api/schema/messages';
import { isObject, textAt } from '../../base/json';
import { topCollection } from '../../catalog/kindOperations';
import { kindRow, SCHEDULE_PROBLEM, ZONE_PROBLEM } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import type { Services } from '../../service/services';
import { runWizard, type WizardStep } from '../../platform/wizard';
import type { FormResult } from './fillForm';
import type { ResourcesContext } from '../context';

type Context = Pick<ResourcesContext, 'prompts'> & {
  readonly services: Pick<Services, 'store' | 'connections'>;
};

interface Answers {
  readonly display_name: string;
  readonly schedule: string;
  readonly time_zone: string;
  readonly agent: string;
  readonly input: string;
  /** Empty if each run has its own environment. */
  readonly environment_id: string;
}

/** Asks for a trigger's input, schedule, and agent. Undefined if dismissed. */
export async function fillTriggerForm(
  context: Context,
  collection: ResourceRef,
  before?: FormResult,
): Promise<FormResult | undefined> {
  const { prompts } = context;
  const title = l10n.t('New Trigger');
  const text = (
    name: keyof Answers,
    prompt: string,
    validate: (value: string) => string | undefined,
  ): WizardStep<Answers> => ({
    async ask(stepPrompts, answers) {
      const options = { title, prompt, value: answers[name], validate };
      const value = await stepPrompts.input(options);
      return value === undefined ? undefined : { [name]: value.trim() };
    },
  });
  const required = (value: string): string | undefined =>
    value.trim() === '' ? l10n.t('A value is required.') : undefined;
  const filled = await runWizard<Answers>(prompts, firstAnswers(before), [
    text('display_name', l10n.t('Enter a display name (optional).'), () => undefined),
    text(
      'schedule',
      l10n.t('Enter a cron schedule: minute, hour, day, month, day of the week.'),
      (value) =>
        required(value) ?? (parseCron(value) ? undefined : l10n.t(SCHEDULE_PROBLEM.message)),
    ),
    text(
      'time_zone',
      l10n.t('Enter the time zone of the schedule.'),
      (value) =>
        required(value) ?? (isTimeZone(value.trim()) ? undefined : l10n.t(ZONE_PROBLEM.message)),
    ),
    {
      async ask(stepPrompts, answers) {
        const agent = await askAgent({ ...context, prompts: stepPrompts }, collection, answers);
        return agent === undefined ? undefined : { agent };
      },
    },
    text('input', l10n.t('Enter the prompt for each run.'), required),
    {
      async ask(stepPrompts, answers) {
        const id = await askEnvironment({ ...context, prompts: stepPrompts }, collection, answers);
        return id === undefined ? undefined : { environment_id: id };
      },
    },
  ]);
  return filled && { body: bodyOf(filled) };

  async function askAgent(
    step: Context,
    at: ResourceRef,
    { agent }: Answers,
  ): Promise<string | undefined> {
    const own = listed(step, 'agent', at).then((all) => [
      ...serviceAgents().map((id) => ({
        label: id,
        value: id,
        icon: 'hubot',
        active: id === agent,
      })),
      ...all.map((one) => ({ ...one, active: one.value === agent })),
    ]);
    return await step.prompts.pick<string>({ title, placeholder: l10n.t('Agent') }, own);
  }

  async function askEnvironment(
    step: Context,
    at: ResourceRef,
    { environment_id: id }: Answers,
  ): Promise<string | undefined> {
    const none = { label: l10n.t('New environment for each run'), icon: 'sparkle', value: '' };
    const all = listed(step, 'environment', at).then((rows) => [
      { ...none, active: id === '' },
      ...rows.map((one) => ({ ...one, active: one.value === id })),
    ]);
    return await step.prompts.pick<string>({ title, placeholder: l10n.t('Environment') }, all);
  }
}

function firstAnswers(before: FormResult | undefined): Answers {
  const body = before?.body ?? {};
  const interaction = isObject(body.interaction) ? body.interaction : {};
  return {
    display_name: textAt(body, 'display_name'),
    schedule: textAt(body, 'schedule') || '0 9 * * 1-5',
    time_zone: textAt(body, 'time_zone') || Intl.DateTimeFormat().resolvedOptions().timeZone,
    agent: textAt(interaction, 'agent'),
    input: textAt(interaction, 'input'),
    environment_id: textAt(body, 'environment_id'),
  };
}

function bodyOf({ display_name, schedule, time_zone, agent, input, environment_id }: Answers) {
  return {
    ...(display_name !== '' && { display_name }),
    schedule,
    time_zone,
    interaction: { agent, input },
    ...(environment_id !== '' && { environment_id }),
  };
}

function serviceAgents(): readonly string[] {
  const type = findType('interactions.AgentOption');
  return type && isEnum(type) ? Object.keys(type.values) : [];
}

async function listed(
  { services }: Pick<Context, 'services'>,
  kind: 'agent' | 'environment',
  { connection }: ResourceRef,
) {
  const found = services.connections.find(connection);
  const collection = found && topCollection(kind, found);
  if (!collection) return [];
  const row = kindRow(kind);
  const { items } = await services.store.loadAll(collection);
  return items.map((item) => {
    const facts = row.description(item, Date.now());
    return {
      label: row.label(item),
      ...(facts && { description: l10n.t(facts.message, ...facts.args) }),
      icon: row.icon,
      value: textAt(item, 'id'),
    };
  });
}
