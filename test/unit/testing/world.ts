import type { JsonObject } from '../../../src/base/json';
import { readPromptTests } from '../../../src/testing/promptTests';
import { type PlannedCase, type PlanOptions, PromptPlan } from '../../../src/testing/plan';
import type { CaseResult, RunEvent } from '../../../src/testing/result';
import { runCases, type RunDeps } from '../../../src/testing/runCases';
import { FakeClients, type FakeCall } from '../../fakes/client';
import { FakeClock } from '../../fakes/clock';

export const PROMPT = 'file:///prompts/kite.prompt.json';
export const MODEL = 'models/gemini-3.8-flash';

/** The text of a prompt file that asks about an animal. */
export function promptText(over: JsonObject = {}): string {
  const messages = [{ role: 'user', text: 'Describe {{animal}}' }];
  return JSON.stringify({ format: 1, model: MODEL, messages, ...over }, undefined, 2);
}

/** A piece of an answer with these words, as the last one. */
export function answerOf(text: string, over: JsonObject = {}): JsonObject {
  return {
    candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 6, totalTokenCount: 10 },
    modelVersion: 'gemini-3.8-flash',
    ...over,
  };
}

/** The words of the last message of a request. */
export function askedText({ input }: FakeCall): string {
  const { contents } = input.body as { contents: { parts: { text?: string }[] }[] };
  return (contents.at(-1)?.parts ?? []).map(({ text = '' }) => text).join('');
}

/** Cases that run against a client that answers from a function. */
export class TestWorld {
  readonly clock = new FakeClock();
  readonly warnings: string[] = [];
  readonly controller = new AbortController();
  readonly clients: FakeClients;
  readonly events: RunEvent[] = [];
  over: Partial<RunDeps> = {};

  /** @param answer pieces of the answer to a request. */
  constructor(
    answer: (
      call: FakeCall,
      signal?: AbortSignal,
    ) => readonly JsonObject[] | Promise<readonly JsonObject[]>,
  ) {
    this.clients = new FakeClients(({ input }) => ({ name: input.name, thinking: true }));
    this.clients.onStream = async function* (call, signal) {
      yield* await answer(call, signal);
    };
  }

  get asked(): readonly string[] {
    return this.clients.calls.filter(({ id }) => !id.endsWith('.get')).map(askedText);
  }

  async deps(): Promise<RunDeps> {
    return {
      client: await this.clients.get('here'),
      clock: this.clock,
      log: { warn: (line) => this.warnings.push(line) },
      parallel: 4,
      attach: async () => [],
      tools: () => ({
        embed: () => Promise.reject(new Error('No vectors here.')),
        judge: () => Promise.reject(new Error('No judge here.')),
        decide: () => Promise.reject(new Error('No decisions here.')),
        callCode: () => Promise.reject(new Error('No code here.')),
      }),
      ...this.over,
    };
  }

  /** Runs the cases of a prompt file; every event is kept, and the cases are answered. */
  async run(text: string, options: PlanOptions = {}, uri = PROMPT): Promise<readonly CaseResult[]> {
    const planned = await plan(text, options, uri);
    for await (const event of runCases(planned, await this.deps(), this.controller.signal)) {
      this.events.push(event);
    }
    return this.results;
  }

  get results(): readonly CaseResult[] {
    const found = this.events.flatMap((event) => (event.kind === 'case' ? [event.result] : []));
    return found.toSorted((one, other) => one.place.line - other.place.line);
  }
}

/** The planned cases of a prompt file. */
export async function plan(
  text: string,
  options: PlanOptions = {},
  uri = PROMPT,
): Promise<readonly PlannedCase[]> {
  const { prompt, cases, matrix, problems } = readPromptTests(text, uri);
  if (!prompt) throw new Error(JSON.stringify(problems));
  const planned = new PromptPlan([{ uri, prompt }], matrix, options);
  return cases.flatMap((one) => [...(planned.add(one)?.planned() ?? [])]);
}
