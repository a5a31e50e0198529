import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import { SingleFlight } from '../base/async';
import { AppError } from '../base/errors';
import { isObject, tryParse } from '../base/json';
import { promptReach } from '../conversation/prompts/readPrompt';
import { promptVariables } from '../conversation/model/promptFile';
import { type Variables, answerText } from '../conversation/model/turns';
import { type AskDeps, askModel, type KnownModels } from './askModel';
import type { SharedBudget } from './budget';
import type { Judgement, Subject } from './checks/row';
import { attemptCost } from './caseResults';
import type { PromptSource } from './plan';
import type { TestFiles } from './planFile';
import { readPromptTests } from './promptTests';

/**
 * A cache of judge results by judge and response. An interface, because VS Code and the CLI store files differently.
 */
export interface VerdictStore {
  get(key: string): Promise<Judgement | undefined>;
  set(key: string, judgement: Judgement): Promise<void>;
}

interface JudgeDeps extends AskDeps {
  readonly files: TestFiles;
  readonly verdicts: VerdictStore;
  readonly signal: AbortSignal;
}

export class Judges {
  readonly #deps: JudgeDeps;
  readonly #purse: SharedBudget;
  readonly #models: KnownModels;
  readonly #running = new SingleFlight<string, Judgement>();
  readonly #sources = new Map<string, Promise<PromptSource>>();

  constructor(deps: JudgeDeps, purse: SharedBudget, models: KnownModels) {
    this.#deps = deps;
    this.#purse = purse;
    this.#models = models;
  }

  /** Throws `AppError` if the judge can't run or returns no result. */
  async judge(path: string, subject: Subject, given: Variables): Promise<Judgement> {
    const { verdicts } = this.#deps;
    const source = await this.#source(path, subject.uri);
    const { prompt } = source;
    const known: Variables = {
      ...subject.variables,
      ...given,
      question: subject.question,
      answer: subject.text,
    };
    const used = promptVariables(prompt).map((name) => {
      const own = Object.hasOwn(known, name) ? known[name] : prompt.variables?.[name]?.default;
      if (own === undefined) {
        throw new AppError('badJudge', l10n.t('The LLM judge has no value for “{0}”.', name));
      }
      return [name, own] as const;
    });
    const variables = Object.fromEntries(used);
    const { model, settings, messages, mode, version } = prompt;
    const asked = [model, settings, messages, mode, version, variables];
    const key = createHash('sha256').update(JSON.stringify(asked)).digest('hex');
    return await this.#running.run(key, async () => {
      const before = await verdicts.get(key);
      if (before) return before;
      const judgement = await this.#ask(source, variables);
      await verdicts.set(key, judgement);
      return judgement;
    });
  }

  #source(path: string, from: string): Promise<PromptSource> {
    const key = `${from}\n${path}`;
    const known = this.#sources.get(key);
    if (known) return known;
    const source = this.#read(path, from);
    this.#sources.set(key, source);
    return source;
  }

  async #read(path: string, from: string): Promise<PromptSource> {
    const { files } = this.#deps;
    const uri = await files.resolve(from, path);
    if (uri === undefined) {
      throw new AppError('badJudge', l10n.t('“{0}” is outside the workspace.', path));
    }
    const { prompt, problems } = readPromptTests(await files.read(uri), uri);
    if (!prompt) throw new AppError('badJudge', problems[0]?.message ?? path);
    const sent = prompt.messages.some(({ attachments = [] }) => attachments.length > 0);
    if (sent || promptReach([prompt]).length > 0) {
      const message = l10n.t('An LLM judge can’t use attachments or tools: “{0}”.', path);
      throw new AppError('badJudge', message);
    }
    return { uri, prompt };
  }

  async #ask(source: PromptSource, variables: Variables): Promise<Judgement> {
    const { clock, signal } = this.#deps;
    let release: (() => void) | undefined;
    try {
      const asked = await askModel(
        { source, variables, attached: [] },
        this.#models,
        this.#deps,
        signal,
        async ({ input }) => {
          release?.();
          release = await this.#purse.reserve(input.body);
        },
      );
      this.#purse.spend(attemptCost(asked, clock.now()));
      const answer = asked.answers.at(-1);
      const { failure } = answer?.outcome ?? {};
      if (failure) throw new AppError('badJudge', failure.message);
      const found = judgementIn(answerText(answer?.content.parts ?? []));
      if (found) return found;
      throw new AppError(
        'badJudge',
        l10n.t('The LLM judge didn’t return a result such as {0}.', EXAMPLE),
        {
          hint: l10n.t('Ask for it in the judge’s prompt, with a response schema.'),
        },
      );
    } finally {
      release?.();
    }
  }
}

const EXAMPLE = '{"pass": true, "score": 0.9, "reason": "…"}';

/** Parses a judge's result, ignoring surrounding text and code fences. */
function judgementIn(text: string): Judgement | undefined {
  const inner = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  const value = tryParse(inner);
  if (!isObject(value) || typeof value.pass !== 'boolean') return undefined;
  const { pass, score, reason } = value;
  return {
    pass,
    ...(typeof score === 'number' && { score }),
    reason: typeof reason === 'string' ? reason : '',
  };
}
