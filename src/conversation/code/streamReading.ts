import { isStream, type PlainRequest, requestRow } from '../../api/request';

/** How code reads the answer to a request as it streams in. */
interface StreamReading {
  /** Indented as it stands in the program. */
  readonly python: string;
  readonly script: (isTyped: boolean) => string;
  /** The types of what is read. */
  readonly types: string;
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
  script: (isTyped) => `    const answer${isTyped ? ': Answer' : ''} = JSON.parse(line.slice(5));
    for (const part of answer.candidates?.[0]?.content?.parts ?? []) {
      process.stdout.write(part.text ?? JSON.stringify(part));
    }`,
  types: `
interface Part {
  readonly text?: string;
}
interface Answer {
  readonly candidates?: readonly { readonly content?: { readonly parts?: readonly Part[] } }[];
}
`,
};

/** Steps with their kinds, texts as they grow, and everything else as JSON. The last line is no JSON. */
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
  script: (isTyped) => `    if (!line.startsWith("data: {")) continue;
    const event${isTyped ? ': Event' : ''} = JSON.parse(line.slice(5));
    if (event.error) throw new Error(JSON.stringify(event.error));
    if (event.step) process.stdout.write(\`\\n[\${event.step.type}]\\n\`);
    if (event.delta) process.stdout.write(event.delta.text ?? \`\${JSON.stringify(event.delta)}\\n\`);
    if (event.event_type === "interaction.completed") {
      process.stdout.write(\`\\n\${event.interaction${isTyped ? '?' : ''}.status}\`);
    }`,
  types: `
interface Event {
  readonly event_type: string;
  readonly event_id?: string;
  readonly step?: { readonly type: string };
  readonly delta?: { readonly type: string; readonly text?: string };
  readonly interaction?: { readonly id?: string; readonly status: string };
  readonly error?: { readonly code: string; readonly message: string };
}
`,
};

/** What an event is, for the head of code in any language. */
export const EVENT_NOTES: readonly string[] = [
  'Each event is a line "data: {...}"; its event_type says what it is. step.start begins a step, step.delta',
  'adds to it, step.stop ends it; interaction.completed has the status and the tokens, error what went wrong.',
  'Where the connection breaks, GET .../interactions/ID?stream=true&last_event_id=EVENT_ID sends what follows',
  'an event, unless nothing is kept ("store": false).',
];

/** Whether the answer comes in events that tell of it, in place of pieces of it. */
export function hasEvents(request: PlainRequest): boolean {
  return isStream(request) && typeof requestRow(request).stream === 'object';
}

/** How the answer to a request is read. */
export function streamReading(request: PlainRequest): StreamReading {
  return hasEvents(request) ? EVENTS : PARTS;
}
