import type { ModelInfo } from '../../../src/conversation/model/protocol';
import type { ModelFact } from '../../../src/conversation/request/modelFacts';
import { CallRecords } from '../../../src/languageModel/chatContents';
import type { ChatTool, ChatMessage } from '../../../src/conversation/tools/chatTools';
import {
  ToolForms,
  runChatTurn,
  type ChatTurnDeps,
  type ChatSink,
} from '../../../src/languageModel/chatTurn';

/** Parts as VS Code hands them to a provider. */
export const text = (value: string) => ({ value });
export const call = (callId: string, name: string, input: object = {}) => ({ callId, name, input });
export const result = (callId: string, ...content: readonly object[]) => ({ callId, content });
export const thinking = (value: string, signature?: string) => ({
  value,
  id: undefined,
  metadata: signature === undefined ? undefined : { signature },
});
export const data = (mimeType: string, ...bytes: readonly number[]) => ({
  mimeType,
  data: Uint8Array.from(bytes),
});

export const user = (...content: readonly object[]): ChatMessage => ({ role: 1, content });
export const assistant = (...content: readonly object[]): ChatMessage => ({ role: 2, content });
export const system = (...content: readonly object[]): ChatMessage => ({ role: 3, content });

export function tool(name: string, inputSchema?: object): ChatTool {
  return { name, description: `Does ${name}.`, inputSchema };
}

export function model(id: string, facts: Partial<ModelInfo> = {}): ModelInfo {
  const methods = ['generateContent'];
  return { name: `models/${id}`, displayName: id, thinking: true, methods, ...facts };
}

type Returned = ReturnType<typeof call | typeof text | typeof thinking | typeof data>;

/** A chat of VS Code: it keeps the messages, and answers every call. */
export class Chat {
  messages: ChatMessage[] = [];
  records = new CallRecords();
  readonly omitted: string[] = [];
  readonly learned: ModelFact[] = [];
  readonly forms = new ToolForms((name) => this.omitted.push(name));
  readonly #deps: Pick<ChatTurnDeps, 'client'> & Partial<ChatTurnDeps>;

  constructor(deps: Pick<ChatTurnDeps, 'client'> & Partial<ChatTurnDeps>) {
    this.#deps = deps;
  }

  /** Sends the messages so far, and keeps the response even if it fails. */
  async send(
    id: string,
    tools: readonly ChatTool[] = [],
    more: Partial<Parameters<typeof runChatTurn>[0]> = {},
  ): Promise<readonly Returned[]> {
    const parts: Returned[] = [];
    const sink: ChatSink = {
      text: (value) => parts.push(text(value)),
      thinking: (value, signature) => parts.push(thinking(value, signature)),
      call: (...given) => parts.push(call(...given)),
      data: (bytes, mimeType) => parts.push(data(mimeType, ...bytes)),
    };
    const { messages, records, forms, learned } = this;
    const input = { model: model(id), messages, tools, mustCall: false, modelOptions: {} };
    try {
      await runChatTurn({ ...input, showsThoughts: true, ...more }, sink, {
        version: 'v1beta',
        signal: new AbortController().signal,
        records,
        forms,
        lacking: () => learned,
        onLacking: (facts) => learned.push(...facts),
        onStatus: () => undefined,
        ...this.#deps,
      });
    } finally {
      if (parts.length > 0) this.messages.push(assistant(...parts));
    }
    return parts;
  }

  /** Runs an agent until it makes no more calls. Returns the number of calls in each step. */
  async loop(id: string, tools: readonly ChatTool[], more = {}): Promise<readonly number[]> {
    const steps: number[] = [];
    for (;;) {
      const parts = await this.send(id, tools, more);
      const ids = parts.flatMap((part) => ('callId' in part ? [part.callId] : []));
      if (ids.length === 0) return steps;
      steps.push(ids.length);
      this.messages.push(user(...ids.map((one) => result(one, text(`done ${one}`)))));
    }
  }
}
