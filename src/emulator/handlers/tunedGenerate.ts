import type { Message } from '../../api/schema/infer';
import { readConversation } from '../engine/conversation';
import { generate } from '../engine/generate';
import type { Handler } from '../reply';
import { badFields, StatusError } from '../status';
import { inputProblems } from '../tuning/dataset';
import { tunedSeed } from '../tuning/tunedSeed';
import { whole } from './generate';
import { textReply } from './legacy';

type Request = Message<'GenerateContentRequest'>;

/** What tuned models do not take; the wording is the one seen for models that lack the same. */
const lacking: readonly (readonly [what: string, asks: (request: Request) => boolean])[] = [
  ['Developer instruction', ({ systemInstruction }) => systemInstruction !== undefined],
  [
    'Function calling',
    ({ tools = [], toolConfig }) => tools.length > 0 || toolConfig !== undefined,
  ],
  ['JSON mode', ({ generationConfig }) => asksForJson(generationConfig ?? {})],
];

export const tunedGenerateContent: Handler = (call, world) => {
  const seed = tunedSeed(call, world);
  const request = call.body as Request;
  const asked = lacking.find(([, asks]) => asks(request));
  if (asked) throw new StatusError(400, `${asked[0]} is not enabled for ${seed.model.name}`);
  const { question } = readConversation(request.contents ?? [], undefined);
  checkInput(question, 'GenerateContentRequest.contents');
  return whole(generate(request, seed, call.version));
};

export const tunedGenerateText: Handler = (call, world) => {
  const seed = tunedSeed(call, world);
  const { prompt } = call.body as Message<'GenerateTextRequest'>;
  checkInput(prompt?.text ?? '', 'GenerateTextRequest.prompt.text');
  return textReply(call, seed);
};

function asksForJson(config: Message<'GenerationConfig'>): boolean {
  const { responseMimeType = '', responseSchema, responseJsonSchema } = config;
  const isText = responseMimeType === '' || responseMimeType === 'text/plain';
  return !isText || responseSchema !== undefined || responseJsonSchema !== undefined;
}

function checkInput(text: string, at: string): void {
  const problems = inputProblems(text, at);
  if (problems.length > 0) throw badFields(problems);
}
