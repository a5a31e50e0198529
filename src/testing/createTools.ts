import { isDeepStrictEqual } from 'node:util';
import * as l10n from '@vscode/l10n';
import { SingleFlight } from '../base/async';
import { AppError } from '../base/errors';
import { isObject, type JsonObject, objectAt } from '../base/json';
import { estimatePrice } from '../catalog/priceEstimate';
import { readVectors } from '../conversation/model/embedMode';
import { usageOf } from '../conversation/model/interaction';
import { userContent } from '../conversation/request/turnSteps';
import type { SharedBudget } from './budget';
import { questionsIn } from './checks/decision';
import type { Decided, DecisionQuestion, Subject } from './checks/row';
import { callCode, type CodeDeps } from './code';
import { Judges, type VerdictStore } from './judge';
import type { TestFiles } from './planFile';
import type { RunDeps } from './runCases';
import type { AskDeps } from './askModel';

interface ToolsDeps extends AskDeps {
  readonly files: TestFiles;
  readonly verdicts: VerdictStore;
  readonly signal: AbortSignal;
  readonly allowCode: CodeDeps['allowCode'];
}

export function createTools(deps: ToolsDeps): RunDeps['tools'] {
  return (purse, models) => {
    const vectors = new Vectors(deps, purse);
    const decisions = new Decisions(deps, purse);
    const judges = new Judges(deps, purse, models);
    return {
      embed: (texts, model) => vectors.of(texts, model),
      judge: (path, subject, values) => judges.judge(path, subject, values),
      decide: (subject, question) => decisions.of(subject, question),
      callCode: (name, subject) => callCode(name, subject, deps),
    };
  };
}

/** Header of the emulator with the IDs of the questions that no mock answers. */
const INVENTED = 'x-emulator-invented';

interface Response {
  readonly body: JsonObject;
  readonly invented: string;
}

/** Answers the decisions of a response, with one request per model. */
class Decisions {
  readonly #deps: AskDeps & { readonly signal: AbortSignal };
  readonly #purse: SharedBudget;
  readonly #sent = new WeakMap<Subject, Map<string, Promise<Response>>>();

  constructor(deps: AskDeps & { readonly signal: AbortSignal }, purse: SharedBudget) {
    this.#deps = deps;
    this.#purse = purse;
  }

  /** Throws errors of the client, and `AppError` if the budget is used up. */
  async of(subject: Subject, { id, model }: DecisionQuestion): Promise<Decided> {
    const sent = this.#sent.get(subject) ?? new Map<string, Promise<Response>>();
    this.#sent.set(subject, sent);
    const response = sent.get(model) ?? this.#send(subject, model);
    sent.set(model, response);
    const { body, invented } = await response;
    const answer = objectAt(body, 'answers')[id];
    const { block_reason: reason } = objectAt(body, 'prompt_feedback');
    return {
      isInvented: invented === '*' || invented.split(',').includes(id),
      ...(isObject(answer) && { answer }),
      ...(typeof reason === 'string' && { blocked: reason }),
    };
  }

  async #send(subject: Subject, model: string): Promise<Response> {
    const { client, clock, signal } = this.#deps;
    const own = questionsIn(subject.checks).filter((one) => one.model === model);
    const byId = new Map(own.map((one) => [one.id, one]));
    const double = own.find((one) => !isDeepStrictEqual(byId.get(one.id), one));
    if (double) {
      throw new AppError('sameId', l10n.t('Two different decisions have the ID “{0}”.', double.id));
    }
    const body = {
      model: model.replace(/^models\//, ''),
      input: inputOf(subject),
      questions: Object.fromEntries(own.map(({ id, question }) => [id, question])),
    };
    const release = await this.#purse.reserve(body);
    let invented = '';
    try {
      const options = {
        signal,
        onHeaders: (headers: { readonly [name: string]: string }) => {
          invented = headers[INVENTED] ?? '';
        },
      };
      const answer: JsonObject = await client.call('decisions.create', { body } as never, options);
      const usage = usageOf(objectAt(answer, 'usage'));
      const price = estimatePrice({ models: [model], usage }, clock.now())?.total;
      const tokens = usage.totalTokenCount;
      this.#purse.spend({
        ...(tokens !== undefined && { tokens }),
        ...(price !== undefined && { price }),
      });
      return { body: answer, invented };
    } finally {
      release();
    }
  }
}

/** Returns the message with its attachments, and the response, each with a label. */
function inputOf({ asking, text }: Subject): readonly JsonObject[] {
  const said = asking ? userContent(asking) : [];
  const label = (name: string): JsonObject => ({ type: 'text', text: `${name}:` });
  const response = { type: 'text', text: text === '' ? '(no text)' : text };
  return [...(said.length > 0 ? [label('Message'), ...said] : []), label('Response'), response];
}

const EMBEDDING_MODEL = 'models/gemini-embedding-001';

/** Embeddings, fetched once per text. */
class Vectors {
  readonly #deps: AskDeps & { readonly signal: AbortSignal };
  readonly #purse: SharedBudget;
  readonly #known = new Map<string, readonly number[]>();
  readonly #running = new SingleFlight<string, readonly number[]>();

  constructor(deps: AskDeps & { readonly signal: AbortSignal }, purse: SharedBudget) {
    this.#deps = deps;
    this.#purse = purse;
  }

  /** Throws errors of the client. */
  async of(
    texts: readonly string[],
    model = EMBEDDING_MODEL,
  ): Promise<readonly (readonly number[])[]> {
    return await Promise.all(texts.map((text) => this.#vector(text, model)));
  }

  async #vector(text: string, model: string): Promise<readonly number[]> {
    const key = `${model}\n${text}`;
    const known = this.#known.get(key);
    if (known) return known;
    return await this.#running.run(key, async () => {
      const { client, signal } = this.#deps;
      const body = { content: { parts: [{ text }] } };
      const release = await this.#purse.reserve(body);
      try {
        const answer = (await client.call(
          'models.embedContent',
          { model, body },
          { signal },
        )) as JsonObject;
        this.#purse.spend(countIn(answer));
        const [vector = []] = readVectors(answer);
        this.#known.set(key, vector);
        return vector;
      } finally {
        release();
      }
    });
  }
}

/** Only newer models report input tokens. */
function countIn(answer: JsonObject): { readonly tokens?: number } {
  const usage = answer.usageMetadata;
  const count = isObject(usage) ? (usage.promptTokenCount ?? usage.totalTokenCount) : undefined;
  return typeof count === 'number' ? { tokens: count } : {};
}
