/**
 * Every text of the panel that is ours, in English. `{0}`, `{1}` are filled in. The host may pass
 * translations of the same keys as `strings` of the page's data.
 */
export const english = {
  // Toolbar
  toolbar: 'Playground',
  chooseModel: 'Choose Model',
  modelIs: 'Model: {0}. Choose another one.',
  versionIs: 'Version of the service: {0}. Choose another one.',
  connectionIs: 'Connection: {0}, {1}. Choose another one.',
  chooseConnection: 'Choose Connection',
  newConversation: 'New Conversation',
  showSettings: 'Show Settings',
  hideSettings: 'Hide Settings',
  meter: '{0} / {1}',
  meterHint: 'The conversation used {0} of the {1} tokens that this model takes.',

  // Conversation
  conversation: 'Conversation',
  you: 'You',
  model: 'Model',
  turnLabel: '{0}, message {1} of {2}',
  thoughts: 'Thoughts',
  thinking: 'Thinking…',
  waiting: 'Waiting for the first token…',
  copyMessage: 'Copy Message',
  openMessage: 'Open Message in Editor',
  regenerate: 'Regenerate Answer',
  copyCode: 'Copy Code',
  openCode: 'Open Code in Editor',
  copied: 'Copied',
  plainCode: 'text',
  showAllLines: 'Show all {0} lines',
  showLess: 'Show less',
  showMore: 'Show more ({0} left)',
  showAllText: 'Show all ({0})',
  jumpToLatest: 'Jump to Latest',
  image: 'Image',
  generatedImage: 'Image of the answer',
  functionCall: 'Function call',
  functionResponse: 'Function response',
  executableCode: 'Code that the model runs',
  codeResult: 'Result of the code: {0}',
  otherPart: 'Part without text',
  filePart: 'File',
  linkHint: 'Opens {0}',
  hiddenCharacter: 'Invisible character {0}',
  tooDeep: 'Too deeply nested to be laid out; shown as it came.',
  cutHere: 'Cut after {0}.',

  // How an answer ended
  complete: 'Complete',
  maxTokens: 'Cut by the token limit',
  blocked: 'Blocked by the service: {0}',
  promptBlocked: 'Prompt blocked by the service: {0}',
  recitation: 'Stopped by the service: it recited protected text',
  lost: 'Connection lost; the text so far is kept',
  stopped: 'Stopped by you',
  unfinished: 'Ended without a finish reason',
  other: 'Ended by the service: {0}',
  failed: 'Failed',
  unknownReason: 'no reason given',
  safetyDetails: 'Safety ratings',
  category: 'Category',
  probability: 'Probability',
  blockedHere: 'Blocked here',
  yes: 'Yes',
  no: 'No',
  tokensOne: '{0} token',
  tokensMany: '{0} tokens',
  tokenFlow: '{0} → {1} tokens',
  tokenFlowHint: '{0} tokens of prompt, {1} tokens of answer, {2} tokens in all.',
  thoughtTokens: '{0} thoughts',
  cachedTokens: '{0} cached',
  firstToken: '{0} to first token',
  duration: '{0} in all',
  answerStarted: 'Answer started.',
  answerFinished: 'Answer finished, {0}.',

  // Buttons that fix what failed
  retry: 'Retry',
  continue: 'Continue',
  addApiKey: 'Add API Key…',
  startEmulator: 'Start the Built-in Emulator',
  showLog: 'Show Log',

  // Empty conversation
  emptyTitle: 'Ask {0}',
  emptyTitleNoModel: 'Start a conversation',
  emptyConnection: 'Through {0}, {1}.',
  emptyEmulator:
    'Through {0}, {1}. It makes its answers up, so it needs no account and no network.',
  startersLabel: 'Starter prompts',
  starterExplain: 'Explain what a token is and how it is counted',
  starterCode: 'Write a TypeScript function that groups a list by a key, with a test',
  starterTable: 'Compare REST, gRPC and WebSocket in a table',
  noConnectionTitle: 'No connection yet',
  noConnectionText: 'Add an API key, or try everything offline with the built-in emulator.',
  loading: 'Loading the conversation…',

  // Composer
  composer: 'Message',
  composerHint: 'Ask something (Enter to send)',
  send: 'Send (Enter)',
  stop: 'Stop (Escape)',
  needConnection: 'Choose a connection first.',
  needModel: 'Choose a model first.',
  needText: 'Write a message first.',
  waitForAnswer: 'Wait until the answer has ended, or stop it.',
  settingsInvalid: 'Correct the settings first.',
  sizeHint: '{0}, about {1} tokens',
  sizeHintLimit: '{0}, about {1} tokens; this model takes {2}',
  tooLong: 'The message is longer than can be sent ({0}).',
  pastedText: 'Pasted text, {0}',
  pastedHint: 'Sent after the text above.',
  removePasted: 'Remove Pasted Text',
  notSent: 'The message was not sent: {0}',
  callFailed: 'That did not work: {0}',
  dismiss: 'Dismiss',

  // Settings
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
} as const;

export type StringKey = keyof typeof english;
export type Strings = { readonly [K in StringKey]: string };

/** The strings with what a translation brings; keys it lacks stay English, strays are dropped. */
export function translated(translation: unknown): Strings {
  if (typeof translation !== 'object' || translation === null) return english;
  const source = translation as { readonly [key: string]: unknown };
  const entries = Object.entries(english).map(([key, text]) => {
    const other = Object.hasOwn(source, key) ? source[key] : undefined;
    return [key, typeof other === 'string' && other !== '' ? other : text] as const;
  });
  return Object.fromEntries(entries) as Strings;
}

/** Fills `{0}`, `{1}` … of a text; a place without a value stays as it is. */
export function fill(template: string, ...values: readonly (string | number)[]): string {
  return template.replace(/\{(\d)\}/g, (place, index: string) => {
    const value = values[Number(index)];
    return value === undefined ? place : String(value);
  });
}
