import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { citationsOf } from './citations';
import { groundingOf, groundNote } from './grounding';
import { seedOf } from './hash';
import { logprobsOf } from './logprobs';
import { abstractPicture, barChart } from './media/drawing';
import { encodePng } from './media/png';
import { hum, SPEECH_TYPE } from './media/speech';
import { runFor, type Run } from './program';
import { countTokens } from './tokens';
import { urlMetadata } from './urls';
import type { Wishes } from './wishes';
import { shorten } from './words';

type Request = Message<'GenerateContentRequest'>;

/** A part that is sent in one piece. */
export interface WholePart {
  readonly part: JsonObject;
  readonly modality: 'TEXT' | 'IMAGE' | 'AUDIO';
  readonly tokens: number;
}

/** What the service counts for a picture that it makes, whatever its size, and for a second of sound. */
const IMAGE_TOKENS = 1290;
const AUDIO_TOKENS = 25;

/** Larger pictures are noise to a deflater at any rate: their pixels are stored. */
const COMPRESSED_SIDE = 512;
const CHART = { width: 320, height: 200 };
/** Characters that a voice says in a second, and how long it speaks at most. */
const SPEED = 15;
const MOST_SPEECH = 30;

/** The parts that come before the text: a program, what it printed, and what it plotted. */
export function partsBefore(wishes: Wishes, prompt: string): readonly WholePart[] {
  if (!wishes.run) return [];
  const run = runFor(prompt, wishes.run.end, wishes.run.isPlot);
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

/** The parts that come after the text: a picture, and sound. */
export function partsAfter(
  wishes: Wishes,
  prompt: string,
  request: Request,
  candidate: number,
): readonly WholePart[] {
  const parts: WholePart[] = [];
  const seed = seedOf([prompt, candidate]);
  if (wishes.image) {
    const { width, height } = wishes.image;
    const level = Math.max(width, height) > COMPRESSED_SIDE ? 0 : undefined;
    parts.push(image(encodePng(abstractPicture(seed, width, height), level)));
  }
  if (wishes.audio !== undefined) {
    const voice = request.generationConfig?.speechConfig ?? {};
    const spoken = Math.min(Math.max(prompt.length / SPEED, 1), MOST_SPEECH);
    const seconds = wishes.audio || spoken;
    const data = hum(seedOf([prompt, candidate, voice]), seconds).toString('base64');
    parts.push({
      part: { inlineData: { mimeType: SPEECH_TYPE, data } },
      modality: 'AUDIO',
      tokens: Math.ceil(seconds * AUDIO_TOKENS),
    });
  }
  return parts;
}

/** Sentences by which an answer shows what it was made with; they follow from the question alone. */
export function notesOf(wishes: Wishes, prompt: string): readonly string[] {
  const { run, ground, urls } = wishes;
  const pages = urls.map(
    ({ url, status }) =>
      `${status === 'SUCCESS' ? 'I read' : 'I could not read'} ${shorten(url, 120)} (${status}).`,
  );
  return [
    ...(run ? ['I wrote a program for this; what it printed stands above.'] : []),
    ...(ground ? [groundNote(ground, prompt)] : []),
    ...pages,
  ];
}

/**
 * What a finished candidate says about its text.
 * @param partIndex of the text among the parts that the pieces add up to.
 */
export function metadataOf(
  wishes: Wishes,
  prompt: string,
  text: string,
  partIndex: number,
  request: Request,
): JsonObject {
  const { ground, urls, cites, logprobs } = wishes;
  return {
    ...(ground ? { groundingMetadata: groundingOf(ground, prompt, text, partIndex, request) } : {}),
    ...(urls.length > 0 ? { urlContextMetadata: urlMetadata(urls) } : {}),
    ...(cites ? { citationMetadata: citationsOf(text) } : {}),
    ...(logprobs === undefined ? {} : logprobsOf(text, logprobs)),
  };
}
