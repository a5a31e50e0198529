import * as l10n from '@vscode/l10n';
import { findMessage } from '../../api/schema/messages';
import { isInEdition, type Version } from '../../api/versions';
import type { PickItem } from '../../platform/prompts';
import type { ResourcesContext } from '../context';

type Field = keyof Hyperparameters;
type Choice = Field | 'done';

/** Shows the settings until confirmed; undefined if dismissed. */
export async function askForHyperparameters(
  context: ResourcesContext,
  version: Version,
  examples: number,
): Promise<Hyperparameters | undefined> {
  const { prompts } = context;
  let current = defaultHyperparameters(version, examples);
  for (;;) {
    const steps = totalSteps(examples, current);
    const choice = await prompts.pick<Choice>(
      {
        title: l10n.t('Hyperparameters'),
        placeholder: l10n.t('Examples: {0}. Total steps: {1}.', examples, steps),
      },
      rows(version, current, steps),
    );
    if (choice === undefined) return undefined;
    if (choice === 'done') return current;
    current = (await change(context, choice, current, examples)) ?? current;
  }
}

function rows(
  version: Version,
  current: Hyperparameters,
  steps: number,
): readonly PickItem<Choice>[] {
  const usual = l10n.t('server default');
  const row = (value: Field, label: string, detail: string): PickItem<Choice> => ({
    value,
    label,
    detail,
    icon: 'settings',
    description: String(current[value] ?? usual),
  });
  return [
    {
      value: 'done',
      icon: 'check',
      active: true,
      label: l10n.t('Use These Values'),
      description: steps === 1 ? l10n.t('1 step') : l10n.t('{0} steps', steps),
    },
    {
      ...row('epochCount', l10n.t('Epochs'), l10n.t('Number of passes over the examples')),
      separator: l10n.t('Change'),
    },
    row('batchSize', l10n.t('Batch size'), l10n.t('Examples per step')),
    row('learningRate', l10n.t('Learning rate'), l10n.t('Fixed step size')),
    ...(takesMultiplier(version)
      ? [
          row(
            'learningRateMultiplier',
            l10n.t('Learning rate multiplier'),
            l10n.t('Multiplies the recommended learning rate'),
          ),
        ]
      : []),
  ];
}

async function change(
  { prompts }: ResourcesContext,
  field: Field,
  current: Hyperparameters,
  examples: number,
): Promise<Hyperparameters | undefined> {
  const isWhole = field === 'epochCount' || field === 'batchSize';
  const isGood = (typed: string): boolean => {
    if (typed.trim() === '') return !isWhole;
    const value = Number(typed);
    return value > 0 && (isWhole ? Number.isInteger(value) : Number.isFinite(value));
  };
  const formula = l10n.t('Steps: examples ({0}) × epochs ÷ batch size, rounded up.', examples);
  const typed = await prompts.input({
    title: l10n.t('Hyperparameters'),
    prompt: isWhole
      ? formula
      : l10n.t('Enter a number above 0, or leave empty for the server default.'),
    value: String(current[field] ?? ''),
    validate(value) {
      if (isGood(value)) return undefined;
      return isWhole
        ? l10n.t('Enter a whole number above 0.')
        : l10n.t('Enter a number above 0, or leave empty.');
    },
  });
  if (typed === undefined || !isGood(typed)) return undefined;
  if (isWhole) return { ...current, [field]: Number(typed) };
  const { epochCount, batchSize } = current;
  return { epochCount, batchSize, ...(typed.trim() !== '' && { [field]: Number(typed) }) };
}

/** The API sets absent values. */
export interface Hyperparameters {
  readonly epochCount: number;
  readonly batchSize: number;
  readonly learningRate?: number;
  readonly learningRateMultiplier?: number;
}

interface Defaults {
  readonly epochCount: number;
  readonly batchSize: readonly [few: number, many: number];
}

const CURRENT: Defaults = { epochCount: 5, batchSize: [4, 16] };

const DEFAULTS: { readonly [V in Version]: Defaults } = {
  v1beta: CURRENT,
  v1: CURRENT,
  v1alpha: CURRENT,
  v1beta3: { epochCount: 10, batchSize: [16, 64] },
};

/** Minimum number of examples for the larger batch size. The API documents no threshold. */
const MANY = 1000;

export function defaultHyperparameters(version: Version, examples: number): Hyperparameters {
  const { epochCount, batchSize } = DEFAULTS[version];
  return { epochCount, batchSize: batchSize[examples < MANY ? 0 : 1] };
}

export function totalSteps(
  examples: number,
  { epochCount, batchSize }: Pick<Hyperparameters, 'epochCount' | 'batchSize'>,
): number {
  return Math.ceil((examples * epochCount) / batchSize);
}

export function takesMultiplier(version: Version): boolean {
  const field = findMessage('Hyperparameters')?.fields.learningRateMultiplier;
  return field !== undefined && isInEdition(field.versions, version);
}
