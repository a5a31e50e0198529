import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { type Call, type Handler, type HandlerRows, type Reply, singleReply } from '../call';
import type { ModelSeed } from '../models';
import { badFields, refuseProblems } from '../status';
import { countTokens as tokensOf } from '../text';
import { findResponseFault, triggerArgument, triggersIn } from '../triggers';
import type { HandlerContext } from '../handlerContext';
import { checkInputLimit, checkRanges, publishedRange, type Range, stopProblems } from './checks';
import { readConversation } from './conversation';
import { draft } from './draft';
import { citationsOf } from './grounding';
import { answerRating, doubledSettings, promptBlock } from './safety';

const generateText: Handler = (call, world) => textReply(call, modelOf(call, world));

export function textReply(call: Call, model: ModelSeed): Reply {
  const request = call.body as Message<'GenerateTextRequest'>;
  const text = request.prompt?.text ?? '';
  checkInputLimit(tokensOf(text), model);
  const triggers = triggersIn(text);
  const settings = request.safetySettings ?? [];
  refuseProblems(doubledSettings(call.row.body ?? '', settings));
  const rating =
    promptBlock(triggers, settings)?.safetyRatings?.[0] ?? answerRating(triggers, settings);
  if (rating?.blocked) {
    const { category, probability } = rating;
    return singleReply({
      filters: [{ reason: 'SAFETY' }],
      safetyFeedback: [{ rating: { category, probability }, setting: setting(request, category) }],
    });
  }
  const texts = candidates(call, model, [{ role: 'user', parts: [{ text }] }], '');
  const reply = singleReply(
    { candidates: texts.map((output) => ({ output, ...cited(text, output) })) },
    tokensOf(texts.join('')),
  );
  return withResponseFault(reply, text, model);
}

const generateMessage: Handler = (call, world) => {
  const model = modelOf(call, world);
  const { prompt: sent = {} } = call.body as Message<'GenerateMessageRequest'>;
  checkAuthors(call, sent.messages ?? []);
  const prompt = shortened(sent, model.model.inputTokenLimit);
  const messages = prompt.messages ?? [];
  checkInputLimit(messageTokens(prompt), model);
  const last = messages.at(-1)?.content ?? '';
  if (promptBlock(triggersIn(last), []))
    return singleReply({ messages: echoed(messages), filters: [{ reason: 'SAFETY' }] });
  const contents = messages.map((message, index) => ({
    role: (messages.length - 1 - index) % 2 === 0 ? 'user' : 'model',
    parts: [{ text: message.content ?? '' }],
  }));
  const texts = candidates(call, model, contents, prompt.context ?? '');
  const reply = singleReply(
    {
      candidates: texts.map((content) => ({ author: '1', content, ...cited(last, content) })),
      messages: echoed(messages),
    },
    tokensOf(texts.join('')),
  );
  return withResponseFault(reply, last, model);
};

const countTextTokens: Handler = (call, world) => {
  modelOf(call, world);
  const { prompt } = call.body as Message<'CountTextTokensRequest'>;
  return singleReply({ tokenCount: tokensOf(prompt?.text ?? '') });
};

const countMessageTokens: Handler = (call, world) => {
  modelOf(call, world);
  const { prompt = {} } = call.body as Message<'CountMessageTokensRequest'>;
  checkAuthors(call, prompt.messages ?? []);
  return singleReply({ tokenCount: messageTokens(prompt) });
};

function modelOf(call: Call, world: HandlerContext): ModelSeed {
  return world.models.require(call.path.model ?? '', call.version, call.row);
}

// PaLM methods share a format: candidates for a prompt, and filters for blocked content.

const textRanges = (model: ModelSeed): readonly Range[] => [
  publishedRange('GenerateTextRequest', 'temperature'),
  publishedRange('GenerateTextRequest', 'topP'),
  publishedRange('GenerateTextRequest', 'topK'),
  publishedRange('GenerateTextRequest', 'candidateCount'),
  publishedRange('GenerateTextRequest', 'maxOutputTokens', model),
];

function candidates(
  call: Call,
  model: ModelSeed,
  contents: readonly Message<'Content'>[],
  context: string,
): readonly string[] {
  checkRanges(call.body, textRanges(model));
  const system = context === '' ? undefined : { parts: [{ text: context }] };
  const conversation = readConversation(contents, system);
  const { maxOutputTokens, stopSequences, candidateCount } =
    call.body as Message<'GenerateTextRequest'>;
  refuseProblems(stopProblems(`* ${call.row.body ?? ''}`, stopSequences ?? []));
  const generationConfig = {
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(stopSequences === undefined ? {} : { stopSequences }),
  };
  const request = { contents, generationConfig };
  return Array.from(
    { length: candidateCount ?? 1 },
    (_unused, index) => draft(request, conversation, model, index).text,
  );
}

function cited(prompt: string, answer: string): JsonObject {
  const asked = triggerArgument(triggersIn(prompt), 'cite') !== undefined;
  return asked ? { citationMetadata: citationsOf(answer) } : {};
}

function setting(request: Message<'GenerateTextRequest'>, category: string): JsonObject {
  const found = request.safetySettings?.find((row) => row.category === category);
  return { category, threshold: found?.threshold ?? 'BLOCK_MEDIUM_AND_ABOVE' };
}

function withResponseFault(reply: Reply, text: string, model: ModelSeed): Reply {
  const accident = findResponseFault(triggersIn(text), model.model.name.replace(/^models\//, ''));
  return accident ? { steps: [], accident: accident.accident } : reply;
}

/** Rejects more than two authors. The error message isn't published. */
function checkAuthors(call: Call, messages: readonly Message<'Message'>[]): void {
  const authors = new Set(messages.map(({ author = '' }) => author).filter((one) => one !== ''));
  if (authors.size <= 2) return;
  throw badFields([
    `* ${call.row.body ?? ''}.prompt.messages: at most 2 authors are allowed, and there are ${authors.size}.`,
  ]);
}

/**
 * Shortens a prompt as documented: drops the oldest messages, then the first examples. Preserves the context
 * and the last message.
 */
function shortened(prompt: Message<'MessagePrompt'>, most: number): Message<'MessagePrompt'> {
  const { messages = [], examples = [] } = prompt;
  let over = messageTokens(prompt) - most;
  let dropped = 0;
  while (over > 0 && dropped < messages.length - 1) {
    over -= tokensOf(messages[dropped++]?.content ?? '');
  }
  let given = 0;
  while (over > 0 && given < examples.length) {
    over -= messageTokens({ examples: examples.slice(given, ++given) });
  }
  if (dropped === 0 && given === 0) return prompt;
  return { ...prompt, messages: messages.slice(dropped), examples: examples.slice(given) };
}

function echoed(messages: readonly Message<'Message'>[]): readonly JsonObject[] {
  return messages.map(({ author, content }, index) => ({
    author: author ?? String((messages.length - 1 - index) % 2),
    content: content ?? '',
  }));
}

function messageTokens(prompt: Message<'MessagePrompt'>): number {
  const said = [
    ...(prompt.messages ?? []),
    ...(prompt.examples ?? []).flatMap(({ input, output }) => [input ?? {}, output ?? {}]),
  ];
  const texts = [prompt.context ?? '', ...said.map((message) => message.content ?? '')];
  return texts.reduce((sum, text) => sum + tokensOf(text), 0);
}

export const legacyHandlers = {
  'models.generateText': generateText,
  'models.generateMessage': generateMessage,
  'models.countTextTokens': countTextTokens,
  'models.countMessageTokens': countMessageTokens,
} as const satisfies HandlerRows;
