import type { Message } from '../../api/schema/infer';
import { messages } from '../../api/schema/messages';
import type { JsonObject } from '../../api/schema/row';
import { type Edition, isInEdition } from '../../api/versions';
import { digest, seedOf } from '../digest';
import { countTokens, shorten, topic } from '../text';
import { citationsOf, groundingOf, groundNote, passageGrounding, passageNote } from './grounding';
import { inventedLogprobs } from './responseMetadata';
import { abstractPicture, barChart, encodePng, hum, SPEECH_TYPE, wavOf } from './media';
import { type OutputFeatures, urlMetadata } from './outputFeatures';
import { type Run, runFor } from './program';

type Request = Message<'GenerateContentRequest'>;

export interface WholePart {
  readonly part: JsonObject;
  readonly modality: 'TEXT' | 'IMAGE' | 'AUDIO';
  readonly tokens: number;
}

/** Token counts of a generated image of any size, and of a second of audio. */
const IMAGE_TOKENS = 1290;
const AUDIO_TOKENS = 25;

/** Larger images are stored uncompressed, because noise doesn't compress. */
const COMPRESSED_SIDE = 512;
const CHART = { width: 320, height: 200 };
/** Speech rate in characters per second, and maximum duration in seconds. */
const CHARACTERS_PER_SECOND = 15;
const MAX_SECONDS = 30;

export function speechSeconds(text: string): number {
  return Math.min(Math.max(text.length / CHARACTERS_PER_SECOND, 1), MAX_SECONDS);
}

export function audioTokens(seconds: number): number {
  return Math.ceil(seconds * AUDIO_TOKENS);
}

export function partsBefore(features: OutputFeatures, prompt: string): readonly WholePart[] {
  if (!features.run) return [];
  const run = runFor(prompt, features.run.end, features.run.isPlot);
  return [...runParts(run), ...(run.plotted ? [chart(run.plotted)] : [])];
}

function runParts({ code, outcome, output }: Run): readonly WholePart[] {
  return [
    {
      part: { executableCode: { language: 'PYTHON', code } },
      modality: 'TEXT',
      tokens: countTokens(code),
    },
    {
      part: { codeExecutionResult: { outcome, output } },
      modality: 'TEXT',
      tokens: countTokens(output),
    },
  ];
}

function chart(values: readonly number[]): WholePart {
  return image(encodePng(barChart(values, CHART.width, CHART.height)));
}

function image(png: Buffer): WholePart {
  const inlineData = { mimeType: 'image/png', data: png.toString('base64') };
  return { part: { inlineData }, modality: 'IMAGE', tokens: IMAGE_TOKENS };
}

export function partsAfter(
  features: OutputFeatures,
  prompt: string,
  request: Request,
  candidate: number,
): readonly WholePart[] {
  const parts: WholePart[] = [];
  const seed = seedOf([prompt, candidate]);
  if (features.image) {
    const { width, height } = features.image;
    const level = Math.max(width, height) > COMPRESSED_SIDE ? 0 : undefined;
    parts.push(image(encodePng(abstractPicture(seed, width, height), level)));
  }
  if (features.audio !== undefined) {
    const voice = request.generationConfig?.speechConfig ?? {};
    const seconds = features.audio || speechSeconds(prompt);
    const sound = hum(seedOf([prompt, candidate, voice]), seconds);
    const isWav = request.generationConfig?.responseFormat?.audio?.mimeType === 'AUDIO_WAV';
    const data = (isWav ? wavOf(sound) : sound).toString('base64');
    parts.push({
      part: { inlineData: { mimeType: isWav ? 'audio/wav' : SPEECH_TYPE, data } },
      modality: 'AUDIO',
      tokens: audioTokens(seconds),
    });
  }
  return parts;
}

/** Returns sentences that show which features were used. Depends only on the question. */
export function notesOf(features: OutputFeatures, prompt: string): readonly string[] {
  const { run, ground, passages, urls } = features;
  const pages = urls.map(
    ({ url, status }) =>
      `${status === 'SUCCESS' ? 'I read' : 'I could not read'} ${shorten(url, 120)} (${status}).`,
  );
  return [
    ...(run ? ['I wrote a program for this. Its output is above.'] : []),
    ...(passages ? [passageNote(passages, prompt)] : ground ? [groundNote(ground, prompt)] : []),
    ...pages,
  ];
}

/**
 * Returns the candidate metadata about the text.
 * @param partIndex of the text in the merged parts.
 */
export function metadataOf(
  features: OutputFeatures,
  prompt: string,
  text: string,
  partIndex: number,
  request: Request,
): JsonObject {
  const { urls, cites, logprobs } = features;
  const groundingMetadata = groundingIn(features, prompt, text, partIndex, request);
  return {
    ...(groundingMetadata && { groundingMetadata }),
    ...(urls.length > 0 ? { urlContextMetadata: urlMetadata(urls) } : {}),
    ...(cites ? { citationMetadata: citationsOf(text) } : {}),
    ...(logprobs === undefined ? {} : inventedLogprobs(text, logprobs)),
  };
}

function groundingIn(
  { ground, passages }: OutputFeatures,
  ...[prompt, text, partIndex, request]: [string, string, number, Request]
): JsonObject | undefined {
  if (passages) {
    return passages.length > 0 ? passageGrounding(passages, prompt, text, partIndex) : undefined;
  }
  return ground && groundingOf(ground, prompt, text, partIndex, request);
}

/** A call of a built-in tool and its response. The results are in the response metadata. */
interface Invocation {
  readonly toolType: string;
  readonly args: JsonObject;
  readonly response: JsonObject;
}

/**
 * Returns built-in tool calls as pairs of parts before the text, if the request asks for them and
 * the version supports them.
 */
export function invocationParts(
  { ground, urls }: OutputFeatures,
  prompt: string,
  request: Request,
  version: Edition,
): readonly WholePart[] {
  const isAsked = request.toolConfig?.includeServerSideToolInvocations === true;
  if (!isAsked || !isInEdition(messages.Part.fields.toolCall.versions, version)) return [];
  const about = topic(prompt).join(' ') || 'everything';
  const found: Invocation[] = [];
  if (ground === 'search') {
    const types = (request.tools ?? []).flatMap((tool) => tool.googleSearch?.searchTypes ?? []);
    const isPictures = types.some((one) => one.imageSearch) && !types.some((one) => one.webSearch);
    found.push({
      toolType: isPictures ? 'GOOGLE_SEARCH_IMAGE' : 'GOOGLE_SEARCH_WEB',
      args: { queries: [about] },
      response: { search_suggestions: `<div>${about}</div>` },
    });
  }
  if (ground === 'maps') {
    found.push({ toolType: 'GOOGLE_MAPS', args: { query: about }, response: { places: 2 } });
  }
  if (ground === 'files') {
    found.push({ toolType: 'FILE_SEARCH', args: { query: about }, response: { chunks: 2 } });
  }
  for (const { url, status } of urls) {
    found.push({ toolType: 'URL_CONTEXT', args: { urls: [url] }, response: { status } });
  }
  return found.flatMap(({ toolType, args, response }, index) => {
    const id = `tool-${digest([toolType, prompt, index]).slice(0, 8)}`;
    return [{ toolCall: { id, toolType, args } }, { toolResponse: { id, toolType, response } }].map(
      (part): WholePart => ({ part, modality: 'TEXT', tokens: 0 }),
    );
  });
}
