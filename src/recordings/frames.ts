import { AppError } from '../base/errors';
import { isObject, type JsonValue, textAt, tryParse } from '../base/json';
import { type RecordedFrame, withSaid } from './exchange';
import { sorted } from './json';
import { type Part, withBase64, withoutData } from './parts';
import type { Places } from './places';

/** The frames of a session as lines of JSON, and the long data in them by the names of their files. */
export interface WrittenFrames {
  readonly text: string;
  readonly parts: Map<string, Buffer>;
}

/** Frames as they are written, of such in which only what the client says is so. @param service its address in the others. */
export function withWrittenTexts(
  frames: readonly RecordedFrame[],
  places: Places,
  service: string,
): readonly RecordedFrame[] {
  return places.written(
    (change) => frames.map((one) => (one.from === 'server' ? withSaid(one, change) : one)),
    service,
  );
}

/** Writes frames, a line each. */
export function writeFrames(frames: readonly RecordedFrame[]): WrittenFrames {
  const parts = new Map<string, Buffer>();
  const lines = frames.map(({ from, ms, data }) => {
    const said: { readonly [name: string]: JsonValue } =
      'json' in data ? { json: withoutData(data.json, parts) } : { text: data.text };
    return `${JSON.stringify(sorted({ from, ms, ...said }))}\n`;
  });
  return { text: lines.join(''), parts };
}

/**
 * Reads what `writeFrames` has written. Throws `AppError` with the number of a line that is none.
 * @param part gives the bytes of a file by its name.
 */
export function readFrames(text: string, part: Part): RecordedFrame[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line, index) => {
    const frame = tryParse(line);
    const from = isObject(frame) ? textAt(frame, 'from') : '';
    if (!isObject(frame) || (from !== 'client' && from !== 'server')) {
      throw new AppError('badRecording', `Line ${index + 1} is no frame.`);
    }
    const { json, ms } = frame;
    const data =
      json === undefined ? { text: textAt(frame, 'text') } : { json: withBase64(json, part) };
    return { from, ms: Number(ms ?? 0), data };
  });
}
