import { formatRequestFile, type RequestFile } from '../../../src/console/requestFile';

/** A request document that is wrong in one place. */
export interface BadRequest {
  readonly what: string;
  readonly text: string;
  /** The line that is marked. */
  readonly line: string;
  /** What is said of it. */
  readonly says: RegExp;
  /** Whether that is known before anything is sent. */
  readonly unsent?: true;
}

/** One that is answered well. */
export const good: RequestFile = {
  operation: 'models.generateContent',
  version: 'v1beta',
  path: { model: 'models/emulator-flash' },
  query: {},
  body: { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] },
};

const { body } = good;
const generate = (change: Partial<RequestFile>): string =>
  formatRequestFile({ ...good, ...change });

export const badRequests: readonly BadRequest[] = [
  {
    what: 'an unknown field',
    text: generate({ body: { ...body, generationConfig: { temprature: 1 } } }),
    line: '"temprature": 1',
    says: /Unknown name "temprature" at 'generation_config': Cannot find field\./,
  },
  {
    what: 'an unknown field in a list',
    text: generate({ body: { contents: [{ parts: [{ text: 'Hello' }, { txt: 'Hello' }] }] } }),
    line: '"txt": "Hello"',
    says: /Unknown name "txt" at 'contents\[0\]\.parts\[1\]': Cannot find field\./,
  },
  {
    what: 'a missing field',
    text: generate({ body: {} }),
    line: '"body": {}',
    says: /GenerateContentRequest\.contents: contents is not specified/,
  },
  {
    what: 'a value of the wrong type',
    text: generate({ body: { ...body, generationConfig: { temperature: 'hot' } } }),
    line: '"temperature": "hot"',
    says: /Invalid value at 'generation_config\.temperature' .*"hot"/,
  },
  {
    what: 'a version that lacks the operation',
    text: generate({ version: 'v1beta3' }),
    line: '"version": "v1beta3",',
    says: /models\.generateContent is part of v1beta, v1\./,
  },
  {
    what: 'an unknown parameter',
    text: generate({ query: { pagesize: '5' } }),
    line: '"pagesize": "5"',
    says: /Unknown name "pagesize": Cannot bind query parameter\./,
  },
  {
    what: 'the name of a model that is not there',
    text: generate({ path: { model: 'models/emulator-falsh' } }),
    line: '"model": "models/emulator-falsh"',
    says: /models\/emulator-falsh is not found/,
  },
  {
    what: 'a name that leads elsewhere',
    text: generate({ path: { model: 'corpora/a' } }),
    line: '"model": "corpora/a"',
    says: /corpora\/a/,
    unsent: true,
  },
  {
    what: 'a document that is not JSON',
    text: formatRequestFile(good).replace('"text": "Hello"', '"text": Hello'),
    line: '"text": Hello',
    says: /not JSON/,
    unsent: true,
  },
];
