import type { Message } from '../../api/schema/infer';
import { valueRange } from '../../api/schema/limits';
import { messages } from '../../api/schema/messages';
import type { JsonObject } from '../../api/schema/row';
import { isInEdition, type Edition } from '../../api/versions';
import type { FoundPassage } from '../fileSearch/retrieval';
import { triggerArgument, triggersIn, withoutTriggers } from '../triggers';
import type { Conversation } from './conversation';
import type { Ground } from './grounding';
import { asksToRun, type RunEnd } from './program';

type Request = Message<'GenerateContentRequest'>;

export interface OutputFeatures {
  readonly run: { readonly end: RunEnd; readonly isPlot: boolean } | undefined;
  readonly ground: Ground | undefined;
  readonly passages?: readonly FoundPassage[] | undefined;
  readonly urls: readonly ReadUrl[];
  readonly hasText: boolean;
  readonly image: { readonly width: number; readonly height: number } | undefined;
  /** Duration in seconds. 0 uses the duration of the spoken text. */
  readonly audio: number | undefined;
  readonly cites: boolean;
  readonly logprobs: number | undefined;
  /** Whether to force thoughts and signatures, regardless of model and request. */
  readonly thinks: boolean;
}

export const NO_OUTPUT_FEATURES: OutputFeatures = {
  run: undefined,
  ground: undefined,
  urls: [],
  hasText: true,
  image: undefined,
  audio: undefined,
  cites: false,
  logprobs: undefined,
  thinks: false,
};

const PICTURE_SIDE = 256;
const MIN_SIDE = 16;
const MAX_SIDE = 2048;
const MAX_SECONDS = 60;
const [, MAX_LOGPROBS] = valueRange('GenerationConfig', 'logprobs');

const grounds: { readonly [argument: string]: Ground } = {
  '': 'search',
  search: 'search',
  maps: 'maps',
  files: 'files',
};
const runEnds: { readonly [argument: string]: RunEnd } = {
  '': 'ok',
  plot: 'ok',
  fail: 'fail',
  timeout: 'timeout',
};

/** Returns the requested output features. Ignores those that the API version has no field for. */
export function readOutputFeatures(
  request: Request,
  conversation: Conversation,
  version: Edition,
): OutputFeatures {
  const { question } = conversation;
  const triggers = triggersIn(question);
  const tools = request.tools ?? [];
  const config = request.generationConfig ?? {};
  const modalities = config.responseModalities ?? [];
  const said = withoutTriggers(question);
  const argument = (name: string): string | undefined => triggerArgument(triggers, name);
  const { executableCode, thought } = messages.Part.fields;
  const code = isInEdition(executableCode.versions, version) ? argument('code') : undefined;
  const runs =
    code ?? (tools.some((tool) => tool.codeExecution) && asksToRun(said) ? '' : undefined);
  // With function results or a continuation, the code was run in the previous turn.
  const isFirst = conversation.soFar === undefined && conversation.responses.length === 0;
  const asksUrls = argument('url');
  const readsUrls = asksUrls !== undefined || tools.some((tool) => tool.urlContext);
  return {
    run:
      runs === undefined || !isFirst
        ? undefined
        : { end: row(runEnds, runs) ?? 'ok', isPlot: runs === 'plot' },
    ground: groundOf(tools, argument('ground'), version),
    urls: readsUrls ? readUrls(said, asksUrls) : [],
    hasText:
      modalities.includes('TEXT') ||
      !modalities.some((name) => name === 'IMAGE' || name === 'AUDIO'),
    image: isFirst ? imageOf(config, argument('image')) : undefined,
    audio: isFirst ? audioOf(modalities, argument('audio')) : undefined,
    cites: argument('cite') !== undefined,
    logprobs: logprobsOf(config, argument('logprobs')),
    thinks: isInEdition(thought.versions, version) && argument('think') !== undefined,
  };
}

function groundOf(
  tools: readonly Message<'Tool'>[],
  argument: string | undefined,
  version: Edition,
): Ground | undefined {
  if (argument !== undefined) {
    const asked = row(grounds, argument) ?? 'search';
    const { maps, retrievedContext } = messages.GroundingChunk.fields;
    const versions = { search: undefined, maps: maps.versions, files: retrievedContext.versions };
    return isInEdition(versions[asked], version) ? asked : undefined;
  }
  if (tools.some((tool) => tool.googleSearch ?? tool.googleSearchRetrieval)) return 'search';
  if (tools.some((tool) => tool.googleMaps)) return 'maps';
  return tools.some((tool) => tool.fileSearch) ? 'files' : undefined;
}

function imageOf(
  config: Message<'GenerationConfig'>,
  argument: string | undefined,
): OutputFeatures['image'] {
  if (argument === undefined && !config.responseModalities?.includes('IMAGE')) return undefined;
  const { image = {} } = config.responseFormat ?? {};
  const size = image.imageSize ?? config.imageConfig?.imageSize ?? '';
  const side = clamp(
    Number(argument === undefined || argument === '' ? (sides[size] ?? PICTURE_SIDE) : argument),
    MIN_SIDE,
  );
  const [across, down] = ratioOf(image.aspectRatio ?? config.imageConfig?.aspectRatio ?? '');
  const scale = side / Math.sqrt(across * down);
  return {
    width: clamp(Math.round(across * scale), MIN_SIDE),
    height: clamp(Math.round(down * scale), MIN_SIDE),
  };
}

const sides: { readonly [size: string]: number } = {
  '512': 512,
  IMAGE_SIZE_FIVE_TWELVE: 512,
  '1K': 1024,
  IMAGE_SIZE_ONE_K: 1024,
  '2K': 2048,
  IMAGE_SIZE_TWO_K: 2048,
  '4K': 2048,
  IMAGE_SIZE_FOUR_K: 2048,
};

const numerals: { readonly [word: string]: number } = {
  ONE: 1,
  TWO: 2,
  THREE: 3,
  FOUR: 4,
  FIVE: 5,
  EIGHT: 8,
  NINE: 9,
  SIXTEEN: 16,
  TWENTY_ONE: 21,
};

function ratioOf(ratio: string): readonly [across: number, down: number] {
  const [across = 0, down = 0] = ratio
    .replace('ASPECT_RATIO_', '')
    .split(/:|_BY_/)
    .map((word) => numerals[word] ?? Number(word));
  return across > 0 && down > 0 ? [across, down] : [1, 1];
}

function audioOf(modalities: readonly string[], argument: string | undefined): number | undefined {
  if (argument === undefined) return modalities.includes('AUDIO') ? 0 : undefined;
  const seconds = Number(argument);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), MAX_SECONDS) : 0;
}

function logprobsOf(
  config: Message<'GenerationConfig'>,
  argument: string | undefined,
): number | undefined {
  if (argument !== undefined) {
    return Math.min(Math.max(Math.trunc(Number(argument)) || 0, 0), MAX_LOGPROBS);
  }
  return config.responseLogprobs === true ? (config.logprobs ?? 0) : undefined;
}

function clamp(value: number, otherwise: number): number {
  return Number.isFinite(value)
    ? Math.min(Math.max(Math.trunc(value), MIN_SIDE), MAX_SIDE)
    : otherwise;
}

function row<T>(rows: { readonly [name: string]: T }, name: string): T | undefined {
  return Object.hasOwn(rows, name) ? rows[name] : undefined;
}

interface ReadUrl {
  readonly url: string;
  readonly status: 'SUCCESS' | 'ERROR' | 'PAYWALL' | 'UNSAFE';
}

/** Maximum number of URLs in the live API. */
const MAX_URLS = 20;
export const PAGE_TOKENS = 300;

const ADDRESS = /https?:\/\/[^\s<>"“”„'`)\]}]+/g;

// URL patterns that trigger a failure. The last row matches all other URLs.
const urlOutcomes: readonly (readonly [words: RegExp, status: ReadUrl['status']])[] = [
  [/paywall|premium|subscribe/i, 'PAYWALL'],
  [/unsafe|malware|phishing/i, 'UNSAFE'],
  [/missing|error|404|500|\.invalid\b/i, 'ERROR'],
  [/(?:)/, 'SUCCESS'],
];

/**
 * Returns the distinct URLs in a prompt. Fetches nothing: words in the URL determine the status.
 * @param asked status for all; adds an example URL if the prompt has none
 */
function readUrls(prompt: string, asked: string | undefined): readonly ReadUrl[] {
  const found = [...prompt.matchAll(ADDRESS)].map(([url]) => url.replace(/[.,;:!?]+$/, ''));
  const urls = found.length === 0 && asked !== undefined ? ['https://example.com/page'] : found;
  const forced = urlOutcomes.find(([, status]) => status === asked)?.[1];
  return [...new Set(urls)].slice(0, MAX_URLS).map((url) => ({
    url,
    status: forced ?? urlOutcomes.find(([words]) => words.test(url))?.[1] ?? 'SUCCESS',
  }));
}

export function urlMetadata(urls: readonly ReadUrl[]): JsonObject {
  return {
    urlMetadata: urls.map(({ url, status }) => ({
      retrievedUrl: url,
      urlRetrievalStatus: `URL_RETRIEVAL_STATUS_${status}`,
    })),
  };
}
