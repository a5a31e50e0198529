import { isObject, items, type JsonObject } from '../../base/json';

// VS Code's message types by structure, because this room doesn't import `vscode`, and some classes are missing from
// its declarations.

export interface ChatMessage {
  /** 1 user, 2 assistant, 3 system. */
  readonly role: number;
  readonly content: readonly unknown[];
}

export const SYSTEM_ROLE = 3;
export const ASSISTANT_ROLE = 2;

export interface ChatTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema?: object | undefined;
}

export type ChatPart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly signature: string | undefined }
  | {
      readonly kind: 'call';
      readonly callId: string;
      readonly name: string;
      readonly input: JsonObject;
    }
  | {
      readonly kind: 'result';
      readonly callId: string;
      readonly content: readonly ChatPart[];
      readonly isError: boolean;
    }
  | { readonly kind: 'data'; readonly mimeType: string; readonly data: Uint8Array };

/** Data parts with these types contain text. */
const TEXT_TYPE = /^text\/|^application\/(?:[\w.-]+\+)?json\b/i;

/** Converts parts of a message. Ignores unknown parts and bookkeeping of clients, such as `cache_control`. */
export function chatParts(content: readonly unknown[]): readonly ChatPart[] {
  return content.flatMap((part): readonly ChatPart[] => {
    if (typeof part === 'string') return [{ kind: 'text', text: part }];
    if (!isObject(part)) return [];
    const fields: { readonly [name: string]: unknown } = part;
    const { callId, name, value, mimeType, data } = fields;
    if (typeof callId === 'string') {
      if (typeof name === 'string') {
        return [{ kind: 'call', callId, name, input: isObject(fields.input) ? fields.input : {} }];
      }
      const isError = fields.isError === true;
      return [{ kind: 'result', callId, content: chatParts(items(fields.content)), isError }];
    }
    if (typeof mimeType === 'string' && data instanceof Uint8Array) {
      // Media types have a slash; bookkeeping doesn't.
      if (!mimeType.includes('/')) return [];
      if (!TEXT_TYPE.test(mimeType)) return [{ kind: 'data', mimeType, data }];
      return [{ kind: 'text', text: new TextDecoder().decode(data) }];
    }
    // Only thinking parts have metadata.
    if ('metadata' in fields) return [{ kind: 'thinking', signature: signatureIn(fields) }];
    if (typeof value === 'string') return [{ kind: 'text', text: value }];
    return value === undefined ? [] : [{ kind: 'text', text: promptTexts(value).join('') }];
  });
}

function signatureIn({ metadata }: { readonly [name: string]: unknown }): string | undefined {
  const signature = isObject(metadata) ? metadata.signature : undefined;
  return typeof signature === 'string' ? signature : undefined;
}

/** Returns the texts of an element tree of `@vscode/prompt-tsx`. */
function promptTexts(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(promptTexts);
  if (!isObject(value)) return [];
  if (typeof value.text === 'string') return [value.text];
  return [value.node, value.children].flatMap(promptTexts);
}
