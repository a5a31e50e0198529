import type { PlainRequest } from '../../../api/request';

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

/** Events end with a line that is no JSON. */
const STEPS: StreamReading = {
  python: `        for line in response:
            if not line.startswith(b"data: {"):
                continue
            event = json.loads(line[5:])
            if "error" in event:
                raise SystemExit(json.dumps(event["error"]))
            delta = event.get("delta", {})
            print(delta.get("text", delta.get("arguments", "")), end="", flush=True)
    print()`,
  script: (isTyped) => `    if (!line.startsWith("data: {")) continue;
    const event${isTyped ? ': StepEvent' : ''} = JSON.parse(line.slice(5));
    if (event.error) throw new Error(JSON.stringify(event.error));
    const { text, arguments: piece } = event.delta ?? {};
    process.stdout.write(text ?? (typeof piece === "string" ? piece : ""));`,
  types: `
interface StepEvent {
  readonly delta?: { readonly text?: string; readonly arguments?: unknown };
  readonly error?: unknown;
}
`,
};

/** How the answer to a request is read. */
export function streamReading({ operation }: Pick<PlainRequest, 'operation'>): StreamReading {
  return operation === 'interactions.create' ? STEPS : PARTS;
}
