import { joinBase64 } from '../../base/encoding';
import { isObject, items, items as itemsOf, textAt, tryParse } from '../../base/json';
import type { Message } from '../schema/infer';
import type { JsonObject, JsonValue } from '../schema/row';

export type Interaction = Message<'interactions.Interaction'>;
export type InteractionEvent = Message<'interactions.InteractionSSEEvent'>;

export function accumulateInteraction(events: Iterable<InteractionEvent>): Interaction {
  const accumulator = new InteractionAccumulator();
  for (const event of events) accumulator.add(event);
  return accumulator.interaction();
}

/**
 * Merges stream events into the interaction that GET would return. For interaction fields the last value wins; steps
 * grow by deltas. Unknown events and deltas are ignored, as documented; unknown steps are retained.
 */
export class InteractionAccumulator {
  readonly #fields = new Map<string, JsonValue | undefined>();
  readonly #steps: (StepAccumulator | undefined)[] = [];
  #hasSteps = false;

  get status(): string | undefined {
    const status = this.#fields.get('status');
    return typeof status === 'string' ? status : undefined;
  }

  add(given: InteractionEvent): void {
    const event = given as JsonObject;
    switch (typeof event.event_type === 'string' ? event.event_type : '') {
      case 'step.delta':
        this.#step(event)?.add(event.delta);
        if (isObject(event.metadata)) this.#setUsage(event.metadata.total_usage);
        return;
      case 'step.start':
        this.#start(event);
        return;
      case 'step.stop':
        this.#step(event)?.stop();
        this.#setUsage(event.usage);
        return;
      case 'interaction.created':
      case 'interaction.completed':
        if (isObject(event.interaction)) this.#assign(event.interaction);
        return;
      case 'interaction.status_update':
        if (typeof event.interaction_id === 'string') this.#fields.set('id', event.interaction_id);
        this.#set('status', event.status);
        this.#set('continuation_token', event.continuation_token);
        this.#setUsage(event.usage);
        return;
      case 'error':
        this.#set('status', 'failed');
        if (isObject(event.error)) this.#set('errors', [event.error]);
    }
  }

  interaction(): Interaction {
    const fields = Object.fromEntries(this.#fields);
    if (!this.#hasSteps) return fields;
    return { ...fields, steps: this.steps() };
  }

  steps(): readonly JsonObject[] {
    return this.#steps.flatMap((step) => (step ? [step.step()] : []));
  }

  #start({ index, step }: JsonObject): void {
    if (typeof index !== 'number' || !isObject(step)) return;
    this.#hasSteps = true;
    this.#steps[index] = new StepAccumulator(step);
  }

  #step({ index }: JsonObject): StepAccumulator | undefined {
    return typeof index === 'number' ? this.#steps[index] : undefined;
  }

  #assign({ steps, ...fields }: JsonObject): void {
    for (const [name, value] of Object.entries(fields)) this.#set(name, value);
    const whole = items(steps).filter(isObject);
    if (whole.length === 0) return;
    // A lifecycle event with steps replaces all steps.
    this.#hasSteps = true;
    this.#steps.splice(0, Infinity, ...whole.map((step) => new StepAccumulator(step)));
  }

  #setUsage(usage: JsonValue | undefined): void {
    if (isObject(usage)) this.#fields.set('usage', usage);
  }

  #set(name: string, value: JsonValue | undefined): void {
    if (value !== undefined) this.#fields.set(name, value);
  }
}

class StepAccumulator {
  readonly #begun: JsonObject;
  readonly #fields = new Map<string, JsonValue | undefined>();
  readonly #content: BlockList;
  readonly #summary: BlockList;
  readonly #texts = new Map<string, Fragments>();
  #json: Fragments | undefined;
  #made: JsonObject | undefined;

  constructor(step: JsonObject) {
    this.#begun = step;
    this.#made = step;
    this.#content = new BlockList(step.content);
    this.#summary = new BlockList(step.summary);
  }

  add(delta: JsonValue | undefined): void {
    if (!isObject(delta)) return;
    this.#made = undefined;
    const type = typeof delta.type === 'string' ? delta.type : '';
    switch (type) {
      case 'text':
        if (typeof delta.text === 'string') this.#content.text(delta.text);
        return;
      case 'text_annotation_delta':
        this.#content.annotate(list(delta.annotations));
        return;
      case 'image':
      case 'audio':
      case 'document':
      case 'video':
        this.#content.media(delta);
        return;
      case 'thought_summary':
        if (isObject(delta.content)) this.#summary.push(delta.content);
        return;
      case 'thought_signature':
        this.#fields.set('signature', delta.signature);
        return;
      case 'arguments_delta':
        this.#json ??= new Fragments();
        if (typeof delta.arguments === 'string') this.#json.add(delta.arguments);
        return;
    }
    if (type === this.#begun.type) this.#merge(delta);
  }

  stop(): void {
    if (!this.#json) return;
    const whole = tryParse(this.#json.text());
    this.#json = undefined;
    if (!isObject(whole)) return;
    this.#made = undefined;
    this.#fields.set('arguments', whole);
  }

  step(): JsonObject {
    return (this.#made ??= this.#make());
  }

  #make(): JsonObject {
    return {
      ...this.#begun,
      ...Object.fromEntries(this.#fields),
      ...Object.fromEntries([...this.#texts].map(([name, text]) => [name, text.text()])),
      ...this.#content.field('content'),
      ...this.#summary.field('summary'),
    };
  }

  #merge({ type, ...fields }: JsonObject): void {
    for (const [name, value] of Object.entries(fields)) {
      if (name !== 'result') this.#fields.set(name, value);
      // File search results appear as citations in the text, not in a step.
      else if (type !== 'file_search_result') this.#addResult(value);
    }
  }

  #addResult(value: JsonValue | undefined): void {
    const before = this.#fields.get('result') ?? this.#begun.result;
    const text = this.#texts.get('result');
    if (typeof value === 'string' && (text !== undefined || typeof before === 'string')) {
      const longer = text ?? new Fragments(typeof before === 'string' ? before : '');
      longer.add(value);
      this.#texts.set('result', longer);
      return;
    }
    this.#texts.delete('result');
    const isLonger = Array.isArray(value) && Array.isArray(before);
    this.#fields.set('result', isLonger ? [...list(before), ...list(value)] : value);
  }
}

const BLOCK = 256;

class Fragments {
  #whole: string;
  #parts: string[] = [];

  constructor(text = '') {
    this.#whole = text;
  }

  add(text: string): void {
    if (text !== '') this.#parts.push(text);
    // Joins periodically, because many small retained strings use more memory than one long string.
    if (this.#parts.length === BLOCK) this.#join();
  }

  text(): string {
    if (this.#parts.length > 0) this.#join();
    return this.#whole;
  }

  #join(): void {
    this.#whole += this.#parts.join('');
    this.#parts = [];
  }
}

class BlockList {
  readonly #blocks: (JsonObject | GrowingText | GrowingSound)[];
  #isThere: boolean;

  constructor(begun: JsonValue | undefined) {
    this.#isThere = Array.isArray(begun);
    this.#blocks = list(begun).filter(isObject);
  }

  push(block: JsonObject): void {
    this.#isThere = true;
    this.#blocks.push(block);
  }

  text(piece: string): void {
    this.#growing().text.add(piece);
  }

  annotate(annotations: readonly JsonValue[]): void {
    this.#growing().annotations.push(...annotations);
  }

  /** Only audio arrives in chunks; other media arrive complete. */
  media(delta: JsonObject): void {
    const last = this.#blocks.at(-1);
    if (last instanceof GrowingSound && last.goesOnWith(delta)) {
      last.add(delta);
      return;
    }
    const isSound = delta.type === 'audio' && typeof delta.data === 'string';
    this.#isThere = true;
    this.#blocks.push(isSound ? new GrowingSound(delta) : delta);
  }

  field(name: string): JsonObject {
    if (!this.#isThere) return {};
    const made = this.#blocks.map((block) =>
      block instanceof GrowingText || block instanceof GrowingSound ? block.block() : block,
    );
    return { [name]: made };
  }

  #growing(): GrowingText {
    const last = this.#blocks.at(-1);
    if (last instanceof GrowingText) return last;
    this.#isThere = true;
    const isText = last !== undefined && !(last instanceof GrowingSound) && last.type === 'text';
    const growing = new GrowingText(isText ? last : { type: 'text' });
    if (isText) this.#blocks.pop();
    this.#blocks.push(growing);
    return growing;
  }
}

class GrowingText {
  readonly #begun: JsonObject;
  readonly text: Fragments;
  readonly annotations: JsonValue[];

  constructor(begun: JsonObject) {
    this.#begun = begun;
    this.text = new Fragments(typeof begun.text === 'string' ? begun.text : '');
    this.annotations = [...list(begun.annotations)];
  }

  block(): JsonObject {
    const { annotations } = this;
    const block = { ...this.#begun, text: this.text.text() };
    return annotations.length === 0 ? block : { ...block, annotations: [...annotations] };
  }
}

/** Audio chunks are separately base64-encoded, so they are joined as bytes. */
class GrowingSound {
  readonly #begun: JsonObject;
  #pieces: string[];

  constructor(begun: JsonObject) {
    this.#begun = begun;
    this.#pieces = [textAt(begun, 'data')];
  }

  goesOnWith(delta: JsonObject): boolean {
    return (
      delta.type === 'audio' &&
      typeof delta.data === 'string' &&
      ['mime_type', 'channels', 'sample_rate', 'uri'].every(
        (name) => delta[name] === undefined || delta[name] === this.#begun[name],
      )
    );
  }

  add(delta: JsonObject): void {
    this.#pieces.push(textAt(delta, 'data'));
  }

  block(): JsonObject {
    if (this.#pieces.length > 1) {
      this.#pieces = [joinBase64(this.#pieces) ?? this.#pieces.join('')];
    }
    return { ...this.#begun, data: this.#pieces[0] ?? '' };
  }
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return itemsOf(value) as readonly JsonValue[];
}
