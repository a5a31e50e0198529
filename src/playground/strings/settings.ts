/** Texts of the panel about the settings. */
export const settingsStrings = {
  // Groups
  sectionSampling: 'Sampling',
  sectionOutput: 'Output',
  sectionMedia: 'Images and speech',
  sectionThinking: 'Thinking',
  sectionSafety: 'Safety',
  sectionTools: 'Tools',
  setCount: '{0} set',
  toCorrect: 'to correct',

  // What a field says of itself
  rangeFromTo: '{0} to {1}',
  serviceDefault: 'Default',
  notOfVersion: 'Not sent: version {0} of the service has no such field.',
  notOfModel: 'Not sent: this tuned model does not take it.',
  editPart: 'Edit…',
  editPartOf: 'Edit {0}…',
  partSet: 'Set',
  partNone: 'None',
  editRequest: 'Edit Request as JSON…',
  editRequestHint: 'Everything that is set, also what has no field here.',

  // Answers and embeddings
  answerStyle: 'Answer style',
  answerStyleHint: 'How closely the answer keeps to the words of its sources.',
  taskType: 'Task type',
  taskTypeHint: 'What the vectors are for.',
  embedTitle: 'Title',
  embedTitleHint: 'Of the text; only for the retrieval of documents.',
  outputDimensionality: 'Dimensions',
  outputDimensionalityHint: 'Only so many leading numbers of each vector are kept.',

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
  responseMimeTypeHint: 'A response schema needs JSON or an enumeration.',
  responseSchema: 'Response schema',
  responseSchemaHint: 'The shape that a JSON answer has.',
  responseLogprobs: 'Log probabilities',
  responseLogprobsHint: 'The answer tells how likely its tokens were.',
  logprobs: 'Top log probabilities',
  logprobsHint: 'Of so many tokens at each place; needs log probabilities.',
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
