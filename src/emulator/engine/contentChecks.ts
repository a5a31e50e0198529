import { refusesModelTurn } from '../../api/modelPack';
import type { Message } from '../../api/schema/infer';
import { limitsOf } from '../../api/schema/limits';
import type { JsonValue } from '../../api/schema/row';
import { isObject } from '../../base/json';
import type { ModelSeed } from '../models';
import { StatusError } from '../status';
import { checkTurnOrder, type OrderedTurn } from '../turnOrder';

type Part = Message<'Part'>;
type Content = Message<'Content'>;
type FunctionResponse = Message<'FunctionResponse'>;

/**
 * What the documents forbid in the contents of a request, one bullet each: a system instruction is text, and video
 * metadata stands beside a video. The wording is not published.
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
  const { exclusiveMinimum: above = 0, maximum: most = Infinity } = limitsOf(
    'VideoMetadata',
    'fps',
  );
  // Without presence, 0 is the same as nothing.
  const { fps = 0 } = videoMetadata;
  if (fps === 0 || (fps > above && fps <= most)) return [];
  return [`${at}.fps: must be above ${above} and at most ${most}, and is ${fps}.`];
}

function isVideo({ inlineData, fileData }: Part): boolean {
  if (inlineData) return inlineData.mimeType?.startsWith('video/') === true;
  // An address without a type may be that of a film.
  return fileData !== undefined && (fileData.mimeType ?? 'video/').startsWith('video/');
}

/** Refuses media that no model reads, and results that name a part that they don't have. Throws the service's 400. */
export function checkParts(contents: readonly Content[]): void {
  for (const { inlineData, fileData, functionResponse } of contents.flatMap(partsOf)) {
    if (inlineData) checkMediaType(inlineData.mimeType ?? '');
    // A file that was uploaded has a type of its own.
    if (fileData?.mimeType) checkMediaType(fileData.mimeType);
    if (functionResponse) checkResult(functionResponse);
  }
}

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+\s*(;|$)/;
/** Types that look right, of which users report that the service refuses them. */
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

/** The names that `$ref` has anywhere in a value. */
function referencesIn(value: JsonValue): readonly string[] {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).flatMap(referencesIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === '$ref' && typeof inner === 'string' ? [inner] : referencesIn(inner ?? null),
  );
}

/**
 * Refuses turns in an order that the service does not take. Throws its 400.
 * @param isContinued Whether cached turns come before these.
 */
export function checkOrder(contents: readonly Content[], isContinued: boolean): void {
  const turns: OrderedTurn[] = [];
  for (const content of contents) {
    const isModel = content.role === 'model';
    const parts = partsOf(content);
    const calls = parts.filter((part) => part.functionCall).length;
    const results = parts.filter((part) => part.functionResponse).length;
    const last = turns.at(-1);
    // The pieces of a stream are turns of their own in the histories that Google's clients keep.
    if (isModel && last?.isModel) turns[turns.length - 1] = { ...last, calls: last.calls + calls };
    else turns.push({ isModel, calls, results });
  }
  checkTurnOrder(turns, isContinued);
}

/** Refuses a last turn of the model's where the model does not go on from it. Throws the service's 400. */
export function checkLastTurn(contents: readonly Content[], { packed }: ModelSeed): void {
  if (!packed || !refusesModelTurn(packed)) return;
  if (contents.at(-1)?.role !== 'model') return;
  throw new StatusError(400, 'Requests ending with a model turn are not supported.');
}

function partsOf({ parts = [] }: Content): readonly Part[] {
  return parts;
}
