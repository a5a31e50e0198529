import * as l10n from '@vscode/l10n';
import { createHash } from 'node:crypto';
import { decisionLimits } from '../../api/schema/fieldLimits';
import { percent } from '../../base/format';
import { isObject, type JsonObject, type JsonValue, objectAt, textAt } from '../../base/json';
import { ShapeError } from '../../webview/shape';
import {
  type DecisionQuestion,
  type Measurement,
  amount,
  checkRow,
  fail,
  inconclusive,
  json,
  name,
  notMeasured,
  oneOrMore,
  pass,
} from './row';

const DECISION_MODEL = 'models/gemini-decision-1';

interface Fields {
  readonly instructions: string;
  readonly id?: string;
  readonly criteria?: JsonValue;
  readonly min?: number;
  readonly oneOf?: readonly string[];
  readonly atLeast?: number;
  readonly minConfidence?: number;
  readonly truth?: JsonValue;
  readonly model?: string;
}

type Kind = 'noul' | 'choice' | 'score';

/** Levels are a list, and options an object, except for the two descriptions of yes and no. */
function kindOf({ criteria, atLeast, oneOf }: Fields): Kind {
  if (Array.isArray(criteria) || atLeast !== undefined) return 'score';
  const isYesNo =
    isObject(criteria) &&
    Object.keys(criteria).every((key) => /^(true|false)_description$/.test(key));
  return (criteria === undefined || isYesNo) && oneOf === undefined ? 'noul' : 'choice';
}

/** Returns the questions of the decisions among assertions. Equal questions share an ID. */
export function questionsIn(
  checks: readonly { readonly type: string }[],
): readonly DecisionQuestion[] {
  return checks.filter(({ type }) => type === 'decision').map((one) => questionOf(one as never));
}

function questionOf(fields: Fields): DecisionQuestion {
  const { instructions, id, criteria, model = DECISION_MODEL } = fields;
  const question = {
    type: kindOf(fields),
    instructions,
    ...(criteria !== undefined && { criteria }),
  };
  const hash = createHash('sha256').update(JSON.stringify(question)).digest('hex');
  return { id: id ?? `q_${hash.slice(0, 12)}`, model, question };
}

/** The most likely answer of a decision, and its probability. */
interface Reading {
  readonly shown: string;
  readonly confidence: number;
  readonly isMet: boolean;
  /** Whether a person gave the same answer. Undefined without such an answer. */
  readonly isRight?: boolean;
  readonly score: number;
}

/** Undefined if the answer has another form. */
function read(answer: JsonObject, fields: Fields): Reading | undefined {
  const { truth, min = 0.5, oneOf, atLeast = 0 } = fields;
  const told = (value: JsonValue): { readonly isRight?: boolean } =>
    truth === undefined ? {} : { isRight: value === truth };
  const { noul, score } = answer;
  if (typeof noul === 'number') {
    const confidence = Math.max(noul, 1 - noul);
    const shown = l10n.t('{0} yes', percent(noul));
    return { shown, confidence, isMet: noul >= min, score: noul, ...told(noul >= 0.5) };
  }
  const { confidence } = answer;
  if (typeof confidence !== 'number') return undefined;
  if (typeof score === 'number') {
    const chances = Object.entries(objectAt(answer, 'probabilities'));
    const [level = ''] = chances.find(([, chance]) => chance === confidence) ?? [];
    const shown = score.toFixed(2);
    return { shown, confidence, isMet: score >= atLeast, score, ...told(Number(level)) };
  }
  const choice = textAt(answer, 'choice');
  const isMet = oneOf?.includes(choice) ?? true;
  return { shown: choice, confidence, isMet, score: confidence, ...told(choice) };
}

function measured(reading: Reading, { minConfidence = 0, truth, ...fields }: Fields): Measurement {
  const { shown, confidence, isMet, isRight, score } = reading;
  const more = {
    score,
    ...(isRight !== undefined && { calibration: { confidence, isRight } }),
  };
  if (confidence < minConfidence) {
    const [is, needed] = [percent(confidence), percent(minConfidence)];
    return inconclusive(
      l10n.t('Inconclusive: the confidence is {0}, below {1}.', is, needed),
      more,
    );
  }
  if (truth !== undefined) {
    return isRight === true
      ? pass(l10n.t('The decision matches the person’s answer: {0}.', shown), more)
      : fail(
          l10n.t(
            'The decision is {0}, but the person’s answer is {1}.',
            shown,
            JSON.stringify(truth),
          ),
          more,
        );
  }
  if (isMet) return pass(l10n.t('The decision is {0}.', shown), more);
  const { min = 0.5, oneOf, atLeast } = fields;
  const wanted = oneOf?.join(', ') ?? String(atLeast ?? percent(min));
  return oneOf
    ? fail(l10n.t('Expected {1}, but the decision is {0}.', shown, wanted), more)
    : fail(l10n.t('Expected at least {1}, but the decision is {0}.', shown, wanted), more);
}

export const decisionChecks = {
  decision: checkRow({
    doc: 'A decision model answers a question about the message and the response. All decisions of a test case are sent in one request. The assertion passes based on `min`, `oneOf`, or `atLeast`.',
    required: { instructions: name('Question, such as “Is the response polite?”.') },
    optional: {
      id: {
        ...name('ID of the question, for mocks.'),
        schema: { type: 'string', pattern: decisionLimits.questionId },
      },
      criteria: json(
        'Options with descriptions, a list of levels, or `true_description` and `false_description`.',
      ),
      min: amount('Minimum probability of yes. Default: 0.5.', 0, 1),
      oneOf: oneOrMore('Accepted options.'),
      atLeast: amount('Minimum mean level. The first level is 0.'),
      minConfidence: amount('Minimum confidence. Below it, the result is inconclusive.', 0, 1),
      truth: json(
        'A person’s answer: true or false, an option, or a level. The assertion then measures agreement, and reports show the calibration.',
      ),
      model: name(`Decision model. Default: ${DECISION_MODEL}.`),
    },
    main: 'instructions',
    example: { instructions: 'Is the response polite?', min: 0.8, minConfidence: 0.7 },
    refine(fields, path) {
      const problem = problemOf(fields);
      if (problem !== undefined) throw new ShapeError(path, problem);
    },
    async run(fields, subject, { decide }) {
      const { answer, blocked, isInvented } = await decide(subject, questionOf(fields));
      if (blocked !== undefined) return notMeasured(l10n.t('The input was blocked: {0}.', blocked));
      if (isInvented) {
        return inconclusive(l10n.t('Not judged: the emulator has no mock for this question.'));
      }
      const reading = answer && read(answer, fields);
      if (!reading) return notMeasured(l10n.t('The model didn’t answer this question.'));
      return measured(reading, fields);
    },
  }),
};

function problemOf(fields: Fields): string | undefined {
  const { id, criteria, min, oneOf, atLeast, truth } = fields;
  if (id !== undefined && !new RegExp(decisionLimits.questionId, 'u').test(id)) {
    return 'an id of up to 64 letters, digits, _, and -';
  }
  const limits = Object.entries({ noul: min, choice: oneOf, score: atLeast });
  const kind = kindOf(fields);
  if (limits.some(([name, limit]) => name !== kind && limit !== undefined)) {
    return 'either min, oneOf with options, or atLeast with levels';
  }
  const count = isObject(criteria) ? Object.keys(criteria).length : 0;
  const levels = Array.isArray(criteria) ? criteria.length : 0;
  if (kind === 'choice' && count < 2) return 'criteria with two or more options';
  if (kind === 'score' && levels < 2) return 'criteria with two or more levels';
  const isOpen = kind !== 'noul' && (oneOf ?? atLeast ?? truth) === undefined;
  if (isOpen) return kind === 'choice' ? 'oneOf, or truth' : 'atLeast, or truth';
  const expected = { noul: 'boolean', choice: 'string', score: 'number' }[kind];
  if (truth !== undefined && typeof truth !== expected) return `a truth that is a ${expected}`;
  return undefined;
}
