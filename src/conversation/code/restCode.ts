import { curlCommand } from '../../service/curl';
import { BATCH_SIZE } from '../model/modeRow';
import { batchesOf } from '../request/conversationRequest';
import { bodyText, type CodeInput, heading, streamReading } from './codeInput';
import { THRESHOLD } from './sdkCall';
import { wholeEscapes } from './template';

const PYTHON_WORDS: { readonly [word: string]: string } = {
  true: 'True',
  false: 'False',
  null: 'None',
};

/** Writes a Python program that needs only the standard library. */
export function urllibCode(input: CodeInput): string {
  const { request, url, headers, isStream, files, batch } = input;
  const { method } = request;
  const sending = [
    'request = urllib.request.Request(',
    `    ${JSON.stringify(url)},`,
    `    data=json.dumps(${batch ? 'batch' : 'body'}).encode(),`,
    '    headers={',
    '        "Content-Type": "application/json",',
    ...headers.map(({ name, value, variable }) => {
      const start = value === '' && variable ? [] : [JSON.stringify(value)];
      const sum = [...start, ...(variable ? [`os.environ["${variable}"]`] : [])].join(' + ');
      return `        ${JSON.stringify(name)}: ${sum},`;
    }),
    '    },',
    `    method="${method}",`,
    ')',
    'try:',
    '    with urllib.request.urlopen(request) as response:',
    ...(isStream
      ? [streamReading(request).python]
      : [batch ? PYTHON_COLLECTING : isDecision(input) ? PYTHON_DECISIONS : PYTHON_TEXT]),
    'except urllib.error.HTTPError as error:',
    '    raise SystemExit(f"{error.code}: {error.read().decode()}")',
  ];
  const lines = [
    '',
    ...(files.length > 0 ? ['import base64'] : []),
    'import json',
    'import os',
    'import urllib.error',
    'import urllib.request',
    '',
    ...files.flatMap(({ token, name }) => [
      `with open("${name}", "rb") as file:`,
      `    ${token} = base64.b64encode(file.read()).decode()`,
      '',
    ]),
    `body = ${pythonLiteral(input)}`,
    '',
    ...(batch
      ? [
          'embeddings = []',
          `for start in range(0, len(body["${batch}"]), ${BATCH_SIZE}):`,
          `    batch = {**body, "${batch}": body["${batch}"][start:start + ${BATCH_SIZE}]}`,
          ...sending.map((line) => `    ${line}`),
          'print(json.dumps({"embeddings": embeddings}))',
        ]
      : sending),
  ];
  return `${heading('#', input, 'Python 3.8 or later')}${lines.join('\n')}\n`;
}

function pythonLiteral(input: CodeInput): string {
  let text = wholeEscapes(bodyText(input, 4)).replace(
    /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g,
    (piece) => PYTHON_WORDS[piece] ?? piece,
  );
  for (const { token } of input.files) text = text.replace(`"${token}"`, token);
  return text;
}

const PYTHON_COLLECTING = '        embeddings += json.load(response)["embeddings"]';
const PYTHON_TEXT = '        print(response.read().decode())';

const PYTHON_DECISIONS = `        result = json.load(response)
        for name, answer in result.get("answers", {}).items():
            value = answer.get("choice", answer.get("score", answer.get("noul")))
            sure = answer["confidence"] >= ${THRESHOLD}
            print(f"{name}: {value}" + ("" if sure else " (below the threshold)"))
        if "prompt_feedback" in result:
            print(result["prompt_feedback"])`;

const SCRIPT_DECISIONS = `const result = await response.json();
for (const [name, answer] of Object.entries(result.answers ?? {})) {
  const sure = answer.confidence >= ${THRESHOLD};
  const value = answer.choice ?? answer.score ?? answer.noul;
  console.log(\`\${name}: \${value}\${sure ? "" : " (below the threshold)"}\`);
}
if (result.prompt_feedback) console.log(result.prompt_feedback);`;

function isDecision({ request }: CodeInput): boolean {
  return request.operation === 'decisions.create';
}

/** Writes a POSIX shell command; a long list becomes one command per batch. */
export function curlCode(input: CodeInput): string {
  const { request, batch } = input;
  const requests = batch
    ? batchesOf(request.body ?? {}, batch).map((body) => ({ ...request, body }))
    : [request];
  const commands = requests.map((one) => commandOf({ ...input, request: one }));
  return `${heading('#', input, 'curl')}${commands.join('\n')}`;
}

function commandOf(input: CodeInput): string {
  const { request, target, clean, files } = input;
  const how = { json: bodyText(input, 2), isPiped: files.length > 0 };
  let { text } = curlCommand(request, target, clean, how);
  for (const { token, name } of files) {
    // The body is in single quotes, so close and reopen them around the command.
    text = text.replace(`"${token}"`, () => `"'"$(base64 < ${name} | tr -d '\\n')"'"`);
  }
  return text;
}

/** Writes a JavaScript module for Node.js. */
export function fetchCode(input: CodeInput): string {
  const { request, url, headers, isStream, files, batch } = input;
  const { method } = request;
  const variable = headers.find((header) => header.variable)?.variable;
  const sent = batch
    ? `{ ...body, ${batch}: body.${batch}.slice(start, start + ${BATCH_SIZE}) }`
    : 'body';
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
    '',
    ...(variable
      ? [
          `const secret = process.env.${variable};`,
          `if (!secret) throw new Error("The environment variable ${variable} is not set.");`,
          '',
        ]
      : []),
    ...files.map(({ token, name }) => `const ${token} = await readFile("${name}", "base64");`),
    `const body = ${scriptLiteral(input)};`,
    '',
    ...(batch
      ? [
          'const embeddings = [];',
          `for (let start = 0; start < body.${batch}.length; start += ${BATCH_SIZE}) {`,
          ...[...sending, 'embeddings.push(...(await response.json()).embeddings);'].map(
            (line) => `  ${line}`,
          ),
          '}',
          'console.log(JSON.stringify({ embeddings }));',
        ]
      : [
          ...sending,
          isStream
            ? scriptReading(streamReading(request).script)
            : isDecision(input)
              ? SCRIPT_DECISIONS
              : 'console.log(await response.text());',
        ]),
  ];
  return `${heading('//', input, 'Node.js 22 as a module (.mjs)')}${lines.join('\n')}\n`;
}

/** Returns the body as a literal, with unquoted keys if the language allows them. */
function scriptLiteral(input: CodeInput): string {
  // Strings in JSON contain no line breaks, so a line that starts like a key is one.
  let text = bodyText(input, 2).replace(/^( +)"([A-Za-z]\w*)":/gm, '$1$2:');
  text = text.replace(/^( +)"__proto__":/gm, '$1["__proto__"]:');
  for (const { token } of input.files) text = text.replace(`"${token}"`, token);
  return text;
}

function scriptReading(reading: string): string {
  return `if (!response.body) throw new Error("The response is empty.");
const decoder = new TextDecoder();
let rest = "";
for await (const chunk of response.body) {
  rest += decoder.decode(chunk, { stream: true });
  const lines = rest.split(/\\r?\\n/);
  rest = lines.pop() ?? "";
  for (const line of lines) {
    if (!line.startsWith("data:")) continue;
${reading}
  }
}
process.stdout.write("\\n");`;
}
