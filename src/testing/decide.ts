import * as l10n from '@vscode/l10n';
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../base/errors';
import { isObject, type JsonObject, objectAt } from '../base/json';
import { estimatePrice } from '../catalog/priceEstimate';
import { usageOf } from '../conversation/model/interaction';
import { userContent } from '../conversation/request/turnSteps';
import type { AskDeps } from './askModel';
import type { SharedBudget } from './budget';
import { questionsIn } from './checks/decision';
import type { Decided, DecisionQuestion, Subject } from './checks/row';

/** Header of the emulator with the IDs of the questions that no mock answers. */
const INVENTED = 'x-emulator-invented';

interface Response {
  readonly body: JsonObject;
  readonly invented: string;
}

/** Answers the decisions of a response, with one request per model. */
export class Decisions {
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
