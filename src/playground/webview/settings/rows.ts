import { generationLimits } from '../../../api/schema/fieldLimits';
import type { Limits } from '../../../api/schema/row';
import type { SettingsMode } from '../../conversation';
import { MODES, type SharedField } from '../../modes';
import { UNPUBLISHED_MOST } from '../../settings';
import type {
  ChoiceRow,
  FlagRow,
  Model,
  NumberRow,
  PartRow,
  Place,
  SectionId,
  SettingRow,
} from './row';

/** Categories of the current models and of those that answer from passages; of the current ones alone; of legacy ones. */
const CATEGORIES: readonly (readonly [readonly SettingsMode[], string])[] = [
  [['chat', 'answer'], 'HARASSMENT HATE_SPEECH SEXUALLY_EXPLICIT DANGEROUS_CONTENT'],
  [['chat'], 'CIVIC_INTEGRITY'],
  [['text'], 'DEROGATORY TOXICITY VIOLENCE SEXUAL MEDICAL DANGEROUS'],
];

const THRESHOLDS = [
  'BLOCK_LOW_AND_ABOVE',
  'BLOCK_MEDIUM_AND_ABOVE',
  'BLOCK_ONLY_HIGH',
  'BLOCK_NONE',
];

/** A threshold for each category that the models of a mode have. */
const SAFETY_ROWS: readonly ChoiceRow[] = CATEGORIES.flatMap(([of, names]) =>
  names.split(' ').map((name) => ({
    key: `safety-${name}`,
    kind: 'choice',
    label: { word: name },
    section: 'safety',
    place: { safety: `HARM_CATEGORY_${name}`, of },
    options: of.includes('text') ? THRESHOLDS : [...THRESHOLDS, 'OFF'],
  })),
);

const MOST_INT32 = 2_147_483_647;

const CHAT = ['chat'] as const;
const thinks = (model: Model): boolean => model?.thinking === true;

const FUNCTIONS: PartRow = {
  key: 'functions',
  kind: 'part',
  label: 'functions',
  hint: 'functionsHint',
  section: 'tools',
  place: { tool: 'functionDeclarations' },
  part: 'functions',
  count: { one: 'functionsOne', many: 'functionsMany' },
};

/** Everything that the panel lets set, in its order. What is not here is set in the request as JSON. */
export const SETTING_ROWS: readonly SettingRow[] = [
  {
    key: 'systemInstruction',
    kind: 'text',
    label: 'systemInstruction',
    hint: 'systemInstructionHint',
    placeholder: 'systemInstructionPlaceholder',
    section: 'main',
    place: { setting: 'systemInstruction', of: CHAT },
  },
  {
    key: 'answerStyle',
    kind: 'choice',
    label: 'answerStyle',
    hint: 'answerStyleHint',
    section: 'main',
    place: { in: { answer: 'answerStyle' } },
    options: ['ABSTRACTIVE', 'EXTRACTIVE', 'VERBOSE'],
  },
  {
    key: 'taskType',
    kind: 'choice',
    label: 'taskType',
    hint: 'taskTypeHint',
    section: 'main',
    place: { in: { embed: 'taskType' } },
    options: [
      'RETRIEVAL_QUERY',
      'RETRIEVAL_DOCUMENT',
      'SEMANTIC_SIMILARITY',
      'CLASSIFICATION',
      'CLUSTERING',
      'QUESTION_ANSWERING',
      'FACT_VERIFICATION',
      'CODE_RETRIEVAL_QUERY',
    ],
  },
  {
    key: 'title',
    kind: 'line',
    label: 'embedTitle',
    hint: 'embedTitleHint',
    section: 'main',
    place: { in: { embed: 'title' } },
  },
  {
    key: 'outputDimensionality',
    kind: 'number',
    label: 'outputDimensionality',
    hint: 'outputDimensionalityHint',
    section: 'main',
    place: { in: { embed: 'outputDimensionality' } },
    whole: true,
    min: generationLimits.outputDimensionality.minimum,
    max: () => MOST_INT32,
    anyRange: true,
  },
  {
    key: 'temperature',
    kind: 'number',
    label: 'temperature',
    hint: 'temperatureHint',
    section: 'sampling',
    place: shared('temperature'),
    whole: false,
    min: generationLimits.temperature.minimum,
    max: (model, mode) =>
      Math.min(
        mostWith(model, generationLimits.temperature),
        mode === 'chat' ? Infinity : generationLimits.unitTemperature.maximum,
      ),
    standard: (model) => model?.temperature,
    step: 0.05,
  },
  {
    key: 'topP',
    kind: 'number',
    label: 'topP',
    hint: 'topPHint',
    section: 'sampling',
    place: shared('topP'),
    whole: false,
    min: generationLimits.topP.minimum,
    max: () => generationLimits.topP.maximum,
    standard: (model) => model?.topP,
    step: 0.01,
  },
  {
    key: 'topK',
    kind: 'number',
    label: 'topK',
    hint: 'topKHint',
    section: 'sampling',
    place: shared('topK'),
    whole: true,
    min: generationLimits.topK.minimum,
    max: () => UNPUBLISHED_MOST.topK,
    standard: (model) => model?.topK,
    anyRange: true,
    known: (model) => model?.topK !== undefined,
  },
  configNumber('seed', 'sampling', {
    hint: 'seedHint',
    whole: true,
    min: -MOST_INT32 - 1,
    most: MOST_INT32,
    anyRange: true,
  }),
  configNumber('presencePenalty', 'sampling', {
    hint: 'presencePenaltyHint',
    whole: false,
    min: generationLimits.presencePenalty.minimum,
    most: generationLimits.presencePenalty.maximum,
    step: 0.05,
  }),
  configNumber('frequencyPenalty', 'sampling', {
    hint: 'frequencyPenaltyHint',
    whole: false,
    min: generationLimits.frequencyPenalty.minimum,
    most: generationLimits.frequencyPenalty.maximum,
    step: 0.05,
  }),
  {
    key: 'maxOutputTokens',
    kind: 'number',
    label: 'maxOutputTokens',
    hint: 'maxOutputTokensHint',
    section: 'output',
    place: shared('maxOutputTokens'),
    whole: true,
    min: generationLimits.maxOutputTokens.minimum,
    max: (model) =>
      mostWith(model, generationLimits.maxOutputTokens, UNPUBLISHED_MOST.maxOutputTokens),
  },
  {
    key: 'stopSequences',
    kind: 'lines',
    label: 'stopSequences',
    hint: 'stopSequencesHint',
    section: 'output',
    place: shared('stopSequences'),
  },
  {
    key: 'candidateCount',
    kind: 'number',
    label: 'candidateCount',
    hint: 'candidateCountHint',
    section: 'output',
    place: {
      in: {
        chat: 'generationConfig.candidateCount',
        text: 'candidateCount',
        message: 'candidateCount',
      },
    },
    whole: true,
    min: generationLimits.candidateCount.minimum,
    max: () => generationLimits.candidateCount.maximum,
    standard: () => 1,
  },
  configChoice('responseMimeType', 'output', {
    hint: 'responseMimeTypeHint',
    options: generationLimits.responseMimeType.enum,
  }),
  {
    key: 'responseSchema',
    kind: 'part',
    label: 'responseSchema',
    hint: 'responseSchemaHint',
    section: 'output',
    place: { in: { chat: 'generationConfig.responseSchema' } },
    part: 'responseSchema',
  },
  configFlag('responseLogprobs', 'output', { hint: 'responseLogprobsHint' }),
  configNumber('logprobs', 'output', {
    hint: 'logprobsHint',
    whole: true,
    min: generationLimits.logprobs.minimum,
    most: generationLimits.logprobs.maximum,
  }),
  configFlag('enableEnhancedCivicAnswers', 'output', { hint: 'enableEnhancedCivicAnswersHint' }),
  {
    key: 'whole',
    kind: 'flag',
    label: 'whole',
    hint: 'wholeHint',
    section: 'output',
    place: { setting: 'whole', of: CHAT },
  },
  configChoice('responseModalities', 'media', {
    kind: 'choices',
    hint: 'responseModalitiesHint',
    options: ['TEXT', 'IMAGE', 'AUDIO'],
  }),
  configChoice('mediaResolution', 'media', {
    hint: 'mediaResolutionHint',
    prefix: 'MEDIA_RESOLUTION_',
    options: ['MEDIA_RESOLUTION_LOW', 'MEDIA_RESOLUTION_MEDIUM', 'MEDIA_RESOLUTION_HIGH'],
  }),
  configChoice(
    'aspectRatio',
    'media',
    {
      hint: 'aspectRatioHint',
      options: generationLimits.aspectRatio.enum,
    },
    'imageConfig.aspectRatio',
  ),
  {
    key: 'voiceName',
    kind: 'line',
    label: 'voiceName',
    hint: 'voiceNameHint',
    section: 'media',
    place: {
      in: { chat: 'generationConfig.speechConfig.voiceConfig.prebuiltVoiceConfig.voiceName' },
    },
  },
  {
    key: 'languageCode',
    kind: 'line',
    label: 'languageCode',
    hint: 'languageCodeHint',
    section: 'media',
    place: { in: { chat: 'generationConfig.speechConfig.languageCode' } },
  },
  configFlag(
    'includeThoughts',
    'thinking',
    { hint: 'includeThoughtsHint', known: thinks },
    'thinkingConfig.includeThoughts',
  ),
  configNumber(
    'thinkingBudget',
    'thinking',
    {
      hint: 'thinkingBudgetHint',
      whole: true,
      min: -1,
      most: MOST_INT32,
      known: thinks,
      anyRange: true,
    },
    'thinkingConfig.thinkingBudget',
  ),
  ...SAFETY_ROWS,
  FUNCTIONS,
  {
    key: 'functionCalling',
    kind: 'choice',
    label: 'functionCalling',
    hint: 'functionCallingHint',
    section: 'tools',
    place: { in: { chat: 'toolConfig.functionCallingConfig.mode' } },
    options: ['AUTO', 'ANY', 'NONE', 'VALIDATED'],
  },
  tool('codeExecution', { hint: 'codeExecutionHint' }),
  tool('googleSearch', { hint: 'googleSearchHint' }),
  tool('urlContext', { hint: 'urlContextHint' }),
  tool('googleMaps', { hint: 'googleMapsHint' }),
  // Of older models, whose search the newer ones refuse.
  tool('googleSearchRetrieval', { hint: 'googleSearchRetrievalHint' }),
];

/** Where the modes that have a shared setting have it. */
function shared(field: SharedField): Place {
  const paths = Object.values(MODES).flatMap(({ settings }) => {
    const path = settings.shared[field];
    return path === undefined ? [] : [[settings.mode, path] as const];
  });
  return { in: Object.fromEntries(paths) };
}

/**
 * The most that a number may be with a model: what the model itself says where its limits name that, otherwise what
 * they say, otherwise `most`.
 */
function mostWith(
  model: Model,
  { modelMaximum, maximum = Infinity }: Limits,
  most = maximum,
): number {
  return (modelMaximum && model?.[modelMaximum]) ?? most;
}

type Extra<R extends SettingRow> = Omit<R, 'key' | 'kind' | 'label' | 'section' | 'place'>;
type Name = 'seed' | 'logprobs' | 'presencePenalty' | 'frequencyPenalty' | 'thinkingBudget';

/** A number that only the current models have, in their configuration. */
function configNumber(
  key: Name,
  section: SectionId,
  extra: Omit<Extra<NumberRow>, 'max'> & { readonly most: number },
  path: string = key,
): NumberRow {
  const { most, ...rest } = extra;
  const place = { in: { chat: `generationConfig.${path}` } };
  return { key, kind: 'number', label: key, section, place, max: () => most, ...rest };
}

function configFlag(
  key: 'responseLogprobs' | 'enableEnhancedCivicAnswers' | 'includeThoughts',
  section: SectionId,
  extra: Extra<FlagRow> = {},
  path: string = key,
): FlagRow {
  const place = { in: { chat: `generationConfig.${path}` } };
  return { key, kind: 'flag', label: key, section, place, ...extra };
}

function configChoice(
  key: 'responseMimeType' | 'responseModalities' | 'mediaResolution' | 'aspectRatio',
  section: SectionId,
  extra: Extra<ChoiceRow> & { readonly kind?: ChoiceRow['kind'] },
  path: string = key,
): ChoiceRow {
  const place = { in: { chat: `generationConfig.${path}` } };
  return { key, kind: 'choice', label: key, section, place, ...extra };
}

type ToolName =
  'codeExecution' | 'googleSearch' | 'googleSearchRetrieval' | 'urlContext' | 'googleMaps';

function tool(name: ToolName, extra: Extra<FlagRow> = {}): FlagRow {
  return {
    key: name,
    kind: 'flag',
    label: name,
    section: 'tools',
    place: { tool: name },
    ...extra,
  };
}
