import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { isObject, items, textAt } from '../../base/json';
import { addGenerated, FILM } from '../generatedMedia';
import type { HandlerContext } from '../handlerContext';
import { formatsOf } from './request';
import { type Annotation, type InteractionRequest, type Content, isText, type Step } from './run';

// Output that the engine doesn't support: video, transcripts and media by URI.

/** Spoken duration of a word in seconds. */
const WORD_SECONDS = 0.4;
const SPEAKERS = ['spk_1', 'spk_2'] as const;
const HEARD = 'The harbour was quiet this morning. Two boats came in before noon.';

export function withMedia(
  world: HandlerContext,
  origin: string,
  asked: InteractionRequest,
  conversation: readonly Step[],
  steps: readonly Step[],
): readonly Step[] {
  if (steps.some(({ type }) => type === 'function_call')) return steps;
  const heard = transcriptOf(asked, conversation);
  const formats = formatsOf(asked);
  const films = formats.filter(({ type }) => type === 'video');
  const isFilmOnly = films.length > 0 && films.length === formats.length;
  return steps.map((step) => {
    if (step.type !== 'model_output') return step;
    const said = heard ? [heard] : (step.content ?? []);
    const others = isFilmOnly ? said.filter((one) => !isText(one)) : said;
    const shown = [...others, ...films.map(() => film())];
    return { ...step, content: shown.map((one) => delivered(world, origin, formats, one)) };
  });
}

function film(): Content {
  return { type: 'video', mime_type: 'video/mp4', data: FILM.toString('base64') };
}

function delivered(
  world: HandlerContext,
  origin: string,
  formats: readonly JsonObject[],
  content: Content,
): Content {
  const format = formats.find(({ type }) => type === content.type);
  if (isText(content) || !format) return content;
  const { data, ...rest } = content as JsonObject;
  const bucket = textAt(format, 'gcs_uri');
  if (typeof data !== 'string' || (format.delivery !== 'uri' && bucket === '')) return content;
  const mimeType = textAt(rest, 'mime_type');
  const name = addGenerated(world, '', mimeType, Buffer.from(data, 'base64'));
  const uri =
    bucket === ''
      ? `${origin}/v1beta/${name}:download?alt=media`
      : `${bucket.replace(/\/$/, '')}/${name.replace('files/', '')}.mp4`;
  return { ...rest, uri };
}

/** Returns a fixed transcript for audio input. Undefined if not requested. */
function transcriptOf(
  asked: InteractionRequest,
  conversation: readonly Step[],
): Content | undefined {
  const config = asked.generation_config?.transcription_config;
  const last = conversation.findLast(({ type }) => type === 'user_input');
  const content = last?.type === 'user_input' ? (last.content ?? []) : [];
  if (!config || !content.some(({ type }) => type === 'audio' || type === 'video'))
    return undefined;
  const words = config.custom_vocabulary ?? config.adaptation_phrases ?? [];
  const text = words.length === 0 ? HEARD : `${HEARD} Somebody said: ${words.join(', ')}.`;
  const annotations = wordsOf(text, config);
  return { type: 'text', text, ...(annotations.length > 0 && { annotations }) };
}

function wordsOf(
  text: string,
  config: Message<'interactions.TranscriptionConfig'>,
): readonly Annotation[] {
  const { mode } = config;
  const options = isObject(mode) ? (mode as JsonObject) : (config as JsonObject);
  const isTimed = items(options.timestamp_granularities).includes('word');
  const isTold = options.diarization_mode !== undefined && options.diarization_mode !== 'none';
  if (!isTimed && !isTold) return [];
  let sentence = 0;
  return [...text.matchAll(/\S+/g)].map(([word], index, all): Annotation => {
    const start = Buffer.byteLength(text.slice(0, all[index]?.index));
    const speaker = SPEAKERS[sentence % SPEAKERS.length] ?? '';
    if (word.endsWith('.')) sentence += 1;
    return {
      type: 'word_info',
      text: word,
      start_index: start,
      end_index: start + Buffer.byteLength(word),
      ...(isTimed && { start_offset: seconds(index), end_offset: seconds(index + 1) }),
      ...(isTold && { speaker }),
    };
  });
}

function seconds(words: number): string {
  return `${Number((words * WORD_SECONDS).toFixed(1))}s`;
}
