interface MediaFile {
  readonly mimeType: string;
  readonly data: string;
}

/** Headerless PCM audio with its playback parameters. */
interface RawAudio {
  readonly rate: number;
  readonly channels: number;
}

const BYTES = 2;
const RATE = 24_000;

/**
 * Parses a MIME type such as `audio/L16;codec=pcm;rate=24000`. The API sends little-endian samples,
 * contrary to RFC 2586.
 */
export function rawAudio(mimeType: string): RawAudio | undefined {
  if (mimeType.length > 200) return undefined;
  const [type = '', ...parameters] = mimeType.toLowerCase().split(';');
  if (!/^audio\/(x-)?(l16|pcm)$/.test(type.trim())) return undefined;
  const known = new Map(parameters.map((one) => one.split('=', 2)).map(([a, b]) => [a?.trim(), b]));
  const whole = (name: string, most: number, otherwise: number): number => {
    const value = Number(known.get(name));
    return Number.isInteger(value) && value >= 1 && value <= most ? value : otherwise;
  };
  return { rate: whole('rate', 384_000, RATE), channels: whole('channels', 8, 1) };
}

/** Converts content to a media file. Raw PCM gets a WAV header. */
export function mediaFile(mimeType: string, data: string): MediaFile {
  const raw = rawAudio(mimeType);
  if (!raw) return { mimeType: (mimeType.split(';', 1)[0] ?? '').trim().toLowerCase(), data };
  return { mimeType: 'audio/wav', data: base64(wavHeader(raw, byteLength(data))) + data };
}

function byteLength(data: string): number {
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor(data.length / 4) * 3 - padding);
}

/**
 * Has a length divisible by 3, so that base64 data can be appended. A dummy chunk pads the header.
 */
function wavHeader({ rate, channels }: RawAudio, length: number): readonly number[] {
  const ascii = (text: string): number[] => Array.from(text, (one) => one.charCodeAt(0));
  const number = (value: number, bytes: number): number[] =>
    Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** index) % 256);
  const format = [
    ...number(1, 2),
    ...number(channels, 2),
    ...number(rate, 4),
    ...number(rate * channels * BYTES, 4),
    ...number(channels * BYTES, 2),
    ...number(8 * BYTES, 2),
  ];
  const chunk = (name: string, content: readonly number[]): number[] => [
    ...ascii(name),
    ...number(content.length, 4),
    ...content,
  ];
  const chunks = [
    ...ascii('WAVE'),
    ...chunk('fmt ', format),
    ...chunk('JUNK', [0, 0]),
    ...ascii('data'),
    ...number(length, 4),
  ];
  return [...ascii('RIFF'), ...number(chunks.length + length, 4), ...chunks];
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Encodes bytes; the length must be divisible by 3. */
function base64(bytes: readonly number[]): string {
  let result = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.slice(at, at + 3);
    const bits = a * 65_536 + b * 256 + c;
    for (const shift of [18, 12, 6, 0]) result += DIGITS.charAt((bits >> shift) & 63);
  }
  return result;
}
