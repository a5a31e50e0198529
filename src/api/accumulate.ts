import { isObject, items } from '../base/json';
import type { Message } from './schema/infer';

type GenerateResponse = Message<'GenerateContentResponse'>;
type Candidate = Message<'Candidate'>;
type Content = Message<'Content'>;
type Part = Message<'Part'>;

/**
 * Merges stream chunks into one response. Candidates merge by index; for other fields, the last value wins,
 * including unknown fields. Text fragments are joined only when the response is read.
 */
export class ResponseAccumulator {
  readonly #fields = new Map<string, unknown>();
  readonly #candidates = new Map<number, CandidateAccumulator>();

  add(piece: GenerateResponse): void {
    const { candidates, ...fields } = piece;
    assign(this.#fields, fields);
    for (const candidate of objects(candidates)) {
      this.#candidate(candidate.index ?? 0).add(candidate);
    }
  }

  answer(): GenerateResponse {
    const fields = Object.fromEntries(this.#fields) as GenerateResponse;
    if (this.#candidates.size === 0) return fields;
    const ordered = [...this.#candidates].sort(([a], [b]) => a - b);
    return { ...fields, candidates: ordered.map(([, candidate]) => candidate.candidate()) };
  }

  candidate(index = 0): Candidate | undefined {
    return this.#candidates.get(index)?.candidate();
  }

  /**
   * Returns how a candidate ended. A candidate without a finish reason was truncated, even if the stream ended
   * normally.
   */
  completion(index = 0): Completion {
    const { promptFeedback } = Object.fromEntries(this.#fields) as GenerateResponse;
    return completionOf(this.candidate(index), promptFeedback);
  }

  #candidate(index: number): CandidateAccumulator {
    const known = this.#candidates.get(index);
    if (known) return known;
    const created = new CandidateAccumulator();
    this.#candidates.set(index, created);
    return created;
  }
}

class CandidateAccumulator {
  readonly #fields = new Map<string, unknown>();
  readonly #contentFields = new Map<string, unknown>();
  readonly #parts: (Part | TextRun)[] = [];
  #hasContent = false;
  #hasParts = false;

  add(candidate: Candidate): void {
    const { content, ...fields } = candidate;
    assign(this.#fields, fields);
    if (!content) return;
    this.#hasContent = true;
    const { parts, ...rest } = content;
    assign(this.#contentFields, rest);
    if (parts) this.#hasParts = true;
    for (const part of objects(parts)) this.#addPart(part);
  }

  candidate(): Candidate {
    const fields = Object.fromEntries(this.#fields) as Candidate;
    return this.#hasContent ? { ...fields, content: this.#content() } : fields;
  }

  #content(): Content {
    const fields = Object.fromEntries(this.#contentFields) as Content;
    if (!this.#hasParts) return fields;
    return {
      ...fields,
      parts: this.#parts.map((part) => (part instanceof TextRun ? part.part() : part)),
    };
  }

  #addPart(part: Part): void {
    if (!isPlainText(part)) {
      this.#parts.push(part);
      return;
    }
    const last = this.#parts.at(-1);
    if (last instanceof TextRun && last.thought === part.thought) last.append(part.text);
    else this.#parts.push(new TextRun(part.text, part.thought));
  }
}

class TextRun {
  readonly thought: boolean | undefined;
  #fragments: string[];

  constructor(text: string, thought: boolean | undefined) {
    this.#fragments = [text];
    this.thought = thought;
  }

  append(text: string): void {
    if (text !== '') this.#fragments.push(text);
  }

  part(): Part {
    const text =
      this.#fragments.length === 1 ? (this.#fragments[0] ?? '') : this.#fragments.join('');
    this.#fragments = [text];
    return this.thought === undefined ? { text } : { text, thought: this.thought };
  }
}

/** Whether the part can be merged without loss. A thought signature, for example, belongs to its own part. */
function isPlainText(part: Part): part is Part & { readonly text: string } {
  if (typeof part.text !== 'string') return false;
  return Object.keys(part).every((name) => name === 'text' || name === 'thought');
}

/** Filters out non-objects: some gateways send null items or a null list. */
function objects<T extends object>(list: readonly T[] | undefined): readonly T[] {
  return items(list).filter((item): item is T => isObject(item));
}

function assign(target: Map<string, unknown>, fields: object): void {
  for (const [name, value] of Object.entries(fields)) target.set(name, value);
}

/**
 * Completion of a stream that ended without an error: `finished` (any finish reason), `promptBlocked`, `unfinished`
 * (truncated, no finish reason), or `empty` (no content).
 */
type Completion = 'finished' | 'promptBlocked' | 'unfinished' | 'empty';

function completionOf(
  candidate: Message<'Candidate'> | undefined,
  feedback: Message<'GenerateContentResponse.PromptFeedback'> | undefined,
): Completion {
  const { finishReason = 'FINISH_REASON_UNSPECIFIED' } = candidate ?? {};
  if (finishReason !== 'FINISH_REASON_UNSPECIFIED') return 'finished';
  const { blockReason = 'BLOCK_REASON_UNSPECIFIED' } = feedback ?? {};
  if (blockReason !== 'BLOCK_REASON_UNSPECIFIED') return 'promptBlocked';
  return (candidate?.content?.parts ?? []).length > 0 ? 'unfinished' : 'empty';
}
