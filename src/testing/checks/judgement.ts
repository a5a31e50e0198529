import * as l10n from '@vscode/l10n';
import { isObject } from '../../base/json';
import { record, ShapeError, text } from '../../webview/shape';
import { languageIn, LANGUAGES } from './language';
import { amount, checkRow, fail, type Measurement, name, notMeasured, pass, words } from './row';

const values = record(text(1024 * 1024));

export const judgementChecks = {
  language: checkRow({
    doc: 'The response is in this language, based on its script and most frequent words. Short or mixed-language responses are reported as errored.',
    required: {
      value: {
        doc: `Language code: ${LANGUAGES.join(', ')}.`,
        shape: {
          parse(value, path = '') {
            const code = typeof value === 'string' ? value.toLowerCase() : '';
            if (LANGUAGES.includes(code)) return code;
            throw new ShapeError(path, `one of ${LANGUAGES.join(', ')}`);
          },
        },
        schema: { enum: LANGUAGES },
      },
    },
    main: 'value',
    example: { value: 'de' },
    run({ value }, { text: said }) {
      const found = languageIn(said);
      if (found === undefined)
        return notMeasured(l10n.t('Couldn’t detect the language of the response.'));
      return found === value
        ? pass(l10n.t('The language of the response is {0}.', found))
        : fail(l10n.t('Expected the response in {1}, but got {0}.', found, value), {
            expected: value,
            actual: found,
          });
    },
  }),
  similar: checkRow({
    doc: 'The response is semantically similar to the expected text, by cosine similarity of the embeddings (from -1 to 1).',
    required: {
      value: words('Text content.'),
      min: amount('Minimum similarity, such as 0.8.', -1, 1),
    },
    optional: { model: name('Embedding model. Default: models/gemini-embedding-001.') },
    example: { value: 'Kites fly where the wind is steady.', min: 0.8 },
    async run({ value, min, model }, { text: said }, { embed }) {
      if (said.trim() === '') return notMeasured(l10n.t('The response has no words.'));
      const [one, other] = await embed([said, value], model);
      const score = one && other && cosine(one, other);
      if (score === undefined) return notMeasured(l10n.t('There are no embeddings to compare.'));
      const [shown, more] = [score.toFixed(3), { score, expected: value, actual: said }];
      return score >= min
        ? pass(l10n.t('The similarity is {0}.', shown), more)
        : fail(l10n.t('Expected a similarity of at least {1}, but got {0}.', shown, min), more);
    },
  }),
  judge: checkRow({
    doc: 'Another prompt file acts as an LLM judge, receiving {{question}} and {{answer}} and returning {"pass": true, "score": 0.9, "reason": "…"}. It reruns only if the judge or the response changes.',
    required: { prompt: name('Path of the judge’s prompt file, relative to this file’s folder.') },
    optional: {
      min: amount('Minimum score. If omitted, the judge’s pass value is used.', -Number.MAX_VALUE),
      variables: {
        doc: 'Additional variables for the judge. It also receives the test case’s variables.',
        shape: values,
        schema: { type: 'object', additionalProperties: { type: 'string' } },
      },
    },
    main: 'prompt',
    example: { prompt: './polite.prompt.json', min: 0.7 },
    async run({ prompt, min, variables = {} }, subject, { judge }) {
      const { pass: isPass, score, reason } = await judge(prompt, subject, variables);
      if (min !== undefined && score === undefined) {
        return notMeasured(l10n.t('The LLM judge didn’t return a score: {0}', reason));
      }
      const isGood = min === undefined ? isPass : (score ?? 0) >= min;
      const more = score === undefined ? {} : { score };
      return isGood
        ? pass(l10n.t('The LLM judge accepted the response: {0}', reason), more)
        : fail(l10n.t('The LLM judge rejected the response: {0}', reason), more);
    },
  }),
  code: checkRow({
    doc: 'A function in a JavaScript module in the workspace checks the response and returns true, false, or { pass, score, message }. It runs only after you allow it.',
    required: { function: name('Module path and function name, such as ./checks.mjs#isPolite.') },
    main: 'function',
    example: { function: './checks.mjs#isPolite' },
    refine({ function: named }, path) {
      if (/^(?![/\\]|[a-z][\w+.-]*:)[^#]+\.m?js#[A-Za-z_$][\w$]*$/i.test(named)) return;
      throw new ShapeError(
        `${path}.function`,
        'a path and a function name, such as ./checks.mjs#isPolite',
      );
    },
    async run({ function: named }, subject, { callCode }) {
      const said = await callCode(named, subject);
      if (typeof said === 'boolean') {
        return said
          ? pass(l10n.t('{0} returned true.', named))
          : fail(l10n.t('{0} returned false.', named));
      }
      const told = isObject(said) ? said : {};
      if (typeof told.pass !== 'boolean') {
        return notMeasured(l10n.t('{0} must return true, false, or an object with “pass”.', named));
      }
      return verdictOf(
        told.pass,
        typeof told.message === 'string' ? told.message : named,
        told.score,
      );
    },
  }),
};

function verdictOf(isPass: boolean, message: string, score: unknown): Measurement {
  const more = typeof score === 'number' && Number.isFinite(score) ? { score } : {};
  return isPass ? pass(message, more) : fail(message, more);
}

/** Undefined for zero vectors or different dimensions. */
function cosine(one: readonly number[], other: readonly number[]): number | undefined {
  if (one.length !== other.length) return undefined;
  let [product, lengthOne, lengthOther] = [0, 0, 0];
  for (const [at, value] of one.entries()) {
    const against = other[at] ?? 0;
    product += value * against;
    lengthOne += value * value;
    lengthOther += against * against;
  }
  const length = Math.sqrt(lengthOne * lengthOther);
  return length === 0 ? undefined : product / length;
}
