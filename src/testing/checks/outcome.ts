import * as l10n from '@vscode/l10n';
import { ShapeError } from '../../webview/shape';
import { amount, checkRow, fail, notMeasured, oneOrMore, pass, yes } from './row';

const BLOCKED = new Set(['blocked', 'promptBlocked', 'recitation']);

const most = (doc: string): { readonly max: ReturnType<typeof amount> } => ({ max: amount(doc) });

export const outcomeChecks = {
  finishReason: checkRow({
    doc: 'The response has this finish reason, as returned by the API.',
    required: {
      value: oneOrMore(
        'Finish reason, such as STOP or MAX_TOKENS. If several are listed, any of them can match.',
      ),
    },
    main: 'value',
    example: { value: 'STOP' },
    run({ value }, { answer }) {
      const { finishReason, blockReason } = answer.outcome ?? {};
      const actual = finishReason ?? blockReason;
      if (actual === undefined) return notMeasured(l10n.t('The response has no finish reason.'));
      const expected = value.join(', ');
      return value.some((one) => one.toLowerCase() === actual.toLowerCase())
        ? pass(l10n.t('The response finished with {0}.', actual))
        : fail(l10n.t('Expected finish reason {1}, but got {0}.', actual, expected), {
            expected,
            actual,
          });
    },
  }),
  blocked: checkRow({
    doc: 'The API blocks the prompt or response, or doesn’t block it.',
    required: {},
    optional: { value: yes('Whether blocking is expected. Default: true.') },
    main: 'value',
    example: { value: false },
    run({ value = true }, { answer }) {
      const { verdict = 'unfinished', blockReason, finishReason } = answer.outcome ?? {};
      const why = blockReason ?? finishReason ?? '';
      const isBlocked = BLOCKED.has(verdict);
      const message = isBlocked
        ? l10n.t('The response was blocked: {0}.', why)
        : l10n.t('The response wasn’t blocked.');
      return isBlocked === value ? pass(message) : fail(message);
    },
  }),
  tokens: checkRow({
    doc: 'The total token count of the prompt and response, as reported by the API, is in a range.',
    required: {},
    optional: { min: amount('Minimum count.'), max: amount('Maximum count.') },
    main: 'max',
    example: { max: 2000 },
    refine({ min, max }, path) {
      if (min === undefined && max === undefined) throw new ShapeError(path, 'min, max, or both');
    },
    run({ min = 0, max = Infinity }, { tokens: count }) {
      if (count === undefined) return notMeasured(l10n.t('The response has no token count.'));
      const more = { score: count };
      if (count < min)
        return fail(l10n.t('Expected at least {1} tokens, but {0} were used.', count, min), more);
      if (count > max)
        return fail(l10n.t('Expected at most {1} tokens, but {0} were used.', count, max), more);
      return pass(l10n.t('{0} tokens were used.', count), more);
    },
  }),
  firstToken: checkRow({
    doc: 'The first text arrives within this number of milliseconds.',
    required: most('Maximum time in milliseconds.'),
    main: 'max',
    example: { max: 2000 },
    run({ max }, { firstTokenMs }) {
      if (firstTokenMs === undefined) return notMeasured(l10n.t('No text was received.'));
      const took = Math.round(firstTokenMs);
      return firstTokenMs <= max
        ? pass(l10n.t('The first text arrived after {0} ms.', took), { score: took })
        : fail(
            l10n.t(
              'Expected the first text within {1} ms, but it arrived after {0} ms.',
              took,
              max,
            ),
            { score: took },
          );
    },
  }),
  duration: checkRow({
    doc: 'The complete response arrives within this number of milliseconds.',
    required: most('Maximum time in milliseconds.'),
    main: 'max',
    example: { max: 10_000 },
    run({ max }, { durationMs }) {
      const took = Math.round(durationMs);
      return durationMs <= max
        ? pass(l10n.t('The response took {0} ms.', took), { score: took })
        : fail(l10n.t('Expected a response within {1} ms, but it took {0} ms.', took, max), {
            score: took,
          });
    },
  }),
  price: checkRow({
    doc: 'The response costs no more than this amount in US dollars, based on published prices.',
    required: most('Maximum cost in US dollars.'),
    main: 'max',
    example: { max: 0.01 },
    run({ max }, { price }) {
      if (price === undefined) return notMeasured(l10n.t('The cost of this response is unknown.'));
      const [cost, limit] = [shownDollars(price), shownDollars(max)];
      return price <= max
        ? pass(l10n.t('The response costs about US$ {0}.', cost), { score: price })
        : fail(
            l10n.t(
              'Expected a cost of at most US$ {1}, but the response costs about US$ {0}.',
              cost,
              limit,
            ),
            { score: price },
          );
    },
  }),
};

export function shownDollars(dollars: number): string {
  if (dollars >= 1 || dollars === 0) return dollars.toFixed(2);
  const digits = { maximumSignificantDigits: 3, minimumFractionDigits: 2 };
  return new Intl.NumberFormat('en', digits).format(dollars);
}
