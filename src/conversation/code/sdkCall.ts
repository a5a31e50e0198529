import { isStream } from '../../api/request';
import type { JsonObject, JsonValue } from '../../api/schema/row';
import { isObject, items, objectAt, textAt } from '../../base/json';
import { BATCH_SIZE } from '../model/modeRow';
import type { CodeInput } from './codeInput';
import { type SdkField, type SdkFile, type SdkMessage, type SdkValue, SdkValues } from './sdkValue';

/** Maximum number of times that the code calls functions in a row. */
export const MAX_ROUNDS = 10;

/** A declared function, for which the code has a stub. */
export interface FunctionStub {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly required: readonly string[];
}

/** A request as a call of an SDK, for all languages. */
export interface SdkCall {
  readonly kind: 'generate' | 'chat' | 'embed' | 'interact' | 'decide';
  readonly model: string;
  readonly version: string;
  /** Undefined for Google's. */
  readonly endpoint: string | undefined;
  readonly isStream: boolean;
  /** Messages before the last one; empty unless this is a chat. */
  readonly history: readonly SdkMessage[];
  /** The last message of a chat, all contents otherwise. */
  readonly contents: readonly SdkMessage[];
  /** Texts or contents to embed. */
  readonly texts: readonly SdkValue[];
  readonly isBatched: boolean;
  readonly config: SdkMessage | undefined;
  /** Request of an interaction or decision. */
  readonly body: readonly SdkField[];
  /** Whether the server stores an interaction, which the next one can continue. */
  readonly isStored: boolean;
  readonly functions: readonly FunctionStub[];
  readonly files: readonly SdkFile[];
  /** What the response has: text only, also thoughts or code, or media. */
  readonly output: 'text' | 'parts' | 'media';
  /** Fields that the SDKs can’t express. */
  readonly missing: readonly string[];
}

/** Returns the call for a request. Undefined if the SDKs have no method for it. */
export function sdkCall(input: CodeInput): SdkCall | undefined {
  const { request, target, files } = input;
  const body = request.body ?? {};
  const read = files.map(({ token, name, mimeType }): [string, SdkFile] => [
    token,
    { variable: token, name, mimeType, isUploaded: false },
  ]);
  const values = new SdkValues(new Map(read));
  const build = BUILDERS[request.operation];
  const built = build?.(body, values);
  if (!built) return undefined;
  const named = /\/(?:models\/)?((?:tunedModels\/|dynamic\/)?[^/:]+):\w+$/.exec(request.path)?.[1];
  return {
    version: request.version,
    endpoint: GOOGLE.test(target.endpoint) ? undefined : input.clean(target.endpoint),
    isStream: isStream(request),
    model: named === undefined ? textAt(body, 'model') : decodeURIComponent(named),
    history: [],
    contents: [],
    texts: [],
    isBatched: false,
    config: undefined,
    body: [],
    isStored: false,
    functions: [],
    output: 'text',
    ...built,
    files: values.files,
    missing: values.missing,
  };
}

const GOOGLE = /^https:\/\/generativelanguage\.googleapis\.com\/?$/;

type Builder = (body: JsonObject, values: SdkValues) => Partial<SdkCall> & Pick<SdkCall, 'kind'>;

const BUILDERS: { readonly [operation: string]: Builder | undefined } = {
  'models.generateContent': generate,
  'models.streamGenerateContent': generate,
  'tunedModels.generateContent': generate,
  'tunedModels.streamGenerateContent': generate,
  'dynamic.generateContent': generate,
  'dynamic.streamGenerateContent': generate,
  'models.embedContent': embed,
  'models.batchEmbedContents': embed,
  'interactions.create': interact,
  'decisions.create': (body, values) => ({ kind: 'decide', body: fieldsOf(body, values) }),
};

function generate(body: JsonObject, values: SdkValues): ReturnType<Builder> {
  const { contents: sent, generationConfig, model: _, ...rest } = body;
  const contents = items(sent)
    .filter(isObject)
    .map((content) => values.message('Content', content));
  const config: SdkMessage = {
    kind: 'message',
    type: 'GenerateContentConfig',
    fields: [
      ...values.fields('GenerateContentRequest', rest),
      ...values.fields(
        'GenerationConfig',
        isObject(generationConfig) ? generationConfig : {},
        'generationConfig',
      ),
    ],
  };
  const tools = items(rest.tools).filter(isObject);
  const { mode } = objectAt(objectAt(rest, 'toolConfig'), 'functionCallingConfig');
  const functions = mode === 'NONE' ? [] : tools.flatMap(stubsOf);
  const isChat = (contents.length > 1 || functions.length > 0) && canBeChat(contents);
  return {
    kind: isChat ? 'chat' : 'generate',
    history: isChat ? contents.slice(0, -1) : [],
    contents: isChat ? contents.slice(-1) : contents,
    ...(config.fields.length > 0 && { config }),
    functions: isChat ? functions : [],
    output: outputOf(body),
  };
}

/** Chats send turns of users and models, drop empty ones, and add the last message for the user. */
function canBeChat(contents: readonly SdkMessage[]): boolean {
  const isRole = (content: SdkMessage | undefined, ...roles: readonly string[]): boolean =>
    roles.includes(plainText(fieldOf(content, 'role')) ?? '');
  return (
    isRole(contents.at(-1), 'user') &&
    contents.every((content) => {
      const parts = partsOf(content);
      const isFull = ({ fields }: SdkMessage): boolean => fields.length > 0;
      return isRole(content, 'user', 'model') && parts.length > 0 && parts.every(isFull);
    })
  );
}

function stubsOf(tool: JsonObject): readonly FunctionStub[] {
  return items(tool.functionDeclarations).filter(isObject).map(stubOf);
}

function stubOf(declaration: JsonObject): FunctionStub {
  const schema = isObject(declaration.parametersJsonSchema)
    ? declaration.parametersJsonSchema
    : objectAt(declaration, 'parameters');
  return {
    name: textAt(declaration, 'name'),
    parameters: Object.keys(objectAt(schema, 'properties')),
    required: items(schema.required).filter((name) => typeof name === 'string'),
  };
}

function outputOf(body: JsonObject): SdkCall['output'] {
  const config = objectAt(body, 'generationConfig');
  if (items(config.responseModalities).some((modality) => modality !== 'TEXT')) return 'media';
  const runsCode = items(body.tools).some((tool) => isObject(tool) && tool.codeExecution);
  const hasThoughts = objectAt(config, 'thinkingConfig').includeThoughts === true;
  return runsCode || hasThoughts ? 'parts' : 'text';
}

function embed(body: JsonObject, values: SdkValues): ReturnType<Builder> {
  const requests = body.requests === undefined ? [body] : items(body.requests).filter(isObject);
  const [first = {}] = requests;
  const { content: _, model: __, embedContentConfig, ...settings } = first;
  const fields = values.fields('EmbedContentConfig', {
    ...settings,
    ...(isObject(embedContentConfig) ? embedContentConfig : {}),
  });
  const contents = requests.map(({ content }) =>
    values.message('Content', isObject(content) ? content : {}),
  );
  // The SDKs join several texts to one content for this model, but keep contents apart.
  const isJoined = contents.length > 1 && textAt(first, 'model').includes('gemini-embedding-2');
  return {
    kind: 'embed',
    isStream: false,
    isBatched: contents.length > BATCH_SIZE,
    texts: contents.map((content) => (isJoined ? undefined : onlyText(content)) ?? content),
    ...(fields.length > 0 && { config: { kind: 'message', type: 'EmbedContentConfig', fields } }),
  };
}

function interact(sent: JsonObject, values: SdkValues): ReturnType<Builder> {
  const tools = items(sent.tools).filter(isObject);
  const isOwn = sent.agent === undefined && sent.background !== true;
  const functions = isOwn ? tools.filter(({ type }) => type === 'function').map(stubOf) : [];
  const { stream, ...whole } = sent;
  // Functions are called once the response is complete.
  const isStreamed = stream === true && functions.length === 0;
  const body = { ...whole, ...(isStreamed && { stream }), input: simpleInput(sent.input) };
  const isStored = sent.store !== false;
  // Without a stored copy, the next request has all steps.
  const input = functions.length > 0 && !isStored ? sent.input : body.input;
  return {
    kind: 'interact',
    isStream: isStreamed,
    isStored,
    functions,
    body: fieldsOf({ ...body, input }, values),
  };
}

/** A message of one text is a string, as in Google’s guides. */
function simpleInput(input: JsonValue | undefined): JsonValue | undefined {
  const [step, ...others] = items(input);
  if (!isObject(step) || others.length > 0 || step.type !== 'user_input') return input;
  const [content, ...more] = items(step.content);
  const isText = isObject(content) && content.type === 'text' && more.length === 0;
  return isText && typeof content.text === 'string' ? content.text : input;
}

function fieldsOf(body: JsonObject, values: SdkValues): readonly SdkField[] {
  const value = values.json(body);
  return value.kind === 'map' ? value.entries : [];
}

export function fieldOf(message: SdkMessage | undefined, name: string): SdkValue | undefined {
  return message?.fields.find(([field]) => field === name)?.[1];
}

export function partsOf(content: SdkMessage): readonly SdkMessage[] {
  const parts = fieldOf(content, 'parts');
  const found = parts?.kind === 'list' ? parts.items : [];
  return found.filter((part) => part.kind === 'message');
}

export function plainText(value: SdkValue | undefined): string | undefined {
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
}

/** The text of a part that has nothing else. */
export function textOfPart(part: SdkMessage): SdkValue | undefined {
  const [field, ...others] = part.fields;
  return field?.[0] === 'text' && others.length === 0 ? field[1] : undefined;
}

interface FilePart extends Pick<SdkMessage, 'fields'> {
  readonly isInline: boolean;
  readonly source: SdkValue;
  readonly mimeType: SdkValue;
}

/** The file of a part that has only its content or URI and its type, for which SDKs have functions. */
export function fileOfPart({ type, fields }: SdkMessage): FilePart | undefined {
  const [[name, data] = ['', undefined], ...others] = fields;
  if (type !== 'Part' || others.length > 0 || data?.kind !== 'message') return undefined;
  const isInline = name === 'inlineData';
  const source = fieldOf(data, isInline ? 'data' : 'fileUri');
  const mimeType = fieldOf(data, 'mimeType');
  if (!source || !mimeType || data.fields.length !== 2) return undefined;
  return { isInline, source, mimeType, fields: data.fields };
}

/** The text of a content that has nothing else, whatever its role. */
export function onlyText(content: SdkMessage): SdkValue | undefined {
  const [part, ...others] = partsOf(content);
  return part && others.length === 0 ? textOfPart(part) : undefined;
}

/** A content of one text as its text, and other values as they are. */
export function asText(value: SdkValue): SdkValue {
  return value.kind === 'message' && value.type === 'Content' ? (onlyText(value) ?? value) : value;
}

const SIMPLE: ReadonlySet<string> = new Set([
  'model',
  'input',
  'system_instruction',
  'previous_interaction_id',
  'store',
  'stream',
  'background',
]);

/** Whether an interaction has only scalars, which typed languages set one by one. */
export function isSimple({ body, functions }: SdkCall): boolean {
  return (
    functions.length === 0 &&
    body.every(([name, value]) => SIMPLE.has(name) && value.kind === 'scalar')
  );
}

/** The parts of contents that are a single message of the user, which needs no role. */
export function userParts(contents: readonly SdkMessage[]): readonly SdkMessage[] | undefined {
  const [content, ...others] = contents;
  if (!content || others.length > 0 || plainText(fieldOf(content, 'role')) === 'model') return;
  const parts = partsOf(content);
  const isCall = ([name]: SdkField): boolean => /^function(Call|Response)$/.test(name);
  return parts.some(({ fields }) => fields.some(isCall)) ? undefined : parts;
}

/** Contents in the short form that SDKs without strict types take: a text, or a list of texts and parts. */
export function shortContents({ kind, contents }: SdkCall): SdkValue {
  const last = contents.at(-1);
  const parts = kind === 'chat' && last ? partsOf(last) : userParts(contents);
  const items = parts?.map((part) => textOfPart(part) ?? part) ?? contents;
  const [only, ...others] = items;
  const isText = only !== undefined && only.kind !== 'message' && others.length === 0;
  return isText ? only : { kind: 'list', type: 'Content', items };
}

/** A configuration whose system instruction is a string if it has only one text. */
export function shortConfig(config: SdkMessage): SdkMessage {
  const fields = config.fields.map(([name, value]): SdkField => [
    name,
    name === 'systemInstruction' ? asText(value) : value,
  ]);
  return { ...config, fields };
}
