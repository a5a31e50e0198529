import type { Messages } from '../api/schema/messages';

type Config = Messages['GenerationConfig']['fields'];
type Legacy = Messages['GenerateTextRequest']['fields'];
type Tool = Messages['FunctionDeclaration']['fields'];

/**
 * What the service takes of the fields that the panel lets set. The pages get types of the API only, so that the values
 * of the messages table stand here once more: they have its literal types, and others do not compile.
 */
export const requestLimits = {
  temperature: { minimum: 0, maximum: 2 },
  legacyTemperature: { minimum: 0, maximum: 1 },
  topP: { minimum: 0, maximum: 1 },
  topK: { minimum: 1 },
  maxOutputTokens: { minimum: 1 },
  candidateCount: { minimum: 1, maximum: 8 },
  stopSequences: { maxItems: 5 },
  presencePenalty: { minimum: -2, maximum: 2 },
  frequencyPenalty: { minimum: -2, maximum: 2 },
  logprobs: { minimum: 0, maximum: 20 },
  responseMimeType: { enum: ['text/plain', 'application/json', 'text/x.enum'] },
  aspectRatio: {
    enum: ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9'],
  },
  functionName: { maxLength: 64, pattern: '^[a-zA-Z_][a-zA-Z0-9_.:-]*$' },
} as const satisfies {
  readonly temperature: Config['temperature']['limits'];
  readonly legacyTemperature: Legacy['temperature']['limits'];
  readonly topP: Config['topP']['limits'] & Legacy['topP']['limits'];
  readonly topK: Config['topK']['limits'] & Legacy['topK']['limits'];
  readonly maxOutputTokens: Config['maxOutputTokens']['limits'] &
    Legacy['maxOutputTokens']['limits'];
  readonly candidateCount: Config['candidateCount']['limits'] & Legacy['candidateCount']['limits'];
  readonly stopSequences: Config['stopSequences']['limits'] & Legacy['stopSequences']['limits'];
  readonly presencePenalty: Config['presencePenalty']['limits'];
  readonly frequencyPenalty: Config['frequencyPenalty']['limits'];
  readonly logprobs: Config['logprobs']['limits'];
  readonly responseMimeType: Config['responseMimeType']['limits'];
  readonly aspectRatio: Messages['ImageConfig']['fields']['aspectRatio']['limits'];
  readonly functionName: Tool['name']['limits'];
};
