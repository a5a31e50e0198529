import { refusesModelTurn } from '../../api/modelPack';
import type { Message } from '../../api/schema/infer';
import { fieldLimits } from '../../api/schema/limits';
import type { JsonValue } from '../../api/schema/row';
import { isObject } from '../../base/json';
import type { ModelSeed } from '../models';
import { StatusError } from '../status';

type Part = Message<'Part'>;
type Content = Message<'Content'>;
type FunctionResponse = Message<'FunctionResponse'>;

/**
 * Returns the documented problems of contents as bullets, such as media in a system instruction or
 * video metadata without a video. The error messages aren't published.
 */
export function contentProblems(request: Message<'GenerateContentRequest'>): readonly string[] {
  const at = '* GenerateContentRequest';
  const { systemInstruction, contents = [] } = request;
  return [
    ...(systemInstruction?.parts ?? []).flatMap(({ text }, index) =>
      text === undefined ? [`${at}.system_instruction.parts[${index}]: must be text.`] : [],
    ),
    ...contents.flatMap(({ parts = [] }, turn) =>
      parts.flatMap((part, index) =>
        videoProblems(`${at}.contents[${turn}].parts[${index}].video_metadata`, part),
      ),
    ),
  ];
}

function videoProblems(at: string, part: Part): readonly string[] {
  const { videoMetadata } = part;
  if (!videoMetadata) return [];
  if (!isVideo(part)) return [`${at}: only allowed beside a video in inline_data or file_data.`];
  const { exclusiveMinimum: above = 0, maximum: most = Infinity } = fieldLimits(
    'VideoMetadata',
    'fps',
  );
  // proto3 without presence: 0 means unset.
  const { fps = 0 } = videoMetadata;
  if (fps === 0 || (fps > above && fps <= most)) return [];
  return [`${at}.fps: must be above ${above} and at most ${most}, and is ${fps}.`];
}

function isVideo({ inlineData, fileData }: Part): boolean {
  if (inlineData) return inlineData.mimeType?.startsWith('video/') === true;
  // A URL without a MIME type may be a video.
  return fileData !== undefined && (fileData.mimeType ?? 'video/').startsWith('video/');
}

/** Throws 400 for unsupported media types and for function results that reference missing parts. */
export function checkParts(contents: readonly Content[]): void {
  for (const { inlineData, fileData, functionResponse } of contents.flatMap(partsOf)) {
    if (inlineData) checkMediaType(inlineData.mimeType ?? '');
    // The type of an uploaded file has already been checked.
    if (fileData?.mimeType) checkMediaType(fileData.mimeType);
    if (functionResponse) checkResult(functionResponse);
  }
}

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+\s*(;|$)/;
/** Plausible types that the live API rejects, according to user reports. */
const UNSUPPORTED = /^image\/(jpg|svg\+xml)\b/;

function checkMediaType(mimeType: string): void {
  if (MEDIA_TYPE.test(mimeType) && !UNSUPPORTED.test(mimeType)) return;
  throw new StatusError(400, `Unsupported MIME type: ${mimeType}`);
}

function checkResult({ response = {}, parts = [] }: FunctionResponse): void {
  for (const { inlineData } of parts) if (inlineData) checkMediaType(inlineData.mimeType ?? '');
  const names = parts.map(({ inlineData, fileData }) => (inlineData ?? fileData)?.displayName);
  const unknown = referencesIn(response).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new StatusError(
    400,
    `The referenced name \`${unknown}\` in function_response.response does not match to a display_name in ` +
      'the function_response.parts.',
  );
}

function referencesIn(value: JsonValue): readonly string[] {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).flatMap(referencesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner ?? null),
  );
}

/**
 * Throws 400 for an invalid turn order.
 * @param isContinued whether cached turns precede the contents
 */
export function checkOrder(contents: readonly Content[], isContinued: boolean): void {
  const turns: OrderedTurn[] = [];
  for (const content of contents) {
    const isModel = content.role === 'model';
    const parts = partsOf(content);
    const calls = parts.filter((part) => part.functionCall).length;
    const results = parts.filter((part) => part.functionResponse).length;
    const last = turns.at(-1);
    // Google's SDKs save each streamed chunk as a separate model turn in the history.
    if (isModel && last?.isModel) turns[turns.length - 1] = { ...last, calls: last.calls + calls };
    else turns.push({ isModel, calls, results });
  }
  checkTurnOrder(turns, isContinued);
}

/** Throws 400 if the last turn is a model turn and the model can't continue it. */
export function checkLastTurn(contents: readonly Content[], { packed }: ModelSeed): void {
  if (!packed || !refusesModelTurn(packed)) return;
  if (contents.at(-1)?.role !== 'model') return;
  throw new StatusError(400, 'Requests ending with a model turn are not supported.');
}

function partsOf({ parts = [] }: Content): readonly Part[] {
  return parts;
}

const CALL_OUT_OF_TURN =
  'Please ensure that function call turn comes immediately after a user turn or after a function ' +
  'response turn.';
const RESULT_OUT_OF_TURN =
  'Please ensure that function response turn comes immediately after a function call turn.';
const UNEVEN =
  'Please ensure that the number of function response parts is equal to the number of function ' +
  'call parts of the function call turn.';

export interface OrderedTurn {
  readonly isModel: boolean;
  readonly calls: number;
  readonly results: number;
}

/**
 * Throws 400 for an invalid order: calls must follow a user turn or results, and all results must be in the
 * turn after their calls.
 * @param isContinued whether unknown turns precede the first one
 */
export function checkTurnOrder(turns: readonly OrderedTurn[], isContinued = false): void {
  for (const [at, { calls, results }] of turns.entries()) {
    const before = turns[at - 1];
    const isKnown = before !== undefined || !isContinued;
    if (calls > 0 && isKnown && before?.isModel !== false) refuse(CALL_OUT_OF_TURN);
    if (results > 0 && isKnown && (before?.calls ?? 0) === 0) refuse(RESULT_OUT_OF_TURN);
    if (calls > 0 && calls !== turns[at + 1]?.results) refuse(UNEVEN);
  }
}

function refuse(message: string): never {
  throw new StatusError(400, message);
}
