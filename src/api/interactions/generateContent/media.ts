import { isObject, type JsonObject, type JsonValue, textAt } from '../../../base/json';

/**
 * Reasons for a loss: no such field or value; storage or execution setting; agents only; server-side tool; or part
 * of a response.
 */

const LOSS_REASONS = [
  'noField',
  'noValue',
  'keeping',
  'running',
  'agents',
  'serverTool',
  'answer',
] as const;
export type LossReason = (typeof LOSS_REASONS)[number];

/** A lost field, such as `contents[].parts[].toolCall`, with reason and count. */
export interface Loss {
  readonly field: string;
  readonly why: LossReason;
  readonly count: number;
}

export class Losses {
  readonly #found = new Map<string, Loss>();

  add(field: string, why: LossReason): void {
    const count = (this.#found.get(field)?.count ?? 0) + 1;
    this.#found.set(field, { field, why, count });
  }

  get all(): readonly Loss[] {
    return [...this.#found.values()];
  }
}

export interface Draft {
  [name: string]: JsonValue | undefined;
}

export function toDraft(value: JsonObject): Draft {
  return { ...structuredClone<JsonObject>(value) };
}

/** Removes and returns the value at a path such as `generationConfig.seed`, with parents that become empty. */
export function takePath(draft: Draft, path: string): JsonValue | undefined {
  const [name = '', ...rest] = path.split('.');
  if (!Object.hasOwn(draft, name)) return undefined;
  const found = draft[name];
  if (rest.length === 0) {
    Reflect.deleteProperty(draft, name);
    return found;
  }
  if (!isObject(found)) return undefined;
  const value = takePath(found, rest.join('.'));
  if (value !== undefined && Object.keys(found).length === 0) Reflect.deleteProperty(draft, name);
  return value;
}

export function setPath(draft: Draft, path: string, value: JsonValue | undefined): void {
  if (value === undefined) return;
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    draft[name] = value;
    return;
  }
  const below = draft[name];
  const next: Draft = isObject(below) ? below : {};
  draft[name] = next;
  setPath(next, rest.join('.'), value);
}

/**
 * Returns paths left in a draft: per field for known messages, else the complete value. Empty objects are ignored.
 */
export function remainingPaths(
  draft: Draft,
  known: ReadonlySet<string>,
  at = '',
): readonly string[] {
  return Object.entries(draft).flatMap(([name, value]) => {
    const path = at === '' ? name : `${at}.${name}`;
    if (value === undefined) return [];
    if (isObject(value) && known.has(path)) return remainingPaths(value, known, path);
    return [path];
  });
}

const LEVEL = 'MEDIA_RESOLUTION_';
const PICTURES: readonly string[] = ['image', 'video'];

/** Returns the block type of a MIME type. A URL without a type is a video. */
function blockType(mimeType: string): string {
  if (mimeType === '') return 'video';
  const [kind = ''] = mimeType.split('/');
  return ['image', 'audio', 'video'].includes(kind) ? kind : 'document';
}

/**
 * Converts a part's bytes or file to a content block and removes the used fields. Undefined if the part has neither.
 */
export function toContentBlock(part: Draft, at: string, losses: Losses): JsonObject | undefined {
  const { inlineData, fileData } = part;
  const source = isObject(inlineData) ? inlineData : isObject(fileData) ? fileData : undefined;
  if (!source) return undefined;
  delete part.inlineData;
  delete part.fileData;
  const { mimeType: told = '', data, fileUri, displayName } = source;
  const [mime = '', ...parameters] = typeof told === 'string' ? told.split(';') : [];
  const type = blockType(mime);
  const name = type === 'video' ? displayName : undefined;
  if (displayName !== undefined && name === undefined) {
    losses.add(`${at}.fileData.displayName`, 'noField');
  }
  return {
    type,
    ...(data === undefined ? { uri: fileUri ?? '' } : { data }),
    ...(mime !== '' && { mime_type: type === 'audio' ? mime.toLowerCase() : mime }),
    ...(name !== undefined && { name }),
    ...(type === 'audio' && toAudioBlock(parameters)),
    ...toVisualBlock(part, type, at, losses),
  };
}

function toAudioBlock(parameters: readonly string[]): JsonObject {
  const found = new Map(parameters.map((one) => one.trim().split('=') as [string, string]));
  const [rate, channels] = [Number(found.get('rate')), Number(found.get('channels'))];
  return { ...(rate > 0 && { sample_rate: rate }), ...(channels > 0 && { channels }) };
}

function toVisualBlock(part: Draft, type: string, at: string, losses: Losses): JsonObject {
  const { mediaResolution, videoMetadata, mediaProcessing } = part;
  const isVideo = type === 'video';
  const view: Draft = {};
  if (isObject(mediaResolution) && PICTURES.includes(type)) {
    const { level, numTokens } = mediaResolution;
    delete part.mediaResolution;
    if (typeof level === 'string') view.resolution = level.replace(LEVEL, '').toLowerCase();
    if (numTokens !== undefined) losses.add(`${at}.mediaResolution.numTokens`, 'noField');
  }
  if (isVideo && isObject(videoMetadata)) {
    const { fps, startOffset, endOffset } = videoMetadata;
    delete part.videoMetadata;
    view.processing = {
      type: 'static',
      ...(fps !== undefined && { fps }),
      ...(startOffset !== undefined && { start_offset: startOffset }),
      ...(endOffset !== undefined && { end_offset: endOffset }),
    };
    if (mediaProcessing === 'STATIC') delete part.mediaProcessing;
  } else if (isVideo && typeof mediaProcessing === 'string') {
    delete part.mediaProcessing;
    view.processing = mediaProcessing.toLowerCase();
  }
  return view;
}

export function toMediaPart(block: JsonObject, at: string, losses: Losses): JsonObject {
  const {
    type: _type,
    data,
    uri,
    mime_type: mime,
    name,
    resolution,
    processing,
    ...others
  } = toDraft(block);
  const { sample_rate: rate, channels, ...rest } = others;
  for (const field of Object.keys(rest)) losses.add(`${at}.${field}`, 'noField');
  const parameters = [
    ...(typeof rate === 'number' ? [`;rate=${rate}`] : []),
    ...(typeof channels === 'number' ? [`;channels=${channels}`] : []),
  ];
  const told = `${textAt(block, 'mime_type')}${parameters.join('')}`;
  const mimeType = mime === undefined && told === '' ? {} : { mimeType: told };
  const displayName = name === undefined || data !== undefined ? {} : { displayName: name };
  if (name !== undefined && data !== undefined) losses.add(`${at}.name`, 'noField');
  const media =
    data === undefined
      ? { fileData: { fileUri: uri ?? '', ...mimeType, ...displayName } }
      : { inlineData: { ...mimeType, data } };
  const level =
    typeof resolution === 'string' && PICTURES.includes(textAt(block, 'type'))
      ? { mediaResolution: { level: `${LEVEL}${resolution.toUpperCase()}` } }
      : {};
  return { ...media, ...level, ...(processing !== undefined && processedAs(processing)) };
}

function processedAs(processing: JsonValue): JsonObject {
  if (typeof processing === 'string') return { mediaProcessing: processing.toUpperCase() };
  if (!isObject(processing)) return {};
  const { fps, start_offset: startOffset, end_offset: endOffset } = processing;
  return {
    videoMetadata: {
      ...(fps !== undefined && { fps }),
      ...(startOffset !== undefined && { startOffset }),
      ...(endOffset !== undefined && { endOffset }),
    },
  };
}
