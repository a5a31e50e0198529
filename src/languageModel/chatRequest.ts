import { answeringModel, combinesTools, packedModel, separatesTools } from '../api/modelPack';
import type { JsonObject } from '../base/json';
import type { ModelInfo } from '../conversation/model/protocol';
import { type ModelFact, stripRefusedFields } from '../conversation/request/modelFacts';
import { chatContents, type ContentOptions } from './chatContents';
import type { ChatMessage, ChatTool } from '../conversation/tools/chatMessages';
import { functionDeclaration, type ToolForm } from '../conversation/tools/toolSchemas';

/** A request of VS Code. */
export interface ChatInput {
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
export function chatRequest(input: ChatInput, limits: RequestLimits): JsonObject {
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
