import { crc32, deflateSync } from 'node:zlib';

type Colour = readonly [number, number, number];

const BACKGROUND: Colour = [248, 248, 248];
const BAR: Colour = [31, 119, 180];
const AXIS: Colour = [64, 64, 64];
const MARGIN = 16;

export function abstractPicture(seed: number, width: number, height: number): Picture {
  const next = randomNumbers(seed);
  const [from, to] = [colour(next), colour(next)];
  const discs = Array.from({ length: 5 }, () => ({
    x: next() * width,
    y: next() * height,
    radius: (0.08 + next() * 0.22) * Math.min(width, height),
    fill: colour(next),
  }));
  return paint(width, height, (x, y) => {
    const disc = discs.findLast((one) => (one.x - x) ** 2 + (one.y - y) ** 2 < one.radius ** 2);
    if (disc) return disc.fill;
    const share = (x + y) / (width + height);
    return [mix(from[0], to[0], share), mix(from[1], to[1], share), mix(from[2], to[2], share)];
  });
}

export function barChart(values: readonly number[], width: number, height: number): Picture {
  const most = Math.max(1, ...values);
  const slot = (width - 2 * MARGIN) / Math.max(1, values.length);
  const tallest = height - 2 * MARGIN;
  return paint(width, height, (x, y) => {
    const up = height - MARGIN - y;
    if (Math.abs(up) < 1 || Math.abs(x - MARGIN) < 1) return AXIS;
    const at = (x - MARGIN) / slot;
    const value = values[Math.floor(at)] ?? 0;
    const isInside = at % 1 > 0.1 && at % 1 < 0.9;
    return isInside && up > 0 && up <= (value / most) * tallest ? BAR : BACKGROUND;
  });
}

function paint(width: number, height: number, at: (x: number, y: number) => Colour): Picture {
  const pixels = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) pixels.set(at(x, y), (y * width + x) * 3);
  }
  return { width, height, pixels };
}

function colour(next: () => number): Colour {
  return [64 + next() * 191, 64 + next() * 191, 64 + next() * 191];
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BITS_PER_COLOUR = 8;
const TRUECOLOUR = 2;

/** RGB pixels by row, 3 bytes each. */
interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Encodes an image as PNG. @param level of compression; 0 stores raw pixels. */
export function encodePng({ width, height, pixels }: Picture, level = 6): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([BITS_PER_COLOUR, TRUECOLOUR, 0, 0, 0], 8);
  const row = width * 3;
  const filtered = Buffer.alloc(height * (row + 1));
  for (let y = 0; y < height; y += 1) {
    filtered.set(pixels.subarray(y * row, (y + 1) * row), y * (row + 1) + 1);
  }
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(filtered, { level })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}

/** Samples per second. Speech of the live API is 16-bit little-endian mono PCM. */
export const SAMPLE_RATE = 24_000;
export const SPEECH_TYPE = `audio/L16;codec=pcm;rate=${SAMPLE_RATE}`;

const LOUDNESS = 8000;
const SYLLABLES_PER_SECOND = 5;
const SCALE = [1, 9 / 8, 5 / 4, 3 / 2, 5 / 3] as const;

export function hum(seed: number, seconds: number): Buffer {
  const count = Math.round(seconds * SAMPLE_RATE);
  const bytes = Buffer.alloc(count * 2);
  const tone = Math.round(SAMPLE_RATE / SYLLABLES_PER_SECOND);
  const pitch = 140 + (seed % 120);
  let phase = 0;
  for (let at = 0; at < count; at += 1) {
    const number = Math.floor(at / tone);
    const factor = SCALE[((seed >>> (number % 24)) + number) % SCALE.length] ?? 1;
    phase += (2 * Math.PI * pitch * factor) / SAMPLE_RATE;
    const swell = Math.sin((Math.PI * (at % tone)) / tone);
    bytes.writeInt16LE(Math.round(LOUDNESS * swell * Math.sin(phase)), at * 2);
  }
  return bytes;
}

const WAV_HEADER_BYTES = 44;
const SAMPLE_BYTES = 2;

export function wavOf(samples: Buffer): Buffer {
  const header = Buffer.alloc(WAV_HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(WAV_HEADER_BYTES - 8 + samples.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(SAMPLE_RATE, 24);
  header.writeUInt32LE(SAMPLE_RATE * SAMPLE_BYTES, 28);
  header.writeUInt16LE(SAMPLE_BYTES, 32);
  header.writeUInt16LE(8 * SAMPLE_BYTES, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}

/** Returns samples and sample rate of a 16-bit mono WAV file. Undefined for other files. */
export function samplesIn(
  wav: Buffer,
): { readonly rate: number; readonly samples: Buffer } | undefined {
  if (wav.toString('latin1', 0, 4) !== 'RIFF' || wav.toString('latin1', 8, 12) !== 'WAVE') {
    return undefined;
  }
  let rate = 0;
  for (let at = 12; at + 8 <= wav.length;) {
    const size = wav.readUInt32LE(at + 4);
    const chunk = wav.subarray(at + 8, at + 8 + size);
    const name = wav.toString('latin1', at, at + 4);
    if (name === 'data') return rate === 0 ? undefined : { rate, samples: chunk };
    if (name === 'fmt ' && chunk.length >= 16) {
      const isPlain = chunk.readUInt16LE(0) === 1 && chunk.readUInt16LE(2) === 1;
      if (isPlain && chunk.readUInt16LE(14) === 16) rate = chunk.readUInt32LE(4);
    }
    at += 8 + size + (size % 2);
  }
  return undefined;
}
