import { randomUUID } from 'node:crypto';
import type { Client } from '../api/call';
import { ServiceError } from '../api/errors';
import { separatesTools, packedModel, combinesTools, answeringModel } from '../api/modelPack';
import type { Message } from '../api/schema/infer';
import type { Version } from '../api/versions';
import { type JsonObject, isObject } from '../base/json';
import { ContentCollector } from '../conversation/answer/answerCollector';
import type { ModelInfo } from '../conversation/model/protocol';
import {
  stripRefusedFields,
  rejectedFeatures,
  type ModelFact,
} from '../conversation/request/modelFacts';
import {
  taggedSignature,
  chatContents,
  type ContentOptions,
  type CallRecords,
} from './chatContents';
import { failedResponse } from './chatErrors';
import {
  type ChatTool,
  toolName,
  functionName,
  type ToolForm,
  type ChatMessage,
  functionDeclaration,
} from '../conversation/tools/chatTools';

/** Receives the parts of a response. */
export interface ChatSink {
  text(text: string): void;
  /** A thought summary, or an empty one with the signature of the next call. */
  thinking(text: string, signature?: string): void;
  call(callId: string, name: string, input: JsonObject): void;
  data(bytes: Uint8Array, mimeType: string): void;
}

export interface ChatTurnDeps {
  readonly client: Pick<Client, 'stream'>;
  readonly version: Version;
  readonly signal: AbortSignal;
  readonly records: CallRecords;
  readonly lacking: () => readonly ModelFact[];
  readonly onLacking: (facts: readonly ModelFact[]) => void;
  readonly onStatus: (modelStatus: unknown) => void;
  readonly forms: ToolForms;
}

type Piece = Message<'GenerateContentResponse'>;
type Usage = Message<'GenerateContentResponse.UsageMetadata'>;

/** Corrections after which the API's error is shown. */
const MAX_CORRECTIONS = 8;

/**
 * Sends a request and reports the parts of the response as they arrive. Corrects and resends requests that the API
 * rejects because of a tool, a setting, or a signature. Throws the client's errors and `ChatError`.
 * @returns the token usage, if reported.
 */
export async function runChatTurn(
  input: ChatInput,
  sink: ChatSink,
  deps: ChatTurnDeps,
): Promise<Usage | undefined> {
  const { client, version, signal, records, forms } = deps;
  const model = input.model.name;
  let trustsSignatures = true;
  const progress = { hasStarted: false };
  for (let corrections = 0; ; corrections += 1) {
    const body = chatRequest(input, {
      lacking: deps.lacking(),
      formOf: (tool) => forms.of(tool),
      trustsSignatures,
      recordOf: (callId) => records.get(callId),
    });
    const call = { model, body } as never;
    try {
      const pieces = client.stream('models.streamGenerateContent', call, { signal, version });
      return await readResponse(pieces, input, sink, deps, progress);
    } catch (error) {
      const isRejected = error instanceof ServiceError && error.httpStatus === 400;
      if (!isRejected || progress.hasStarted || corrections === MAX_CORRECTIONS) throw error;
      if (/thought.?signature/i.test(error.message)) {
        if (!trustsSignatures) throw error;
        trustsSignatures = false;
      } else if (!forms.correct(error, input.tools)) {
        const known = deps.lacking();
        const facts = rejectedFeatures(error).filter((fact) => !known.includes(fact));
        if (facts.length === 0) throw error;
        deps.onLacking(facts);
        // Without functions or the instruction, a response would be useless.
        if (facts.some((fact) => fact === 'functions' || fact === 'instruction')) throw error;
      }
    }
  }
}

async function readResponse(
  pieces: AsyncIterable<Piece>,
  { model: { name }, tools }: ChatInput,
  sink: ChatSink,
  { records, onStatus }: ChatTurnDeps,
  progress: { hasStarted: boolean },
): Promise<Usage | undefined> {
  const model = name.replace(/^models\//, '');
  const collector = new ContentCollector({ parts: [] }, () => undefined);
  let isFirst = true;
  for await (const piece of pieces) {
    if (isFirst || piece.modelStatus) onStatus(piece.modelStatus);
    isFirst = false;
    progress.hasStarted = true;
    collector.add(piece);
    const candidate = piece.candidates?.find(({ index = 0 }) => index === 0);
    for (const part of candidate?.content?.parts ?? []) {
      const { text, thought, functionCall, inlineData, thoughtSignature } = part;
      if (text) {
        if (thought) sink.thinking(text);
        else sink.text(text);
      }
      if (inlineData?.data && thought !== true) {
        sink.data(Buffer.from(inlineData.data, 'base64'), inlineData.mimeType ?? '');
      }
      if (!functionCall) continue;
      const { id, name: called = '', args = {} } = functionCall;
      const callId = randomUUID();
      records.set(callId, {
        model,
        ...(id && { id }),
        ...(thoughtSignature && { thoughtSignature }),
      });
      if (thoughtSignature) sink.thinking('', taggedSignature(model, thoughtSignature));
      sink.call(callId, toolName(called, tools), isObject(args) ? args : {});
    }
  }
  const { answer } = collector;
  const failure = failedResponse(answer);
  if (failure) throw failure;
  return answer.usage;
}

/** Converts usage to the format of OpenAI, which chat reads. */
export function chatUsage({
  promptTokenCount = 0,
  candidatesTokenCount = 0,
  thoughtsTokenCount = 0,
  cachedContentTokenCount = 0,
}: Usage): JsonObject {
  const completion = candidatesTokenCount + thoughtsTokenCount;
  return {
    prompt_tokens: promptTokenCount,
    completion_tokens: completion,
    total_tokens: promptTokenCount + completion,
    prompt_tokens_details: { cached_tokens: cachedContentTokenCount },
  };
}

/** How the API takes tools, as far as errors in this window have shown. */
export class ToolForms {
  readonly #forms = new Map<string, ToolForm>();
  readonly #onOmitted: (tool: string) => void;

  /** @param onOmitted called once per tool that is no longer sent */
  constructor(onOmitted: (tool: string) => void) {
    this.#onOmitted = onOmitted;
  }

  of(tool: ChatTool): ToolForm {
    return this.#forms.get(keyOf(tool)) ?? 'jsonSchema';
  }

  /** Changes how the tools that an error is about are sent. Returns whether a resend can help. */
  correct(error: ServiceError, tools: readonly ChatTool[]): boolean {
    const sent = tools.filter((tool) => this.of(tool) !== 'omitted');
    const guilty = guiltyTool(error, sent);
    if (guilty) {
      const isConverted = this.of(guilty) === 'schema' || guilty.inputSchema === undefined;
      this.#forms.set(keyOf(guilty), isConverted ? 'omitted' : 'schema');
      if (isConverted) this.#onOmitted(guilty.name);
      return true;
    }
    const unconverted = sent.filter((tool) => this.of(tool) === 'jsonSchema' && tool.inputSchema);
    if (unconverted.length === 0 || !ABOUT_SCHEMAS.test(error.message)) return false;
    for (const tool of unconverted) this.#forms.set(keyOf(tool), 'schema');
    return true;
  }
}

const ABOUT_SCHEMAS = /\bschema|\$ref\b|\bref loop|function_?declarations|\bparameters\b/i;

/** The schema too, because tools of different extensions can have the same name. */
function keyOf({ name, inputSchema }: ChatTool): string {
  return JSON.stringify([name, inputSchema]);
}

/** Returns the tool that an error names by its index or function name. */
function guiltyTool(error: ServiceError, sent: readonly ChatTool[]): ChatTool | undefined {
  const fields = (error.details.fieldViolations ?? []).map(({ field }) => field);
  const text = [error.message, ...fields].join('\n');
  const [, index] = /function_?declarations\[(\d+)\]/i.exec(text) ?? [];
  if (index !== undefined) return sent[Number(index)];
  const words = new Set(text.match(/[A-Za-z_][\w.-]*\w/g));
  const named = sent.filter(
    ({ name }) => words.has(functionName(name)) && /[_.-]|[a-z][A-Z]/.test(name),
  );
  return named.length === 1 ? named[0] : undefined;
}

/** A request of VS Code. */
interface ChatInput {
  readonly model: ModelInfo;
  readonly messages: readonly ChatMessage[];
  /** With different names. */
  readonly tools: readonly ChatTool[];
  readonly mustCall: boolean;
  readonly modelOptions: { readonly [name: string]: unknown };
  /** Thinking level; undefined for the model’s default. */
  readonly effort?: string | undefined;
  readonly showsThoughts: boolean;
}

/** How the API takes this request, as far as errors have shown. */
interface RequestLimits extends Pick<ContentOptions, 'trustsSignatures' | 'recordOf'> {
  readonly lacking: readonly ModelFact[];
  readonly formOf: (tool: ChatTool) => ToolForm;
}

/** Options that clients can set. Chat also passes bookkeeping. */
const OPTIONS = ['temperature', 'topP', 'topK', 'maxOutputTokens'] as const;

/** Returns the body of a request, without fields that the model rejects. */
function chatRequest(input: ChatInput, limits: RequestLimits): JsonObject {
  const { lacking, formOf } = limits;
  const { model, messages, tools, mustCall, modelOptions, effort, showsThoughts } = input;
  const name = model.name.replace(/^models\//, '');
  const packed = packedModel(name);
  const answering = packed && answeringModel(packed, Date.now());
  const { contents, system } = chatContents(messages, {
    ...limits,
    model: name,
    needsSignatures: !answering || combinesTools(answering),
    takesMediaResults: !answering || !separatesTools(answering),
  });
  const functionDeclarations = tools
    .filter((tool) => formOf(tool) !== 'omitted')
    .map((tool) => functionDeclaration(tool, formOf(tool)));
  const options = OPTIONS.flatMap((option) =>
    typeof modelOptions[option] === 'number' ? [[option, modelOptions[option]]] : [],
  );
  const thinking = {
    ...(showsThoughts && model.thinking && { includeThoughts: true }),
    ...(effort !== undefined && { thinkingLevel: effort }),
  };
  const config = {
    ...Object.fromEntries(options),
    ...(Object.keys(thinking).length > 0 && { thinkingConfig: thinking }),
  } as JsonObject;
  const request = {
    contents,
    ...(system !== '' && { systemInstruction: { parts: [{ text: system }] } }),
    ...(functionDeclarations.length > 0 && {
      tools: [{ functionDeclarations }],
      ...(mustCall && { toolConfig: { functionCallingConfig: { mode: 'ANY' } } }),
    }),
    ...(Object.keys(config).length > 0 && { generationConfig: config }),
  } as unknown as JsonObject;
  return stripRefusedFields(request, lacking).value;
}
