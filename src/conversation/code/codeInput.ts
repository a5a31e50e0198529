import type { Redactor } from '../../api/redact';
import { isStream, type PlainRequest, requestRow, targetOf } from '../../api/request';
import type { JsonObject } from '../../api/schema/row';
import { items, visibleJson } from '../../base/json';
import {
  type CodeHeader,
  type CodeTarget,
  credentialHeaders,
  curlCommand,
  shareableBody,
} from '../../service/curl';
import { BATCH_SIZE, batchesOf, type ModeCall } from '../model/modeRow';
import { callOf } from '../model/modes';
import { extensionOf, wholeEscapes } from './sdkValue';

/** Longer base64 data is read from a file instead of being part of the code. */
const MAX_INLINE_LENGTH = 1024;

interface CodeFile {
  /** Unique placeholder in the body; valid as a name in all languages. */
  readonly token: string;
  readonly name: string;
  readonly mimeType: string;
}

/** A request as input for code generation; contains no secrets. */
export interface CodeInput {
  readonly request: PlainRequest;
  readonly target: CodeTarget;
  readonly clean: Redactor;
  readonly url: string;
  readonly headers: readonly CodeHeader[];
  readonly isStream: boolean;
  /** List field in the body that must be sent in batches because of the API's limit. */
  readonly batch?: ModeCall['batch'];
  readonly files: readonly CodeFile[];
  /** Placeholders for the user to replace, such as `YOUR_AUTHORIZATION`. */
  readonly placeholders: readonly string[];
}

export function codeInput(request: PlainRequest, target: CodeTarget, clean: Redactor): CodeInput {
  const { body: whole, files } = extractLongData(request.body);
  const { body, placeholders } = shareableBody(
    { ...request, ...(whole && { body: whole }) },
    clean,
  );
  const { operation } = request;
  const batch = operation === 'discovery' ? undefined : callOf(operation)?.batch;
  return {
    request: { ...request, ...(body && { body }) },
    target,
    clean,
    url: clean(`${target.endpoint}${targetOf(request)}`),
    headers: credentialHeaders(request, target),
    isStream: isStream(request),
    files,
    placeholders,
    ...(batch && items(body?.[batch]).length > BATCH_SIZE && { batch }),
  };
}

/**
 * Returns the body as JSON with an indentation of `indent` spaces. Invisible characters are
 * escaped.
 */
function bodyText({ request }: CodeInput, indent: number): string {
  return visibleJson(JSON.stringify(request.body ?? {}, null, indent));
}

function extractLongData(body: JsonObject | undefined): {
  readonly body: JsonObject | undefined;
  readonly files: readonly CodeFile[];
} {
  const files: CodeFile[] = [];
  const isLong = (value: unknown): value is string =>
    typeof value === 'string' && value.length > MAX_INLINE_LENGTH;
  const texts = JSON.stringify(body, (_key, value: unknown) => (isLong(value) ? '' : value));
  const without = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(without);
    if (typeof value !== 'object' || value === null) return value;
    const { data, ...others } = value as { readonly [name: string]: unknown };
    const mimeType = others.mimeType ?? others.mime_type;
    if (!isLong(data) || typeof mimeType !== 'string') {
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, without(item)]));
    }
    const number = files.length + 1;
    let token = `attachment${number}`;
    while (texts.includes(`"${token}"`)) token += '_';
    const name = `attachment-${number}.${extensionOf(mimeType)}`;
    files.push({ token, name, mimeType: mimeType.replace(/[^\w.+/-]/g, '') });
    return { ...value, data: token };
  };
  return { body: without(body) as JsonObject | undefined, files };
}

function heading(mark: string, input: CodeInput, runsWith: string): string {
  const { request, files } = input;
  return comments(mark, [
    `Runs with ${runsWith}.`,
    ...needs(input),
    ...(hasEvents(request) ? EVENT_NOTES : []),
    ...files.map(({ name, mimeType }) => `Requires the attachment (${mimeType}) as ${name}.`),
  ]);
}

/** What the user sets or replaces. */
export function needs({ headers, placeholders }: CodeInput): readonly string[] {
  const variable = headers.find((header) => header.variable)?.variable;
  const texts = {
    GEMINI_API_KEY: 'Reads the API key from the environment variable GEMINI_API_KEY.',
    ACCESS_TOKEN: 'Reads the access token from the environment variable ACCESS_TOKEN.',
  };
  return [
    ...(variable ? [texts[variable]] : []),
    ...(placeholders.length > 0 ? [`Replace ${placeholders.join(', ')}.`] : []),
  ];
}

export function comments(mark: string, lines: readonly string[]): string {
  return lines.map((line) => `${mark} ${line}\n`).join('');
}

interface StreamReading {
  readonly python: string;
  readonly script: string;
}

const PARTS: StreamReading = {
  python: `        for line in response:
            if not line.startswith(b"data:"):
                continue
            for candidate in json.loads(line[5:]).get("candidates", [])[:1]:
                for part in candidate.get("content", {}).get("parts", []):
                    text = part["text"] if "text" in part else json.dumps(part)
                    print(text, end="", flush=True)
    print()`,
  script: `    const answer = JSON.parse(line.slice(5));
    for (const part of answer.candidates?.[0]?.content?.parts ?? []) {
      process.stdout.write(part.text ?? JSON.stringify(part));
    }`,
};

/** Prints steps, text deltas, and other events as JSON. The last line of the stream isn't JSON. */
const EVENTS: StreamReading = {
  python: `        for line in response:
            if not line.startswith(b"data: {"):
                continue
            event = json.loads(line[5:])
            if "error" in event:
                raise SystemExit(json.dumps(event["error"]))
            if "step" in event:
                print("\\n[" + event["step"]["type"] + "]")
            if "delta" in event:
                delta = event["delta"]
                text = delta["text"] if "text" in delta else json.dumps(delta) + "\\n"
                print(text, end="", flush=True)
            if event["event_type"] == "interaction.completed":
                print("\\n" + event["interaction"]["status"])`,
  script: `    if (!line.startsWith("data: {")) continue;
    const event = JSON.parse(line.slice(5));
    if (event.error) throw new Error(JSON.stringify(event.error));
    if (event.step) process.stdout.write(\`\\n[\${event.step.type}]\\n\`);
    if (event.delta) process.stdout.write(event.delta.text ?? \`\${JSON.stringify(event.delta)}\\n\`);
    if (event.event_type === "interaction.completed") {
      process.stdout.write(\`\\n\${event.interaction.status}\`);
    }`,
};

const EVENT_NOTES: readonly string[] = [
  'Each event is a line "data: {...}" with an event_type. step.start starts a step, step.delta adds to it,',
  'and step.stop ends it. interaction.completed has the status and token counts. error has error details.',
  'If the connection breaks, GET .../interactions/ID?stream=true&last_event_id=EVENT_ID sends the events after',
  'that event, unless the interaction was not stored ("store": false).',
];

function hasEvents(request: PlainRequest): boolean {
  return isStream(request) && typeof requestRow(request).stream === 'object';
}

function streamReading(request: PlainRequest): StreamReading {
  return hasEvents(request) ? EVENTS : PARTS;
}

/** Answers of decisions below this confidence are marked, for a person to decide. */
export const THRESHOLD = 0.7;

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
