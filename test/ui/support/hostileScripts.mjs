import { Buffer } from 'node:buffer';

/** @typedef {import('./scriptedService.mjs').Script} Script */

/** A picture of 10 × 10 pixels, in base64. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC';
const LINE = 2 * 1024 * 1024;
export const FENCES = 1000;
export const ITEMS = 10_000;

/**
 * Everything that loads, runs or opens something where HTML, Markdown or an address is believed.
 * @param {string} origin Of the canary.
 */
function attack(origin) {
  return [
    `<img src="${origin}/img" onerror="alert(1)">`,
    `<script src="${origin}/script">alert(2)</script>`,
    `<svg onload="alert(3)"><image href="${origin}/svg" /></svg>`,
    `<style>@import "${origin}/style"; body { background: url(${origin}/background) }</style>`,
    `<link rel="stylesheet" href="${origin}/link">`,
    `<base href="${origin}/base/">`,
    `<iframe src="${origin}/iframe" srcdoc="<script>alert(4)</script>"></iframe>`,
    `<form action="${origin}/form"><input autofocus onfocus="alert(5)"><button>Go</button></form>`,
    `<meta http-equiv="refresh" content="0; url=${origin}/meta">`,
    `![an image](${origin}/markdown-image)`,
    `![by reference][pixel]`,
    `[run a command](command:workbench.action.closeAllEditors)`,
    `[run a script](javascript:alert(6))`,
    `[open a page](data:text/html,<script>alert(7)</script>)`,
    `[open a file](file:///etc/passwd)`,
    `[go nowhere](//127.0.0.1/relative)`,
    `<command:workbench.action.closeAllEditors>`,
    '[a page](https://canary.invalid/page)',
    `[pixel]: ${origin}/reference`,
  ].join('\n\n');
}

/**
 * Answers that attack the page, one way each, by the message that asks for them.
 * @param {string} origin Of the canary.
 * @returns {Map<string, Script>}
 */
export function hostileScripts(origin) {
  const evil = attack(origin);
  const quoted = `"><img src="${origin}/quoted" onerror="alert(8)">`;
  const source = '`'.repeat(4) + `html ${quoted}\n${evil}\n` + '`'.repeat(4);
  const step = 32 * 1024;
  const line = 'word '.repeat(step / 5 + 1).slice(0, step);
  const fences = Array.from(
    { length: FENCES },
    (_, at) => '```js\n' + `let a = ${at};\n` + '```\n\n',
  );
  const items = Array.from(
    { length: ITEMS },
    (_, at) => `- item ${at} with **words** to lay out\n`,
  );
  return new Map([
    ['text', { parts: [{ text: evil }, { text: `\n\n${source}` }], finishMessage: quoted }],
    ['thoughts', { parts: [{ text: evil, thought: true }, { text: 'Done.' }] }],
    [
      'parts',
      {
        parts: [
          { functionCall: { name: quoted, args: { [quoted]: evil } } },
          { executableCode: { language: quoted, code: evil } },
          { codeExecutionResult: { outcome: quoted, output: evil } },
          { fileData: { mimeType: quoted, fileUri: `${origin}/file` } },
          { inlineData: { mimeType: 'image/svg+xml', data: Buffer.from(evil).toString('base64') } },
          { inlineData: { mimeType: `image/png${quoted}`, data: `${origin}/inline` } },
          { inlineData: { mimeType: 'image/png', data: quoted } },
          { [quoted]: evil },
        ],
      },
    ],
    ['error', { error: evil }],
    ['picture', { parts: [{ inlineData: { mimeType: 'image/png', data: PNG } }] }],
    [
      'hidden',
      {
        parts: [
          { text: 'Backwards \u202egpj.exe, coloured \u001b[31mred\u001b[0m.\n\n' },
          { text: '```js\nif (user === "admin\u200b" \u2066) {}\n```\n' },
        ],
      },
    ],
    ['list', { parts: pieces(items, 1000) }],
    ['line', { parts: Array.from({ length: LINE / step }, () => ({ text: line })) }],
    ['fences', { parts: pieces(fences, 100) }],
  ]);
}

/**
 * A long text in pieces of so many lines or blocks.
 * @param {readonly string[]} texts
 * @param {number} count
 */
function pieces(texts, count) {
  return Array.from({ length: texts.length / count }, (_, at) => ({
    text: texts.slice(at * count, (at + 1) * count).join(''),
  }));
}
