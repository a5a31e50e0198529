import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { objectAt, textAt } from '../../base/json';
import { signature } from '../engine';
import type { Annotation, Content, Step } from './run';

type Part = Message<'Part'>;
type Candidate = Message<'Candidate'>;

interface ResponseParts {
  readonly id: string;
  readonly parts: readonly Part[];
  readonly candidate: Candidate;
}

/**
 * Converts an engine response to steps: thoughts, tools with results, then output. The last thought
 * is signed.
 * @param showsThoughts whether to include summaries.
 */
export function stepsFrom(
  answered: ResponseParts,
  isSigned: boolean,
  showsThoughts: boolean,
): readonly Step[] {
  const { id, parts } = answered;
  const thoughts = parts.filter(({ thought }) => thought === true);
  const others = parts.filter(({ thought }) => thought !== true);
  return [
    ...thoughtSteps(id, showsThoughts ? thoughts : [], isSigned),
    ...others.flatMap((part, index) => toolStep(answered, part, index, others[index - 1])),
    ...outputSteps(answered, others),
  ];
}

function thoughtSteps(id: string, parts: readonly Part[], isSigned: boolean): readonly Step[] {
  const texts = parts
    .flatMap(({ text = '' }) => text.split(/(?<=\n\n)(?=\*\*)/))
    .filter((text) => text !== '');
  const sign = { signature: signature(`${id} thought`, {}) };
  if (texts.length === 0) return isSigned ? [{ type: 'thought', ...sign }] : [];
  return texts.map((text, index) => ({
    type: 'thought',
    summary: [{ type: 'text', text }],
    ...(isSigned && index === texts.length - 1 && sign),
  }));
}

function toolStep(
  { id: answer, candidate }: ResponseParts,
  part: Part,
  index: number,
  before: Part | undefined,
): readonly Step[] {
  const { functionCall, executableCode, codeExecutionResult, toolCall, toolResponse } = part;
  const seal = (what: string): { readonly signature: string } => ({
    signature: signature(`${answer} ${what} ${index}`, {}),
  });
  if (functionCall) {
    const { id = '', name = '', args = {} } = functionCall;
    return [{ type: 'function_call', id, name, arguments: args }];
  }
  if (executableCode) {
    const id = `code-${answer.slice(0, 8)}-${index}`;
    const code = { code: executableCode.code ?? '', language: 'python' };
    return [{ type: 'code_execution_call', id, arguments: code, ...seal('code') }];
  }
  if (codeExecutionResult && before?.executableCode) {
    const { outcome, output = '' } = codeExecutionResult;
    return [
      {
        type: 'code_execution_result',
        call_id: `code-${answer.slice(0, 8)}-${index - 1}`,
        result: output,
        is_error: outcome !== 'OUTCOME_OK',
        ...seal('result'),
      },
    ];
  }
  if (toolCall) {
    const step = callStep(toolCall.toolType ?? '', toolCall.id ?? '', toolCall.args ?? {});
    return step ? [{ ...step, ...seal('call') }] : [];
  }
  if (toolResponse) {
    const { toolType = '', id = '', response = {} } = toolResponse;
    const url = before?.toolCall ? urlsOf(before.toolCall.args ?? {})[0] : undefined;
    const step = resultStep(toolType, id, response, candidate, url ?? '');
    return step ? [{ ...step, ...seal('response') }] : [];
  }
  return [];
}

function callStep(toolType: string, id: string, args: JsonObject): Step | undefined {
  const queries = 'queries' in args ? (args.queries as readonly string[]) : [textAt(args, 'query')];
  switch (toolType) {
    case 'GOOGLE_SEARCH_WEB':
      return { type: 'google_search_call', id, search_type: 'web_search', arguments: { queries } };
    case 'GOOGLE_SEARCH_IMAGE':
      return {
        type: 'google_search_call',
        id,
        search_type: 'image_search',
        arguments: { queries },
      };
    case 'GOOGLE_MAPS':
      return { type: 'google_maps_call', id, arguments: { queries } };
    case 'FILE_SEARCH':
      return { type: 'file_search_call', id };
    case 'URL_CONTEXT':
      return { type: 'url_context_call', id, arguments: { urls: urlsOf(args) } };
    default:
      return undefined;
  }
}

function urlsOf(args: JsonObject): readonly string[] {
  return (args.urls ?? []) as readonly string[];
}

function resultStep(
  toolType: string,
  callId: string,
  response: JsonObject,
  { groundingMetadata = {} }: Candidate,
  url: string,
): Step | undefined {
  const call = { call_id: callId };
  switch (toolType) {
    case 'GOOGLE_SEARCH_WEB':
    case 'GOOGLE_SEARCH_IMAGE': {
      const shown = groundingMetadata.searchEntryPoint?.renderedContent;
      const suggestions = shown ?? textAt(response, 'search_suggestions');
      return {
        type: 'google_search_result',
        ...call,
        result: [{ search_suggestions: suggestions }],
      };
    }
    case 'GOOGLE_MAPS': {
      const { groundingChunks = [], googleMapsWidgetContextToken: token } = groundingMetadata;
      const places = groundingChunks.flatMap(({ maps }) => (maps ? [placeOf(maps)] : []));
      const widget = token === undefined ? {} : { widget_context_token: token };
      return { type: 'google_maps_result', ...call, result: [{ places, ...widget }] };
    }
    case 'FILE_SEARCH':
      return { type: 'file_search_result', ...call };
    case 'URL_CONTEXT': {
      const status = textAt(response, 'status').toLowerCase();
      return {
        type: 'url_context_result',
        ...call,
        result: [{ url, status }],
        ...(status !== 'success' && { is_error: true }),
      };
    }
    default:
      return undefined;
  }
}

function outputSteps({ candidate }: ResponseParts, parts: readonly Part[]): readonly Step[] {
  const content = parts.flatMap((part): readonly Content[] => {
    if (part.text !== undefined && part.text !== '') return [{ type: 'text', text: part.text }];
    const { mimeType = '', data = '' } = part.inlineData ?? {};
    if (mimeType.startsWith('image/')) return [{ type: 'image', data, mime_type: mimeType }];
    if (!mimeType.startsWith('audio/')) return [];
    const [plain = ''] = mimeType.toLowerCase().split(';');
    return [{ type: 'audio', data, mime_type: plain, sample_rate: 24_000, channels: 1 }];
  });
  const annotations = annotationsOf(candidate);
  const at = content.findIndex(({ type }) => type === 'text');
  const told = content.map((one, index) =>
    index === at && annotations.length > 0 ? { ...one, annotations } : one,
  );
  return told.length === 0 ? [] : [{ type: 'model_output', content: told }];
}

/** Merges stream messages: parts of the first candidate with joined texts, and its metadata. */
export function mergeSteps(messages: readonly JsonObject[]): Omit<ResponseParts, 'id'> {
  const all = messages.flatMap((message) => {
    const [first] = (message as Message<'GenerateContentResponse'>).candidates ?? [];
    return first && (first.index ?? 0) === 0 ? [first] : [];
  });
  const parts: Part[] = [];
  for (const part of all.flatMap(({ content }) => content?.parts ?? [])) {
    const last = parts.at(-1);
    const isMore =
      last?.text !== undefined && part.text !== undefined && last.thought === part.thought;
    if (isMore) parts[parts.length - 1] = { ...last, text: `${last.text ?? ''}${part.text ?? ''}` };
    else parts.push(part);
  }
  return { parts, candidate: Object.assign({}, ...all) as Candidate };
}

export function tokensIn(messages: readonly JsonObject[]): JsonObject {
  return objectAt(messages.at(-1) ?? {}, 'usageMetadata');
}

type Chunk = Message<'GroundingChunk'>;

/** Returns citations and grounding as annotations with UTF-8 byte offsets. */
function annotationsOf({ groundingMetadata, citationMetadata }: Candidate): readonly Annotation[] {
  const { groundingChunks = [], groundingSupports = [] } = groundingMetadata ?? {};
  const grounded = groundingSupports.flatMap(({ segment = {}, groundingChunkIndices = [] }) =>
    groundingChunkIndices.flatMap((index) => {
      const chunk = groundingChunks[index];
      const range = { start_index: segment.startIndex ?? 0, end_index: segment.endIndex ?? 0 };
      const annotation = chunk && annotationOf(chunk, range);
      return annotation ? [annotation] : [];
    }),
  );
  const cited = (citationMetadata?.citationSources ?? []).map(
    ({ startIndex = 0, endIndex = 0, uri = '' }): Annotation => ({
      type: 'url_citation',
      url: uri,
      start_index: startIndex,
      end_index: endIndex,
    }),
  );
  return [...grounded, ...cited];
}

function annotationOf(
  { web, maps, retrievedContext }: Chunk,
  range: { readonly start_index: number; readonly end_index: number },
): Annotation | undefined {
  if (web) return { type: 'url_citation', url: web.uri ?? '', title: web.title ?? '', ...range };
  if (maps) return { type: 'place_citation', ...placeOf(maps), ...range };
  if (!retrievedContext) return undefined;
  const { title = '', fileSearchStore, text, pageNumber, mediaId, uri } = retrievedContext;
  return {
    type: 'file_citation',
    file_name: title,
    ...((fileSearchStore ?? uri) !== undefined && { document_uri: fileSearchStore ?? uri ?? '' }),
    ...(text !== undefined && { source: text }),
    ...(pageNumber !== undefined && { page_number: pageNumber }),
    ...(mediaId !== undefined && { media_id: mediaId }),
    ...range,
  };
}

type Place = Message<'interactions.GoogleMapsResultPlaces'>;

function placeOf(maps: NonNullable<Chunk['maps']>): Place {
  const { reviewSnippets = [] } = maps.placeAnswerSources ?? {};
  return {
    name: maps.title ?? '',
    place_id: (maps.placeId ?? '').replace(/^places\//, ''),
    url: maps.uri ?? '',
    review_snippets: reviewSnippets.map(({ reviewId = '', title = '', googleMapsUri = '' }) => ({
      review_id: reviewId,
      title,
      url: googleMapsUri,
    })),
  };
}
