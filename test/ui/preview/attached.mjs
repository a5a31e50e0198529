import { dot } from './texts.mjs';

const [pdf, mp4] = ['application/pdf', 'video/mp4'];
/**
 * Attachments in every state.
 * @type {readonly { readonly [field: string]: unknown }[]}
 */
export const attachments = [
  {
    name: 'Screenshot 2026-11-22 at 04.58.png',
    mimeType: 'image/png',
    size: 84_213,
    hasData: true,
  },
  {
    name: 'Annual report of the research department, final version.pdf',
    mimeType: pdf,
    size: 3_812_004,
  },
  { name: 'interview.mp3', mimeType: 'audio/mpeg', size: 41_238_118, state: 'sending', part: 0.34 },
  { name: 'lecture.mp4', mimeType: mp4, size: 1_913_238_118, state: 'processing' },
  {
    name: 'abc\u202e4pm.exe',
    mimeType: mp4,
    size: 12,
    state: 'failed',
    message: 'The service could not read the film. Try it again or remove it.',
  },
  { name: 'data.json', mimeType: 'application/json', size: 2048, state: 'expired' },
  { name: 'notes.md', mimeType: 'text/markdown', state: 'reading' },
].map((fields, index) => ({
  id: `x${index}`,
  kind: 'file',
  state: 'ready',
  hasData: false,
  ...fields,
}));
export const many = Array.from({ length: 30 }, (_, index) => ({
  ...attachments[1],
  id: `m${index}`,
  name: `chapter-${index + 1}.pdf`,
}));

/** A second of a low tone. */
function tone() {
  const samples = Array.from({ length: 8000 }, (_, at) => 128 + Math.round(40 * Math.sin(at / 8)));
  const head = [0x46464952, 36 + 8000, 0x45564157, 0x20746d66, 16, 0x10001, 8000, 8000, 0x80001];
  const bytes = new Uint8Array(44 + 8000);
  const view = new DataView(bytes.buffer);
  [...head, 0x61746164, 8000].forEach((word, at) => view.setUint32(at * 4, word, true));
  bytes.set(samples, 44);
  return btoa(String.fromCharCode(...bytes));
}

/** A message with everything that goes along with one. */
export const withFiles = {
  id: 'u1',
  /** @type {'user'} */
  role: 'user',
  content: {
    role: 'user',
    parts: [
      { inlineData: { mimeType: 'image/png', data: dot } },
      { inlineData: { mimeType: 'audio/wav', data: tone() } },
      { inlineData: { mimeType: pdf, data: dot } },
      { fileData: { mimeType: mp4, fileUri: 'https://host.invalid/v1beta/files/abc-1' } },
      { fileData: { mimeType: mp4, fileUri: 'https://host.invalid/v1beta/files/abc-2' } },
      { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
      { text: 'What do these have in common?' },
    ],
  },
  attached: [
    { part: 0, name: 'dots.png' },
    { part: 1, name: 'tone.wav' },
    { part: 2, name: 'report.pdf' },
    { part: 3, name: 'lecture.mp4', expiresAt: Date.UTC(2099, 0, 2, 14, 5) },
    { part: 4, name: 'lecture-2.mp4', expiresAt: 1 },
    { part: 5, name: 'broken.png' },
  ],
};
