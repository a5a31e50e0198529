import type { Message } from '../api/schema/infer';
import { isObject, items } from '../base/json';
import {
  ASSISTANT_ROLE,
  type ChatMessage,
  type ChatPart,
  SYSTEM_ROLE,
  chatParts,
  functionName,
  inlineData,
  isResultMedia,
} from '../conversation/tools/chatTools';

type Content = Message<'Content'>;
type Part = Message<'Part'>;
type Call = ChatPart & { readonly kind: 'call' };
type Result = ChatPart & { readonly kind: 'result' };

/** Documented signature that the API accepts for calls of other models or without a saved signature. */
export const SIGNATURE_STAND_IN = 'skip_thought_signature_validator';

export interface ContentOptions {
  /** Model ID. */
  readonly model: string;
  /** Whether the model rejects calls without a signature. */
  readonly needsSignatures: boolean;
  /** Whether function responses can contain images. */
  readonly takesMediaResults: boolean;
  /** Whether to send saved signatures. The API may have rejected one. */
  readonly trustsSignatures: boolean;
  readonly recordOf: (callId: string) => CallRecord | undefined;
}

/** Returns a signature for the metadata of a thinking part. Includes the model, because others reject it. */
export function taggedSignature(model: string, signature: string): string {
  return `${model} ${signature}`;
}

/**
 * Converts messages to contents. Roles alternate, and every function call gets exactly one result, in order, in the
 * next content, because the API rejects anything else.
 */
export function chatContents(
  messages: readonly ChatMessage[],
  options: ContentOptions,
): { readonly contents: readonly Content[]; readonly system: string } {
  const turns = messages.map(({ role, content }) => ({ role, parts: chatParts(content) }));
  const all = turns.flatMap(({ parts }) => parts);
  const calls = new Set(all.flatMap((part) => (part.kind === 'call' ? [part.callId] : [])));
  const results = new Map<string, Result>();
  for (const part of all) {
    if (part.kind === 'result' && !results.has(part.callId)) results.set(part.callId, part);
  }
  const system: string[] = [];
  const contents: { readonly role: string; readonly parts: Part[] }[] = [];
  const add = (role: string, parts: readonly Part[]): void => {
    if (parts.length === 0) return;
    const last = contents.at(-1);
    // The API rejects conversations that start with the model, as summarized ones can.
    if (!last && role === 'model') contents.push({ role: 'user', parts: [{ text: '…' }] });
    if (last?.role === role) last.parts.push(...parts);
    else contents.push({ role, parts: [...parts] });
  };
  let open: Call[] = [];
  const close = (): void => {
    add('user', responseParts(open, results, options));
    open = [];
  };
  for (const { role, parts } of turns) {
    if (role === SYSTEM_ROLE) {
      system.push(plainTextOf(parts));
    } else if (role === ASSISTANT_ROLE) {
      add('model', modelParts(parts, options, open.length === 0));
      open.push(...parts.filter((part) => part.kind === 'call'));
    } else {
      const said = parts.flatMap((part) => userParts(part, calls));
      const answersCalls = parts.some(({ kind }) => kind === 'result');
      if (said.length > 0 || answersCalls) close();
      add('user', said);
    }
  }
  close();
  return { contents, system: system.filter((text) => text !== '').join('\n\n') };
}

function modelParts(
  parts: readonly ChatPart[],
  { model, needsSignatures, trustsSignatures, recordOf }: ContentOptions,
  isFirstOfStep: boolean,
): readonly Part[] {
  let sent: string | undefined;
  let isFirst = isFirstOfStep;
  return parts.flatMap((part): readonly Part[] => {
    switch (part.kind) {
      case 'text':
        return textParts(part.text);
      case 'data':
        return [inlineData(part)];
      case 'thinking':
        sent = part.signature ?? sent;
        return [];
      case 'call': {
        const { callId, name, input: args } = part;
        const record = recordOf(callId);
        const isOwn = record?.model === model && trustsSignatures;
        const sentOwn = trustsSignatures ? untagged(sent, model) : undefined;
        const own = isOwn ? record.thoughtSignature : sentOwn;
        // A model that doesn't sign its own calls doesn't need signatures.
        const standIn = isFirst && needsSignatures && !isOwn ? SIGNATURE_STAND_IN : undefined;
        const thoughtSignature = own ?? standIn;
        [sent, isFirst] = [undefined, false];
        return [
          {
            functionCall: { name: functionName(name), args, ...idOf(record) },
            ...(thoughtSignature !== undefined && { thoughtSignature }),
          },
        ];
      }
      case 'result':
        return [];
    }
  });
}

function untagged(signature: string | undefined, model: string): string | undefined {
  const tag = taggedSignature(model, '');
  return signature?.startsWith(tag) ? signature.slice(tag.length) : undefined;
}

function idOf(record: CallRecord | undefined): { readonly id?: string } {
  return record?.id === undefined ? {} : { id: record.id };
}

function responseParts(
  calls: readonly Call[],
  results: ReadonlyMap<string, Result>,
  { takesMediaResults, recordOf }: ContentOptions,
): readonly Part[] {
  const besides: Part[] = [];
  const responses = calls.map(({ callId, name }): Part => {
    const { content = [], isError = true } = results.get(callId) ?? {};
    const media = content.filter((part) => part.kind === 'data');
    const isInside = ({ mimeType }: { readonly mimeType: string }): boolean =>
      takesMediaResults && isResultMedia(mimeType);
    const parts = media.filter(isInside).map(inlineData);
    besides.push(...media.filter((part) => !isInside(part)).map(inlineData));
    const text = results.has(callId) ? plainTextOf(content) : 'The call was canceled.';
    return {
      functionResponse: {
        name: functionName(name),
        response: isError ? { error: text } : { output: text },
        ...idOf(recordOf(callId)),
        ...(parts.length > 0 && { parts }),
      },
    };
  });
  return [...responses, ...besides];
}

/** Results of calls that the history no longer contains become text. */
function userParts(part: ChatPart, calls: ReadonlySet<string>): readonly Part[] {
  switch (part.kind) {
    case 'text':
      return textParts(part.text);
    case 'data':
      return [inlineData(part)];
    case 'result':
      return calls.has(part.callId) ? [] : part.content.flatMap((one) => userParts(one, calls));
    case 'call':
    case 'thinking':
      return [];
  }
}

function textParts(text: string): readonly Part[] {
  return text === '' ? [] : [{ text }];
}

function plainTextOf(parts: readonly ChatPart[]): string {
  return parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');
}

/** Facts about a function call that VS Code's messages can't carry. */
export interface CallRecord {
  readonly model: string;
  /** ID in the API. */
  readonly id?: string;
  readonly thoughtSignature?: string;
}

/** A signature has some kilobytes. Only calls since the last message need theirs. */
const MAX_RECORDS = 300;

/** Records of function calls by VS Code's call ID. Drops the least recently used. */
export class CallRecords {
  readonly #records = new Map<string, CallRecord>();
  /** Number of records set so far. */
  changes = 0;

  get(callId: string): CallRecord | undefined {
    const record = this.#records.get(callId);
    if (record && this.#records.delete(callId)) this.#records.set(callId, record);
    return record;
  }

  set(callId: string, record: CallRecord): void {
    this.changes += 1;
    this.#records.delete(callId);
    this.#records.set(callId, record);
    const [oldest = ''] = this.#records.keys();
    if (this.#records.size > MAX_RECORDS) this.#records.delete(oldest);
  }

  /** Returns a JSON value for `load`. */
  save(): readonly unknown[] {
    return [...this.#records];
  }

  /** Loads saved records. Ignores invalid entries. */
  load(saved: unknown): void {
    for (const [callId, record] of items(saved).filter(isEntry)) this.set(callId, record);
  }
}

function isEntry(value: unknown): value is readonly [string, CallRecord] {
  if (!Array.isArray(value) || typeof value[0] !== 'string' || !isObject(value[1])) return false;
  const { model, id = '', thoughtSignature = '' } = value[1];
  return [model, id, thoughtSignature].every((text) => typeof text === 'string');
}
