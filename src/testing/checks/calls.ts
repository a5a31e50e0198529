import * as l10n from '@vscode/l10n';
import { isObject, isSameJson, items, type JsonValue } from '../../base/json';
import {
  type Subject,
  amount,
  checkRow,
  fail,
  jsonObjectField,
  name,
  notMeasured,
  oneOrMore,
  pass,
} from './row';

export const callChecks = {
  called: checkRow({
    doc: 'A function is called with at least these arguments.',
    required: { name: name('Name of the function.') },
    optional: {
      args: jsonObjectField('Required arguments. Objects can have additional fields.'),
      times: amount('Expected number of calls. Default: at least one.', 1, 1000),
    },
    main: 'name',
    example: { name: 'lookUp', args: { city: 'Bern' } },
    run({ name: wanted, args = {}, times }, { calls }) {
      const ofName = calls.filter((call) => call.name === wanted);
      if (ofName.length === 0) {
        const others = calls.map((call) => call.name ?? '').join(', ');
        const message =
          others === ''
            ? l10n.t('Expected a call to {0}, but no function was called.', wanted)
            : l10n.t('Expected a call to {0}, but {1} was called.', wanted, others);
        return fail(message, { expected: wanted, actual: others });
      }
      const fitting = ofName.filter((call) => holds(call.args ?? {}, args));
      if (fitting.length === 0) {
        return fail(l10n.t('{0} was called with different arguments.', wanted), {
          expected: JSON.stringify(args, undefined, 2),
          actual: ofName.map((call) => JSON.stringify(call.args ?? {}, undefined, 2)).join('\n'),
        });
      }
      if (times !== undefined && fitting.length !== times) {
        return fail(
          l10n.t(
            'Expected {2} calls to {0} with these arguments, but got {1}.',
            wanted,
            fitting.length,
            times,
          ),
          {
            score: fitting.length,
          },
        );
      }
      return pass(l10n.t('{0} was called as expected.', wanted), { score: fitting.length });
    },
  }),
  notCalled: checkRow({
    doc: 'None of these functions are called. If no names are given, no function may be called.',
    required: {},
    optional: { name: oneOrMore('Function names.') },
    main: 'name',
    example: { name: 'deleteAll' },
    run({ name: unwanted }, { calls }) {
      const found = calls.find((call) => !unwanted || unwanted.includes(call.name ?? ''));
      if (!found) return pass(l10n.t('No unwanted function was called.'));
      const actual = JSON.stringify(found.args ?? {}, undefined, 2);
      return fail(l10n.t('{0} was called.', found.name ?? ''), { actual });
    },
  }),
  callOrder: checkRow({
    doc: 'These functions are called in this order. Other calls in between are allowed.',
    required: { names: oneOrMore('Function names, from first to last.') },
    main: 'names',
    example: { names: ['lookUp', 'book'] },
    run({ names }, { calls }) {
      const said = calls.map((call) => call.name ?? '');
      let at = 0;
      for (const one of said) if (one === names[at]) at++;
      const more = { expected: names.join(' → '), actual: said.join(' → ') };
      return at === names.length
        ? pass(l10n.t('The functions were called in the expected order.'), more)
        : fail(l10n.t('{0} wasn’t called in the expected order.', names[at] ?? ''), more);
    },
  }),
  cites: checkRow({
    doc: 'The response cites these sources, matched by part of their title or URL.',
    required: { value: oneOrMore('Parts of source titles or URLs. All must be cited.') },
    main: 'value',
    example: { value: 'handbook.pdf' },
    run({ value }, subject) {
      const sources = sourcesOf(subject);
      if (!sources) return notMeasured(l10n.t('The response has no source information.'));
      const missing = value.filter(
        (one) => !sources.some((source) => source.toLowerCase().includes(one.toLowerCase())),
      );
      const more = { expected: value.join('\n'), actual: sources.join('\n') };
      return missing.length === 0
        ? pass(l10n.t('The response cites the expected sources.'), more)
        : fail(l10n.t('The response doesn’t cite {0}.', missing.join(', ')), more);
    },
  }),
};

/** Whether a value contains the expected one. Objects may have more fields, arrays must have equal length. */
function holds(value: unknown, wanted: JsonValue | undefined): boolean {
  if (isObject(wanted) && isObject(value)) {
    return Object.entries(wanted).every(
      ([field, inner]) => Object.hasOwn(value, field) && holds(value[field], inner),
    );
  }
  if (Array.isArray(wanted) && Array.isArray(value)) {
    return (
      wanted.length === value.length &&
      wanted.every((inner, at) => holds(value[at], inner as JsonValue))
    );
  }
  return isSameJson(value, wanted);
}

const PLACES = [
  'citationMetadata',
  'groundingMetadata',
  'groundingAttributions',
  'urlContextMetadata',
];
const NAMES = new Set(
  'uri url title retrievedUrl sourceId passageId chunk documentName source file_name document_uri name'.split(
    ' ',
  ),
);

/** Returns titles and URLs of sources. Undefined if the response has no source fields. */
function sourcesOf({ turns }: Subject): readonly string[] | undefined {
  const found: string[] = [];
  let isTold = false;
  for (const { answer = {}, chosen = 0, interaction } of turns) {
    const candidate = items(answer.candidates)[chosen];
    for (const place of PLACES) {
      const value = isObject(candidate) ? candidate[place] : undefined;
      if (value === undefined) continue;
      isTold = true;
      collect(value);
    }
    for (const step of interaction?.steps ?? []) {
      visit(step, (part) => {
        if (part.annotations === undefined) return;
        isTold = true;
        collect(part.annotations);
      });
    }
  }
  return isTold ? [...new Set(found)] : undefined;

  function collect(value: unknown): void {
    visit(value, (part) => {
      for (const [field, text] of Object.entries(part)) {
        if (NAMES.has(field) && typeof text === 'string' && text !== '') found.push(text);
      }
    });
  }
}

function visit(value: unknown, see: (part: { readonly [name: string]: unknown }) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, see);
  else if (isObject(value)) {
    see(value);
    for (const inner of Object.values(value)) visit(inner, see);
  }
}
