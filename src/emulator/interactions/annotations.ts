import type { Message } from '../../api/schema/infer';
import type { Annotation } from './run';

type Candidate = Message<'Candidate'>;
type Chunk = Message<'GroundingChunk'>;

/** What an answer's text is said to rest on, by its UTF-8 bytes. */
export function annotationsOf({
  groundingMetadata,
  citationMetadata,
}: Candidate): readonly Annotation[] {
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

/** A place, as results and citations show it. */
export function placeOf(maps: NonNullable<Chunk['maps']>): Place {
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
