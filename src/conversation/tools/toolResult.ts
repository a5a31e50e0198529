import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { chatParts } from './chatMessages';

/** A function result: its value, and its media if the model supports any. */
export interface FunctionResult {
  readonly response: JsonObject;
  readonly parts?: readonly Message<'FunctionResponsePart'>[];
}

/** Whether function results can contain content of this type. */
export function isResultMedia(mimeType: string): boolean {
  return /^image\/|^application\/pdf$/i.test(mimeType);
}

export function inlineData({
  mimeType,
  data,
}: {
  readonly mimeType: string;
  readonly data: Uint8Array;
}): { readonly inlineData: { readonly mimeType: string; readonly data: string } } {
  const type = mimeType.toLowerCase() === 'image/jpg' ? 'image/jpeg' : mimeType;
  return { inlineData: { mimeType: type, data: Buffer.from(data).toString('base64') } };
}

/**
 * Converts the parts of a VS Code tool's result. The text mentions media that can't be sent, in English, because the
 * model reads it.
 */
export function toolResult(content: readonly unknown[], takesMedia: boolean): FunctionResult {
  const texts: string[] = [];
  const parts: Message<'FunctionResponsePart'>[] = [];
  for (const part of chatParts(content)) {
    if (part.kind === 'text') texts.push(part.text);
    else if (part.kind !== 'data') continue;
    else if (takesMedia && isResultMedia(part.mimeType)) parts.push(inlineData(part));
    else texts.push(`[Omitted: ${part.mimeType}, ${part.data.length} bytes]`);
  }
  const output = texts.filter((text) => text !== '').join('\n');
  return { response: { output }, ...(parts.length > 0 && { parts }) };
}
