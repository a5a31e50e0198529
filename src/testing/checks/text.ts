import * as l10n from '@vscode/l10n';
import { findIn } from '../../base/patterns';
import { ShapeError } from '../../webview/shape';
import {
  type TextRange,
  amount,
  checkRow,
  fail,
  name,
  oneOrMore,
  pass,
  slowPattern,
  words,
  yes,
} from './row';

const ignoreCase = yes('Whether to ignore case.');

export const textChecks = {
  equals: checkRow({
    doc: 'The response equals this text, ignoring leading and trailing whitespace.',
    required: { value: words('Expected text, as a string or a list of lines.') },
    optional: { ignoreCase },
    main: 'value',
    example: { value: 'Yes' },
    run({ value, ignoreCase: isLoose = false }, { text }) {
      const [expected, actual] = [value.trim(), text.trim()];
      const [one, other] = isLoose
        ? [expected.toLowerCase(), actual.toLowerCase()]
        : [expected, actual];
      if (one === other)
        return pass(l10n.t('The response equals the expected text.'), { expected, actual });
      const at = firstDifference(one, other);
      const lead = text.length - text.trimStart().length;
      const range = { start: lead + at, end: lead + actual.length };
      const message = l10n.t(
        'The response differs from the expected text at character {0}.',
        at + 1,
      );
      return fail(message, { expected, actual, range });
    },
  }),
  contains: checkRow({
    doc: 'The response contains this string, or all of these strings.',
    required: { value: oneOrMore('String or list of strings that must all be present.') },
    optional: { ignoreCase },
    main: 'value',
    example: { value: 'kite' },
    run({ value, ignoreCase: isLoose = false }, { text }) {
      const missing = value.filter((one) => !placeOf(text, one, isLoose));
      const [first = ''] = missing;
      const [found = ''] = value;
      if (missing.length > 0) {
        return fail(l10n.t('The response doesn’t contain “{0}”.', missing.join('”, “')), {
          expected: first,
          actual: text,
        });
      }
      const range = placeOf(text, found, isLoose);
      return pass(l10n.t('The response contains “{0}”.', value.join('”, “')), {
        ...(range && { range }),
      });
    },
  }),
  notContains: checkRow({
    doc: 'The response contains none of these strings.',
    required: { value: oneOrMore('String or list of strings that must not be present.') },
    optional: { ignoreCase },
    main: 'value',
    example: { value: 'As an AI' },
    run({ value, ignoreCase: isLoose = false }, { text }) {
      for (const one of value) {
        const range = placeOf(text, one, isLoose);
        if (range) return fail(l10n.t('The response contains “{0}”.', one), { range });
      }
      return pass(l10n.t('The response doesn’t contain “{0}”.', value.join('”, “')));
    },
  }),
  matches: checkRow({
    doc: 'Part of the response matches a regular expression. Use ^ and $ to match the complete response.',
    required: { pattern: name('JavaScript regular expression.') },
    optional: { flags: name('Regular expression flags, such as i or im.') },
    main: 'pattern',
    example: { pattern: '^\\d+$' },
    refine({ pattern, flags }, path) {
      try {
        new RegExp(pattern, flags);
      } catch {
        throw new ShapeError(`${path}.pattern`, 'a JavaScript regular expression');
      }
    },
    run({ pattern, flags = '' }, { text }) {
      const expression = new RegExp(pattern, flags.replace('g', '').replace('y', ''));
      let found: RegExpExecArray | null;
      try {
        found = findIn(text, expression);
      } catch (error) {
        return slowPattern(error);
      }
      if (!found) {
        return fail(l10n.t('The response doesn’t match /{0}/{1}.', pattern, flags), {
          actual: text,
        });
      }
      const range = { start: found.index, end: found.index + found[0].length };
      return pass(l10n.t('The response matches /{0}/{1}.', pattern, flags), { range });
    },
  }),
  length: checkRow({
    doc: 'The length of the response, in characters, words, or lines, is in a range.',
    required: {},
    optional: {
      min: amount('Minimum count.'),
      max: amount('Maximum count.'),
      unit: {
        doc: 'Unit to count. Default: characters.',
        shape: {
          parse(value, path = ''): Unit {
            if (value === 'characters' || value === 'words' || value === 'lines') return value;
            throw new ShapeError(path, 'one of characters, words, or lines');
          },
        },
        schema: { enum: ['characters', 'words', 'lines'] },
      },
    },
    main: 'max',
    example: { max: 280 },
    refine({ min, max }, path) {
      if (min === undefined && max === undefined) throw new ShapeError(path, 'min, max, or both');
    },
    run({ min = 0, max = Infinity, unit = 'characters' }, { text }) {
      const length = COUNTS[unit](text);
      const more = { score: length };
      if (length < min) {
        return fail(
          l10n.t('Expected at least {2} {1}, but the response has {0}.', length, unit, min),
          more,
        );
      }
      if (length > max) {
        const range = unit === 'characters' ? { range: { start: max, end: text.length } } : {};
        return fail(
          l10n.t('Expected at most {2} {1}, but the response has {0}.', length, unit, max),
          {
            ...more,
            ...range,
          },
        );
      }
      return pass(l10n.t('The response has {0} {1}.', length, unit), more);
    },
  }),
};

type Unit = 'characters' | 'words' | 'lines';

const COUNTS: { readonly [U in Unit]: (text: string) => number } = {
  // Graphemes: an emoji may have several code points.
  characters: (text) => countOf(text, 'grapheme'),
  words: (text) =>
    [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)].filter(
      ({ isWordLike }) => isWordLike,
    ).length,
  lines: (text) => (text === '' ? 0 : text.replace(/\n$/, '').split('\n').length),
};

function countOf(text: string, granularity: 'grapheme'): number {
  // Fast path: each of these characters is its own grapheme.
  if (/^[\u0020-\u024f\n]*$/.test(text)) return text.length;
  return [...new Intl.Segmenter(undefined, { granularity }).segment(text)].length;
}

function placeOf(text: string, part: string, isLoose: boolean): TextRange | undefined {
  if (!isLoose) {
    const start = text.indexOf(part);
    return start < 0 ? undefined : { start, end: start + part.length };
  }
  // Lowercasing may change the length, hence the regular expression.
  const escaped = part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const found = new RegExp(escaped, 'iu').exec(text);
  return found ? { start: found.index, end: found.index + found[0].length } : undefined;
}

export function firstDifference(one: string, other: string): number {
  const end = Math.min(one.length, other.length);
  for (let at = 0; at < end; at++) if (one[at] !== other[at]) return at;
  return end;
}
