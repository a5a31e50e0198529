import { generationLimits } from '../api/schema/fieldLimits';
import type { JsonObject } from '../api/schema/row';
import {
  flag,
  integer,
  jsonObject,
  list,
  number,
  object,
  oneOf,
  record,
  type Shape,
  text,
} from '../webview/shape';
import type { Protocol } from '../webview/rpc';
import { MAX_PROMPT, PLAYGROUND_MODES, type SettingsMode } from './conversation';

/**
 * Parts of the settings that are edited as JSON in an editor: the shape of a JSON answer, functions that the
 * model may call, and the whole request of the mode.
 */
const REQUEST_PARTS = ['responseSchema', 'functions', 'request'] as const;
export type RequestPart = (typeof REQUEST_PARTS)[number];

/** The name of its document's file: the whole request is another one in each mode. */
export type PartFile = Exclude<RequestPart, 'request'> | `${SettingsMode}Request`;

export function partFile(part: RequestPart, mode: SettingsMode): PartFile {
  return part === 'request' ? `${mode}Request` : part;
}

const request = jsonObject();

/** The result of a function: a text stands in an object, as `result`, which is what the service takes. */
const result: Shape<JsonObject> = {
  parse: (value, path) =>
    typeof value === 'string'
      ? { result: text(MAX_PROMPT).parse(value, path) }
      : request.parse(value, path),
};

/** A request of each mode that has settings of its own. */
const requestsShape = Object.fromEntries(
  PLAYGROUND_MODES.flatMap((mode) => (mode === 'prompt' ? [] : [[mode, request] as const])),
) as { readonly [M in SettingsMode]: Shape<JsonObject> };

/** What the panel and the files of conversations take at most, where the service publishes no end. */
export const UNPUBLISHED_MOST = { topK: 1_000_000, maxOutputTokens: 10_000_000 } as const;
/** Characters of one stop sequence; the service publishes no limit. */
export const MAX_STOP_LENGTH = 1000;

const { temperature, topP, topK, maxOutputTokens, stopSequences } = generationLimits;

/** The settings as the webview sends them and as a conversation's file holds them. */
export const settingsShape = object(
  {},
  {
    systemInstruction: text(MAX_PROMPT),
    temperature: number(temperature.minimum, temperature.maximum),
    topP: number(topP.minimum, topP.maximum),
    topK: integer(topK.minimum, UNPUBLISHED_MOST.topK),
    maxOutputTokens: integer(maxOutputTokens.minimum, UNPUBLISHED_MOST.maxOutputTokens),
    stopSequences: list(text(MAX_STOP_LENGTH), stopSequences.maxItems),
    includeThoughts: flag,
    requests: object({}, requestsShape),
    whole: flag,
    mocks: record(result),
    autoRespond: flag,
  },
);

export const settingsCalls = {
  /** Replaces the settings: the whole set, absent meaning default. */
  setSettings: { input: settingsShape },
  /** Lets new conversations begin with the settings of this one, or with none. */
  keepSettings: { input: object({ keep: flag }) },
  /** Opens a part of the settings as JSON in an editor; what is saved there is set. */
  editPart: { input: object({ part: oneOf(...REQUEST_PARTS) }) },
} as const satisfies Protocol['calls'];

/** Texts of the panel about the settings. */
export const settingsStrings = {
  settings: 'Settings',
  resizeSettings: 'Width of the settings',
  systemInstruction: 'System instruction',
  systemInstructionHint: 'Steers the model through the whole conversation.',
  systemInstructionPlaceholder: 'None',
  temperature: 'Temperature',
  temperatureHint: 'Higher is more varied.',
  topP: 'Top-p',
  topPHint: 'Tokens are taken up to this sum of probabilities.',
  topK: 'Top-k',
  topKHint: 'Tokens are taken among this many most probable ones.',
  maxOutputTokens: 'Max output tokens',
  maxOutputTokensHint: 'The answer is cut after this many tokens.',
  stopSequences: 'Stop sequences',
  stopSequencesHint:
    'One per line, at most 5; \\n stands for a line break. The answer ends before the first that appears.',
  includeThoughts: 'Include thoughts',
  includeThoughtsHint: "Shows summaries of the model's thinking apart from the answer.",
  defaultValue: 'Default {0}',
  modelDefault: 'Default of the model',
  upTo: 'up to {0}',
  reset: 'Reset {0} to its Default',
  notANumber: 'Enter a number.',
  notWhole: 'Enter a whole number.',
  outOfRange: 'Enter a number from {0} to {1}.',
  tooManyStops: 'At most 5 stop sequences can be set; these are {0}.',
  stopTooLong: 'A stop sequence can have at most {0} characters.',

  // Groups
  sectionSampling: 'Sampling',
  sectionOutput: 'Output',
  sectionMedia: 'Images and speech',
  sectionThinking: 'Thinking',
  sectionSafety: 'Safety',
  sectionTools: 'Tools',
  setCount: '{0} set',
  invalid: 'invalid',

  // What a field says of itself
  rangeFromTo: '{0} to {1}',
  serviceDefault: 'Default',
  notOfVersion: 'Not sent: version {0} of the service has no such field.',
  notOfModel: 'Not sent: this model does not take it.',
  editPart: 'Edit…',
  editPartOf: 'Edit {0}…',
  partSet: 'Set',
  partNone: 'None',
  editRequest: 'Edit Request as JSON…',
  keepSettings: 'Keep for New Conversations',
  keepSettingsHint: 'New conversations begin with none of these settings unless you keep them.',
  keptSettings: 'New conversations begin with these settings.',
  keptOthers: 'New conversations begin with other settings that you kept.',
  forgetSettings: 'Forget Kept Settings',
  emptyKept: 'Begins with the settings that you kept for new conversations.',
  editRequestHint: 'Everything that is set, including what has no field here.',

  // Answers and embeddings
  answerStyle: 'Answer style',
  answerStyleHint: 'How closely the answer keeps to the words of its sources.',
  taskType: 'Task type',
  taskTypeHint: 'What the vectors are for.',
  embedTitle: 'Title',
  embedTitleHint: 'Of the text; only for the retrieval of documents.',
  outputDimensionality: 'Dimensions',
  outputDimensionalityHint: 'Only this many leading numbers of each vector are kept.',

  // Sampling
  seed: 'Seed',
  seedHint: 'With the same seed, the model tries to repeat its answer.',
  presencePenalty: 'Presence penalty',
  presencePenaltyHint: 'Above 0, words that came up already become less likely.',
  frequencyPenalty: 'Frequency penalty',
  frequencyPenaltyHint: 'Above 0, words become less likely the more often they came up.',

  // Output
  candidateCount: 'Candidates',
  candidateCountHint: 'Answers to choose from; newer models give only 1.',
  responseMimeType: 'Format',
  responseMimeTypeHint: 'With a response schema it is JSON, unless you choose an enumeration.',
  responseSchema: 'Response schema',
  responseSchemaHint: 'The shape that a JSON answer has.',
  responseLogprobs: 'Log probabilities',
  responseLogprobsHint: 'The answer tells how likely its tokens were.',
  logprobs: 'Top log probabilities',
  logprobsHint: 'For this many tokens at each position; needs log probabilities.',
  enableEnhancedCivicAnswers: 'Enhanced civic answers',
  enableEnhancedCivicAnswersHint: 'Where the model has them.',
  whole: 'Answer in one piece',
  wholeHint: 'The answer is not streamed.',

  // Images and speech
  responseModalities: 'Kinds of answer',
  responseModalitiesHint: 'What the answer may hold.',
  mediaResolution: 'Media resolution',
  mediaResolutionHint: 'Of what is attached: higher takes more tokens.',
  aspectRatio: 'Aspect ratio',
  aspectRatioHint: 'Of images that the model makes.',
  voiceName: 'Voice',
  voiceNameHint: 'Name of a prebuilt voice, such as Kore.',
  languageCode: 'Language of speech',
  languageCodeHint: 'Such as en-US.',

  // Thinking
  thinkingBudget: 'Thinking budget',
  thinkingBudgetHint: 'Tokens to think with: 0 for none, -1 lets the model decide.',

  // Tools
  functions: 'Functions',
  functionsHint: 'What the model may ask to be called.',
  functionsOne: '{0} function',
  functionsMany: '{0} functions',
  functionCalling: 'Function calling',
  functionCallingHint: 'Auto lets the model choose; any makes it call; none forbids it.',
  codeExecution: 'Code execution',
  codeExecutionHint: 'The model runs code of its own at the service.',
  googleSearch: 'Google Search',
  googleSearchHint: 'Grounds the answer in what a search finds.',
  urlContext: 'URL context',
  urlContextHint: 'Reads the web addresses of a message.',
  googleMaps: 'Google Maps',
  googleMapsHint: 'Grounds the answer in places.',
  googleSearchRetrieval: 'Google Search retrieval',
  googleSearchRetrievalHint: 'The search of older models.',
} as const;
