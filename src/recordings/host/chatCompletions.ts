import { isObject, items, type JsonObject, textAt, tryParse } from '../../base/json';

const SETTINGS: { readonly [name: string]: string } = {
  temperature: 'temperature',
  top_p: 'topP',
  max_tokens: 'maxOutputTokens',
  max_completion_tokens: 'maxOutputTokens',
  seed: 'seed',
};

/** Converts an OpenAI chat completions request to generateContent: turns, tools, and common settings. */
export function chatRequest(body: JsonObject): JsonObject {
  const messages = items(body.messages).filter(isObject);
  const isInstruction = ({ role }: JsonObject): boolean =>
    role === 'system' || role === 'developer';
  const instruction = messages.filter(isInstruction).flatMap(contentParts);
  const names = new Map<string, string>();
  const contents = messages
    .filter((message) => !isInstruction(message))
    .map((message): JsonObject => contentOf(message, names));
  const config = Object.entries(SETTINGS).flatMap(([name, own]) => {
    const value = body[name];
    return value === undefined ? [] : [[own, value] as const];
  });
  const declared = items(body.tools)
    .filter(isObject)
    .flatMap(({ function: declaration }) => (isObject(declaration) ? [declaration] : []));
  return {
    contents,
    ...(instruction.length > 0 && { systemInstruction: { parts: instruction } }),
    ...(config.length > 0 && { generationConfig: Object.fromEntries(config) }),
    ...(declared.length > 0 && {
      tools: [
        {
          functionDeclarations: declared.map(({ name = '', description, parameters }) => ({
            name,
            ...(description !== undefined && { description }),
            ...(parameters !== undefined && { parametersJsonSchema: parameters }),
          })),
        },
      ],
    }),
  };
}

function contentOf(message: JsonObject, names: Map<string, string>): JsonObject {
  const { role } = message;
  if (role === 'tool') {
    const name = names.get(textAt(message, 'tool_call_id')) ?? '';
    const output = contentParts(message)
      .map((part) => textAt(part, 'text'))
      .join('');
    return { role: 'user', parts: [{ functionResponse: { name, response: { output } } }] };
  }
  const parts = [...contentParts(message), ...callsIn(message, names)];
  return { role: role === 'assistant' ? 'model' : 'user', parts };
}

function contentParts({ content }: JsonObject): readonly JsonObject[] {
  if (typeof content === 'string') return content === '' ? [] : [{ text: content }];
  return items(content)
    .filter(isObject)
    .map((block): JsonObject => {
      if (block.type === 'text') return { text: textAt(block, 'text') };
      const url = textAt(isObject(block.image_url) ? block.image_url : {}, 'url');
      const [, mimeType, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? [];
      if (mimeType !== undefined && data !== undefined) return { inlineData: { mimeType, data } };
      return url === '' ? block : { fileData: { fileUri: url } };
    });
}

function callsIn(message: JsonObject, names = new Map<string, string>()): readonly JsonObject[] {
  return items(message.tool_calls)
    .filter(isObject)
    .map(({ id, function: called }): JsonObject => {
      const { name, arguments: written } = isObject(called) ? called : {};
      const args = typeof written === 'string' ? tryParse(written) : undefined;
      if (typeof id === 'string' && typeof name === 'string') names.set(id, name);
      return { functionCall: { name: name ?? '', args: isObject(args) ? args : {} } };
    });
}

const FINISHES: { readonly [reason: string]: string } = {
  stop: 'STOP',
  tool_calls: 'STOP',
  length: 'MAX_TOKENS',
  content_filter: 'SAFETY',
};

export function chatAnswer(messages: readonly JsonObject[]): JsonObject {
  let [text, reason] = ['', ''];
  const calls: { id: string; name: string; written: string }[] = [];
  let usage: JsonObject = {};
  for (const message of messages) {
    if (isObject(message.usage)) ({ usage } = message as { usage: JsonObject });
    const choice = items(message.choices)
      .filter(isObject)
      .find(({ index = 0 }) => index === 0);
    if (!choice) continue;
    reason = textAt(choice, 'finish_reason') || reason;
    const said = isObject(choice.delta) ? choice.delta : choice.message;
    if (!isObject(said)) continue;
    text += textAt(said, 'content');
    for (const [place, call] of items(said.tool_calls).filter(isObject).entries()) {
      const at = typeof call.index === 'number' ? call.index : place;
      const { name, arguments: written } = isObject(call.function) ? call.function : {};
      const known = (calls[at] ??= { id: '', name: '', written: '' });
      known.id += textAt(call, 'id');
      if (typeof name === 'string') known.name += name;
      if (typeof written === 'string') known.written += written;
    }
  }
  const called = callsIn({
    tool_calls: Object.values(calls).map(({ id, name, written }) => ({
      id,
      function: { name, arguments: written },
    })),
  });
  const finish = FINISHES[reason];
  const [prompt, output] = [usage.prompt_tokens, usage.completion_tokens];
  return {
    candidates: [
      {
        content: { role: 'model', parts: [...(text === '' ? [] : [{ text }]), ...called] },
        ...(finish !== undefined && { finishReason: finish }),
      },
    ],
    usageMetadata: {
      ...(typeof prompt === 'number' && { promptTokenCount: prompt }),
      ...(typeof output === 'number' && { candidatesTokenCount: output }),
    },
  };
}
