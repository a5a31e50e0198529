import {
  type CodeHeader,
  type CodeTarget,
  credentialHeaders,
  shareableBody,
} from '../../service/curl';
import type { Redactor } from '../../api/redact';
import { isStream, type PlainRequest, requestRow, targetOf } from '../../api/request';
import type { JsonObject } from '../../api/schema/row';
import { items, visibleJson } from '../../base/json';
import { BATCH_SIZE, type ModeCall } from '../model/modeRow';
import { callOf } from '../request/resolveTarget';
import { extensionOf } from './sdkValue';

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
export function bodyText({ request }: CodeInput, indent: number): string {
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

export function heading(mark: string, input: CodeInput, runsWith: string): string {
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

export function streamReading(request: PlainRequest): StreamReading {
  return hasEvents(request) ? EVENTS : PARTS;
}
