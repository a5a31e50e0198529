import { AppError } from '../base/errors';
import { isObject, type JsonValue, textAt, tryParse } from '../base/json';
import { type RecordedFrame, mapDataTexts } from './exchange';
import { sorted } from './json';
import { type Part, inlineBase64, extractData } from './parts';
import type { PathPlaceholders } from './pathPlaceholders';

export interface WrittenFrames {
  readonly text: string;
  readonly parts: Map<string, Buffer>;
}

/**
 * Transforms messages for the file. Client messages are already transformed.
 * @param service emulator URL in server messages
 */
export function withWrittenTexts(
  frames: readonly RecordedFrame[],
  places: PathPlaceholders,
  service: string,
): readonly RecordedFrame[] {
  return places.written(
    (change) => frames.map((one) => (one.from === 'server' ? mapDataTexts(one, change) : one)),
    service,
  );
}

export function writeFrames(frames: readonly RecordedFrame[]): WrittenFrames {
  const parts = new Map<string, Buffer>();
  const lines = frames.map(({ from, ms, data }) => {
    const said: { readonly [name: string]: JsonValue } =
      'json' in data ? { json: extractData(data.json, parts) } : { text: data.text };
    return `${JSON.stringify(sorted({ from, ms, ...said }))}\n`;
  });
  return { text: lines.join(''), parts };
}

/**
 * Parses the output of `writeFrames`. Throws `AppError` with the line number if invalid.
 * @param part returns a file's bytes
 */
export function readFrames(text: string, part: Part): RecordedFrame[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line, index) => {
    const frame = tryParse(line);
    const from = isObject(frame) ? textAt(frame, 'from') : '';
    if (!isObject(frame) || (from !== 'client' && from !== 'server')) {
      throw new AppError('badRecording', `Line ${index + 1} isn’t a frame.`);
    }
    const { json, ms } = frame;
    const data =
      json === undefined ? { text: textAt(frame, 'text') } : { json: inlineBase64(json, part) };
    return { from, ms: Number(ms ?? 0), data };
  });
}
