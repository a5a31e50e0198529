import { BATCH_SIZE } from '../../modes';
import { bodyText, type CodeInput } from './codeInput';
import { heading } from './heading';

const TYPES = `
interface Part {
  readonly text?: string;
}
interface Answer {
  readonly candidates?: readonly { readonly content?: { readonly parts?: readonly Part[] } }[];
}
`;

/** A request as a module for Node; with types where they are wanted. */
export function scriptCode(input: CodeInput, isTyped: boolean): string {
  const { request, url, headers, isStream, files, batch } = input;
  const { method } = request;
  const variable = headers.find((header) => header.variable)?.variable;
  const sent = batch
    ? `{ ...body, ${batch}: body.${batch}.slice(start, start + ${BATCH_SIZE}) }`
    : 'body';
  const answer = isTyped
    ? '((await response.json()) as { embeddings: unknown[] })'
    : '(await response.json())';
  const sending = [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    `  method: "${method}",`,
    '  headers: {',
    '    "content-type": "application/json",',
    ...headers.map(
      ({ name, value, variable: named }) =>
        `    ${JSON.stringify(name)}: ${named ? `\`${value}\${secret}\`` : JSON.stringify(value)},`,
    ),
    '  },',
    `  body: JSON.stringify(${sent}),`,
    '});',
    'if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);',
  ];
  const lines = [
    ...(files.length > 0 ? ['import { readFile } from "node:fs/promises";'] : []),
    ...(isTyped && isStream ? [TYPES] : ['']),
    ...(variable
      ? [
          `const secret = process.env.${variable};`,
          `if (!secret) throw new Error("The variable ${variable} is not set.");`,
          '',
        ]
      : []),
    ...files.map(({ token, name }) => `const ${token} = await readFile("${name}", "base64");`),
    `const body = ${literal(input)};`,
    '',
    ...(batch
      ? [
          `const embeddings${isTyped ? ': unknown[]' : ''} = [];`,
          `for (let start = 0; start < body.${batch}.length; start += ${BATCH_SIZE}) {`,
          ...[...sending, `embeddings.push(...${answer}.embeddings);`].map((line) => `  ${line}`),
          '}',
          'console.log(JSON.stringify({ embeddings }));',
        ]
      : [...sending, isStream ? reading(isTyped) : 'console.log(await response.text());']),
  ];
  const name = isTyped ? 'Node 22.18 or later, as a module (.mts)' : 'Node 22, as a module (.mjs)';
  return `${heading('//', input, name)}${lines.join('\n')}\n`;
}

/** The body as a literal; keys without quotation marks where the language lets them be. */
function literal(input: CodeInput): string {
  // In texts of JSON no line ends: a line begins with a key, or with what no key looks like.
  let text = bodyText(input, 2).replace(/^( +)"([A-Za-z]\w*)":/gm, '$1$2:');
  text = text.replace(/^( +)"__proto__":/gm, '$1["__proto__"]:');
  for (const { token } of input.files) text = text.replace(`"${token}"`, token);
  return text;
}

function reading(isTyped: boolean): string {
  return `if (!response.body) throw new Error("The answer is empty.");
const decoder = new TextDecoder();
let rest = "";
for await (const chunk of response.body) {
  rest += decoder.decode(chunk, { stream: true });
  const lines = rest.split(/\\r?\\n/);
  rest = lines.pop() ?? "";
  for (const line of lines) {
    if (!line.startsWith("data:")) continue;
    const answer${isTyped ? ': Answer' : ''} = JSON.parse(line.slice(5));
    for (const part of answer.candidates?.[0]?.content?.parts ?? []) {
      process.stdout.write(part.text ?? JSON.stringify(part));
    }
  }
}
process.stdout.write("\\n");`;
}
