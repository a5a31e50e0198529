import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { joinBase64 } from '../../base/encoding';
import { isObject, textAt } from '../../base/json';
import type { UserTurn } from '../../conversation/model/conversation';
import { rawAudio } from '../../conversation/model/mediaFile';
import { bareType, mediaKind, type MediaKind } from './contentTypes';
import { utf8Length } from './state/draft';

type Part = Message<'Part'>;

export type Segment =
  | {
      readonly kind: 'answer' | 'thought';
      readonly text: string;
      readonly marked?: true;
    }
  | SpeakerSegment
  | {
      readonly kind: 'code';
      readonly text: string;
      readonly language: string;
      readonly id?: string;
    }
  | {
      readonly kind: 'result';
      readonly text: string;
      readonly outcome: string;
      readonly id?: string;
    }
  /** Audio transcript. `json` has the remaining fields. */
  | { readonly kind: 'transcript'; readonly text: string; readonly json: object }
  | MediaSegment
  | FileSegment
  | {
      readonly kind: 'card';
      readonly title: CardTitle;
      readonly name: string;
      readonly id?: string;
      readonly json: unknown;
    };

export type TextSegment = Segment & { readonly kind: 'answer' | 'thought' };

export function isTextSegment(segment: Segment): segment is TextSegment {
  return segment.kind === 'answer' || segment.kind === 'thought';
}

interface SpeakerSegment {
  readonly kind: 'speaker';
  readonly name: string;
  readonly style: string;
}

/** Inline media. `data` is the original base64 and may be megabytes, so it is never parsed here. */
export interface MediaSegment {
  readonly kind: 'media';
  readonly media: MediaKind;
  /** Excludes parameters, except for raw samples. */
  readonly mimeType: string;
  readonly data: string;
  /** In bytes. */
  readonly size: number;
  readonly name: string;
  readonly isAnswer: boolean;
}

/** Content without preview: unsupported types and API files. */
export interface FileSegment {
  readonly kind: 'file';
  readonly name: string;
  readonly mimeType: string;
  /** In bytes. */
  readonly size?: number;
  /** In ms since 1970. */
  readonly expiresAt?: number;
  readonly fate?: 'expired' | 'leftOut';
  /** For text of the workspace: its state when the response was regenerated. */
  readonly reread?: 'changed' | 'gone';
  /** Base64 content, if inline. */
  readonly data?: string;
  readonly text?: string;
}

export type CardTitle =
  | 'functionCall'
  | 'functionResponse'
  | 'toolCall'
  | 'toolResponse'
  | 'otherPart';

interface SegmentContext extends Pick<UserTurn, 'attached' | 'leftOut'> {
  /** In ms since 1970. */
  readonly now: number;
}

/**
 * Converts parts to segments. Joins adjacent texts of the same kind and drops empty ones.
 * @param known metadata of a user turn; undefined for responses
 */
export function segments(parts: readonly Part[], known?: SegmentContext): readonly Segment[] {
  const result: Segment[] = [];
  // Metadata is indexed by part, so user parts can't be merged.
  for (const [index, part] of (known ? parts : withJoinedAudio(parts)).entries()) {
    const attached = known?.attached?.find((other) => other.part === index);
    if (part.inlineData || part.fileData || (attached && part.text !== undefined)) {
      result.push(contentOf(part, attached, known));
    } else if (part.text !== undefined) {
      if (part.text === '') continue;
      const speaker = speakerOf(part);
      if (speaker && !isSaidBy(speaker, result)) result.push(speaker);
      const kind = part.thought ? 'thought' : 'answer';
      const last = result.at(-1);
      if (last?.kind === kind) result[result.length - 1] = { kind, text: last.text + part.text };
      else result.push({ kind, text: part.text });
    } else {
      const other = withoutText(part);
      if (other) result.push(other);
      for (const media of part.functionResponse?.parts ?? []) {
        if (media.inlineData) result.push(contentOf(media, undefined, known));
      }
    }
  }
  return result;
}

function speakerOf({ speechMetadata }: Part): SpeakerSegment | undefined {
  if (!isObject(speechMetadata)) return undefined;
  const [name, style] = [textAt(speechMetadata, 'speaker'), textAt(speechMetadata, 'style')];
  return name === '' && style === '' ? undefined : { kind: 'speaker', name, style };
}

function isSaidBy({ name, style }: SpeakerSegment, before: readonly Segment[]): boolean {
  const last = before.findLast((segment) => segment.kind === 'speaker');
  return last?.name === name && last.style === style;
}

function withJoinedAudio(parts: readonly Part[]): readonly Part[] {
  const result: Part[] = [];
  for (let at = 0; at < parts.length;) {
    const run = rawRun(parts, at);
    const [first] = run;
    const data = run.length > 1 ? joinBase64(run.map(({ data: piece = '' }) => piece)) : undefined;
    if (first && data !== undefined) result.push({ inlineData: { ...first, data } });
    else result.push(...parts.slice(at, at + Math.max(1, run.length)));
    at += Math.max(1, run.length);
  }
  return result;
}

function rawRun(parts: readonly Part[], from: number): readonly NonNullable<Part['inlineData']>[] {
  const type = parts[from]?.inlineData?.mimeType;
  if (type === undefined || !rawAudio(type)) return [];
  const run: NonNullable<Part['inlineData']>[] = [];
  for (const { inlineData } of parts.slice(from)) {
    if (inlineData?.mimeType !== type) break;
    run.push(inlineData);
  }
  return run;
}

type Attached = NonNullable<SegmentContext['attached']>[number];

function contentOf(
  part: Part,
  attached: Attached | undefined,
  known: SegmentContext | undefined,
): Segment {
  if (part.inlineData) {
    const { mimeType = '', data = '' } = part.inlineData;
    const content = {
      name: attached?.name ?? '',
      mimeType: bareType(mimeType),
      size: sizeOf(data),
    };
    const media = mediaKind(mimeType);
    if (data === '') return { kind: 'file', ...content };
    if (media === undefined) return { kind: 'file', ...content, data };
    const isAnswer = known === undefined;
    // Parameters contain the sample rate.
    return {
      kind: 'media',
      media,
      data,
      isAnswer,
      ...content,
      ...(rawAudio(mimeType) && { mimeType }),
    };
  }
  if (!part.fileData) {
    const { text = '' } = part;
    const { name = '', reference, reread } = attached ?? {};
    return {
      kind: 'file',
      name,
      mimeType: 'text/plain',
      text,
      ...(reference && { size: utf8Length(text) }),
      ...(reread && { reread }),
    };
  }
  const { fileUri = '', mimeType = '' } = part.fileData;
  const name = attached?.name ?? /\/(files\/[^/?#]+)$/.exec(fileUri)?.[1] ?? fileUri;
  const { expiresAt } = attached ?? {};
  const end = { ...(expiresAt !== undefined && { expiresAt }) };
  const fate = fileStateOf(fileUri, expiresAt, known);
  return { kind: 'file', name, mimeType, ...end, ...(fate && { fate }) };
}

function fileStateOf(
  uri: string,
  expiresAt: number | undefined,
  known: SegmentContext | undefined,
): FileSegment['fate'] {
  if (!known) return undefined;
  if (known.leftOut?.includes(uri)) return 'leftOut';
  return expiresAt !== undefined && expiresAt <= known.now ? 'expired' : undefined;
}

/** Returns the decoded size of base64, in bytes. */
function sizeOf(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.floor((base64.length * 3) / 4) - padding;
}

function withoutText(part: Part): Segment | undefined {
  if (part.functionCall) {
    const { name = '', id, args } = part.functionCall;
    return { kind: 'card', title: 'functionCall', name, ...(id && { id }), json: args ?? {} };
  }
  if (part.functionResponse) {
    const { name = '', id, response } = part.functionResponse;
    const json = response ?? {};
    return { kind: 'card', title: 'functionResponse', name, ...(id && { id }), json };
  }
  for (const title of ['toolCall', 'toolResponse'] as const) {
    const found: unknown = part[title];
    if (!isObject(found)) continue;
    const { id, toolType: _, args, response, ...rest } = found;
    const json = title === 'toolCall' ? { ...(args as object), ...rest } : (response ?? rest);
    const named = typeof id === 'string' && id !== '' && { id };
    return { kind: 'card', title, name: textAt(found, 'toolType'), ...named, json };
  }
  if (part.executableCode) {
    const { code = '', language = '', id } = part.executableCode;
    return { kind: 'code', text: code, language: language.toLowerCase(), ...(id && { id }) };
  }
  if (part.codeExecutionResult) {
    const { output = '', outcome = '', id } = part.codeExecutionResult;
    const ended = outcome.replace(/^OUTCOME_/, '');
    return { kind: 'result', text: output, outcome: ended, ...(id && { id }) };
  }
  if (isObject(part.audioTranscription)) {
    const { text, ...json } = part.audioTranscription as JsonObject;
    if (typeof text === 'string') return { kind: 'transcript', text, json };
  }
  const { thoughtSignature: _signature, thought: _thought, ...rest } = part;
  if (Object.keys(rest).length === 0) return undefined;
  return { kind: 'card', title: 'otherPart', name: '', json: rest };
}
