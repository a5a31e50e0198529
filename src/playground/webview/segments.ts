import type { Message } from '../../api/schema/infer';

type Part = Message<'Part'>;

/** A run of a turn's parts that is shown as one thing. */
export type Segment =
  | { readonly kind: 'answer' | 'thought'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  | { readonly kind: 'result'; readonly text: string; readonly outcome: string }
  | { readonly kind: 'image'; readonly mimeType: string; readonly data: string }
  | {
      readonly kind: 'card';
      readonly title: CardTitle;
      readonly name: string;
      readonly json: unknown;
    };

export type CardTitle = 'functionCall' | 'functionResponse' | 'filePart' | 'otherPart';

/** Types that the browser decodes without running anything. */
const IMAGES = /^image\/(png|jpeg|webp|gif)$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Parts → what is shown, in order. Neighbouring texts of the same kind are joined, empty ones left out. */
export function segments(parts: readonly Part[]): readonly Segment[] {
  const result: Segment[] = [];
  for (const part of parts) {
    if (part.text !== undefined) {
      if (part.text === '') continue;
      const kind = part.thought ? 'thought' : 'answer';
      const last = result.at(-1);
      if (last?.kind === kind) result[result.length - 1] = { kind, text: last.text + part.text };
      else result.push({ kind, text: part.text });
    } else {
      const other = withoutText(part);
      if (other) result.push(other);
    }
  }
  return result;
}

function withoutText(part: Part): Segment | undefined {
  if (part.functionCall) {
    const { name = '', ...rest } = part.functionCall;
    return { kind: 'card', title: 'functionCall', name, json: rest.args ?? {} };
  }
  if (part.functionResponse) {
    const { name = '', response } = part.functionResponse;
    return { kind: 'card', title: 'functionResponse', name, json: response ?? {} };
  }
  if (part.executableCode) {
    const { code = '', language = '' } = part.executableCode;
    return { kind: 'code', text: code, language: language.toLowerCase() };
  }
  if (part.codeExecutionResult) {
    const { output = '', outcome = '' } = part.codeExecutionResult;
    return { kind: 'result', text: output, outcome: outcome.replace(/^OUTCOME_/, '') };
  }
  if (part.inlineData) {
    const { mimeType = '', data = '' } = part.inlineData;
    if (IMAGES.test(mimeType) && BASE64.test(data)) return { kind: 'image', mimeType, data };
    return {
      kind: 'card',
      title: 'filePart',
      name: mimeType,
      json: { base64Characters: data.length },
    };
  }
  if (part.fileData) {
    const { fileUri = '' } = part.fileData;
    return { kind: 'card', title: 'filePart', name: fileUri, json: part.fileData };
  }
  const { thoughtSignature: _signature, thought: _thought, ...rest } = part;
  if (Object.keys(rest).length === 0) return undefined;
  return { kind: 'card', title: 'otherPart', name: '', json: rest };
}

/** The text of a turn as it is copied: the answer, without thoughts. */
export function answerText(parts: readonly Part[]): string {
  return parts
    .filter((part) => part.text !== undefined && !part.thought)
    .map((part) => part.text)
    .join('');
}
