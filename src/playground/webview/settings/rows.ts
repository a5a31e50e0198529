import * as l10n from '@vscode/l10n';
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
  label: () => l10n.t('Functions'),
  hint: () => l10n.t('What the model may ask to be called.'),
  section: 'tools',
  place: { tool: 'functionDeclarations' },
  part: 'functions',
  count: {
    one: (count) => l10n.t('{0} function', count),
    many: (count) => l10n.t('{0} functions', count),
  },
};

/** Everything that the panel lets set, in its order. What is not here is set in the request as JSON. */
export const SETTING_ROWS: readonly SettingRow[] = [
  {
    key: 'systemInstruction',
    kind: 'text',
    label: () => l10n.t('System instruction'),
    hint: () => l10n.t('Steers the model through the whole conversation.'),
    placeholder: () => l10n.t('None'),
    section: 'main',
    place: { setting: 'systemInstruction', of: CHAT },
  },
  {
    key: 'answerStyle',
    kind: 'choice',
    label: () => l10n.t('Answer style'),
    hint: () => l10n.t('How closely the answer keeps to the words of its sources.'),
    section: 'main',
    place: { in: { answer: 'answerStyle' } },
    options: ['ABSTRACTIVE', 'EXTRACTIVE', 'VERBOSE'],
  },
  {
    key: 'taskType',
    kind: 'choice',
    label: () => l10n.t('Task type'),
    hint: () => l10n.t('What the vectors are for.'),
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
    label: () => l10n.t('Title'),
    hint: () => l10n.t('Of the text; only for the retrieval of documents.'),
    section: 'main',
    place: { in: { embed: 'title' } },
  },
  {
    key: 'outputDimensionality',
    kind: 'number',
    label: () => l10n.t('Dimensions'),
    hint: () => l10n.t('Only this many leading numbers of each vector are kept.'),
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
    label: () => l10n.t('Temperature'),
    hint: () => l10n.t('Higher is more varied.'),
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
    label: () => l10n.t('Top-p'),
    hint: () => l10n.t('Tokens are taken up to this sum of probabilities.'),
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
    label: () => l10n.t('Top-k'),
    hint: () => l10n.t('Tokens are taken among this many most probable ones.'),
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
    label: () => l10n.t('Seed'),
    hint: () => l10n.t('With the same seed, the model tries to repeat its answer.'),
    whole: true,
    min: -MOST_INT32 - 1,
    most: MOST_INT32,
    anyRange: true,
  }),
  configNumber('presencePenalty', 'sampling', {
    label: () => l10n.t('Presence penalty'),
    hint: () => l10n.t('Above 0, words that came up already become less likely.'),
    whole: false,
    min: generationLimits.presencePenalty.minimum,
    most: generationLimits.presencePenalty.maximum,
    step: 0.05,
  }),
  configNumber('frequencyPenalty', 'sampling', {
    label: () => l10n.t('Frequency penalty'),
    hint: () => l10n.t('Above 0, words become less likely the more often they came up.'),
    whole: false,
    min: generationLimits.frequencyPenalty.minimum,
    most: generationLimits.frequencyPenalty.maximum,
    step: 0.05,
  }),
  {
    key: 'maxOutputTokens',
    kind: 'number',
    label: () => l10n.t('Max output tokens'),
    hint: () => l10n.t('The answer is cut after this many tokens.'),
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
    label: () => l10n.t('Stop sequences'),
    hint: () =>
      l10n.t(
        'One per line, at most 5; \\n stands for a line break. The answer ends before the first that appears.',
      ),
    section: 'output',
    place: shared('stopSequences'),
  },
  {
    key: 'candidateCount',
    kind: 'number',
    label: () => l10n.t('Candidates'),
    hint: () => l10n.t('Answers to choose from; newer models give only 1.'),
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
    label: () => l10n.t('Format'),
    hint: () => l10n.t('With a response schema it is JSON, unless you choose an enumeration.'),
    options: generationLimits.responseMimeType.enum,
  }),
  {
    key: 'responseSchema',
    kind: 'part',
    label: () => l10n.t('Response schema'),
    hint: () => l10n.t('The shape that a JSON answer has.'),
    section: 'output',
    place: { in: { chat: 'generationConfig.responseSchema' } },
    part: 'responseSchema',
  },
  configFlag('responseLogprobs', 'output', {
    label: () => l10n.t('Log probabilities'),
    hint: () => l10n.t('The answer tells how likely its tokens were.'),
  }),
  configNumber('logprobs', 'output', {
    label: () => l10n.t('Top log probabilities'),
    hint: () => l10n.t('For this many tokens at each position; needs log probabilities.'),
    whole: true,
    min: generationLimits.logprobs.minimum,
    most: generationLimits.logprobs.maximum,
  }),
  configFlag('enableEnhancedCivicAnswers', 'output', {
    label: () => l10n.t('Enhanced civic answers'),
    hint: () => l10n.t('Where the model has them.'),
  }),
  {
    key: 'whole',
    kind: 'flag',
    label: () => l10n.t('Answer in one piece'),
    hint: () => l10n.t('The answer is not streamed.'),
    section: 'output',
    place: { setting: 'whole', of: CHAT },
  },
  configChoice('responseModalities', 'media', {
    label: () => l10n.t('Kinds of answer'),
    kind: 'choices',
    hint: () => l10n.t('What the answer may hold.'),
    options: ['TEXT', 'IMAGE', 'AUDIO'],
  }),
  configChoice('mediaResolution', 'media', {
    label: () => l10n.t('Media resolution'),
    hint: () => l10n.t('Of what is attached: higher takes more tokens.'),
    prefix: 'MEDIA_RESOLUTION_',
    options: ['MEDIA_RESOLUTION_LOW', 'MEDIA_RESOLUTION_MEDIUM', 'MEDIA_RESOLUTION_HIGH'],
  }),
  configChoice(
    'aspectRatio',
    'media',
    {
      label: () => l10n.t('Aspect ratio'),
      hint: () => l10n.t('Of images that the model makes.'),
      options: generationLimits.aspectRatio.enum,
    },
    'imageConfig.aspectRatio',
  ),
  {
    key: 'voiceName',
    kind: 'line',
    label: () => l10n.t('Voice'),
    hint: () => l10n.t('Name of a prebuilt voice, such as Kore.'),
    section: 'media',
    place: {
      in: { chat: 'generationConfig.speechConfig.voiceConfig.prebuiltVoiceConfig.voiceName' },
    },
  },
  {
    key: 'languageCode',
    kind: 'line',
    label: () => l10n.t('Language of speech'),
    hint: () => l10n.t('Such as en-US.'),
    section: 'media',
    place: { in: { chat: 'generationConfig.speechConfig.languageCode' } },
  },
  configFlag(
    'includeThoughts',
    'thinking',
    {
      label: () => l10n.t('Include thoughts'),
      hint: () => l10n.t("Shows summaries of the model's thinking apart from the answer."),
      known: thinks,
    },
    'thinkingConfig.includeThoughts',
  ),
  configNumber(
    'thinkingBudget',
    'thinking',
    {
      label: () => l10n.t('Thinking budget'),
      hint: () => l10n.t('Tokens to think with: 0 for none, -1 lets the model decide.'),
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
    label: () => l10n.t('Function calling'),
    hint: () => l10n.t('Auto lets the model choose; any makes it call; none forbids it.'),
    section: 'tools',
    place: { in: { chat: 'toolConfig.functionCallingConfig.mode' } },
    options: ['AUTO', 'ANY', 'NONE', 'VALIDATED'],
  },
  tool('codeExecution', {
    label: () => l10n.t('Code execution'),
    hint: () => l10n.t('The model runs code of its own at the service.'),
  }),
  tool('googleSearch', {
    label: () => l10n.t('Google Search'),
    hint: () => l10n.t('Grounds the answer in what a search finds.'),
  }),
  tool('urlContext', {
    label: () => l10n.t('URL context'),
    hint: () => l10n.t('Reads the web addresses of a message.'),
  }),
  tool('googleMaps', {
    label: () => l10n.t('Google Maps'),
    hint: () => l10n.t('Grounds the answer in places.'),
  }),
  // Of older models, whose search the newer ones refuse.
  tool('googleSearchRetrieval', {
    label: () => l10n.t('Google Search retrieval'),
    hint: () => l10n.t('The search of older models.'),
  }),
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

type Extra<R extends SettingRow> = Omit<R, 'key' | 'kind' | 'section' | 'place'>;
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
  return { key, kind: 'number', section, place, max: () => most, ...rest };
}

function configFlag(
  key: 'responseLogprobs' | 'enableEnhancedCivicAnswers' | 'includeThoughts',
  section: SectionId,
  extra: Extra<FlagRow>,
  path: string = key,
): FlagRow {
  const place = { in: { chat: `generationConfig.${path}` } };
  return { key, kind: 'flag', section, place, ...extra };
}

function configChoice(
  key: 'responseMimeType' | 'responseModalities' | 'mediaResolution' | 'aspectRatio',
  section: SectionId,
  extra: Extra<ChoiceRow> & { readonly kind?: ChoiceRow['kind'] },
  path: string = key,
): ChoiceRow {
  const place = { in: { chat: `generationConfig.${path}` } };
  return { key, kind: 'choice', section, place, ...extra };
}

type ToolName =
  'codeExecution' | 'googleSearch' | 'googleSearchRetrieval' | 'urlContext' | 'googleMaps';

function tool(name: ToolName, extra: Extra<FlagRow>): FlagRow {
  return {
    key: name,
    kind: 'flag',
    section: 'tools',
    place: { tool: name },
    ...extra,
  };
}
