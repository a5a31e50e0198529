import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { isObject, items } from '../../../../src/base/json';
import { FakeClock } from '../../../fakes/clock';
import { useLive } from '../../live/liveClient';
import { FORMS, type Read } from './clientForms';
import { Scripted } from './scripted';

type Form = keyof typeof FORMS;

/** A form of answer, what a client reads of it, and in which forms of the wire that is something else. */
interface Row {
  readonly answer: JsonObject;
  readonly read: Partial<Read>;
  readonly but?: { readonly [form: Form]: Partial<Read> };
}

const NOTHING: Read = {
  text: '',
  thought: '',
  calls: [],
  media: [],
  sources: [],
  finish: '',
  error: '',
};
const CALL = { name: 'forecast', args: { city: 'Oslo' } };
const SOURCE = 'https://a.example/';

/** The same for each of several forms. */
function each(
  forms: readonly Form[],
  read: Partial<Read>,
): { readonly [form: Form]: Partial<Read> } {
  return Object.fromEntries(forms.map((form) => [form, read]));
}

const INTERACTIONS = ['interaction', 'interaction in events'];
const CHATS = ['chat', 'chat in a stream'];
const WHOLE = ['generateContent', 'interaction', 'batch', 'chat'];
const LIVE = ['Live in text', 'Live in sound'];

const ROWS: { readonly [name: string]: Row } = {
  'a string': { answer: { text: 'It is dry.' }, read: { text: 'It is dry.' } },
  'a value': { answer: { json: { dry: true } }, read: { text: '{"dry":true}' } },
  'a thought': {
    answer: { thought: 'Hm.', text: 'Dry.' },
    read: { thought: 'Hm.', text: 'Dry.' },
    but: each(CHATS, { text: 'Dry.' }),
  },
  calls: { answer: { calls: [CALL] }, read: { calls: [CALL] } },
  pieces: {
    answer: { pieces: [{ thought: 'Hm.' }, { text: 'It is ' }, { text: 'dry.' }, { call: CALL }] },
    read: { thought: 'Hm.', text: 'It is dry.', calls: [CALL] },
    but: each(CHATS, { text: 'It is dry.', calls: [CALL] }),
  },
  pictures: {
    answer: { text: 'See', images: ['a boat'] },
    read: { text: 'See', media: ['image/png'] },
    but: each(CHATS, { text: 'See' }),
  },
  sound: {
    answer: { pieces: [{ sound: 0.1 }] },
    read: { media: ['audio/l16;rate=24000'] },
    but: { ...each(CHATS, {}), ...each(LIVE, { media: ['audio/pcm;rate=24000'] }) },
  },
  sources: {
    answer: { text: 'Dry', grounding: { queries: ['q'], sources: [{ uri: SOURCE, title: 'A' }] } },
    read: { text: 'Dry', sources: [SOURCE] },
    but: each(CHATS, { text: 'Dry' }),
  },
  'an end at the limit': {
    answer: { text: 'Dry', finish: 'MAX_TOKENS' },
    read: { text: 'Dry', finish: 'MAX_TOKENS' },
    but: {
      ...each(LIVE, { text: 'Dry' }),
      ...each(INTERACTIONS, { text: 'Dry', finish: 'incomplete' }),
    },
  },
  'an end for safety': {
    answer: { text: 'Dry', finish: 'SAFETY' },
    read: { text: 'Dry', finish: 'SAFETY' },
    but: {
      ...each(['generateContent', 'batch', 'chat'], { finish: 'SAFETY' }),
      interaction: { text: 'Dry', finish: 'failed' },
      'interaction in events': { text: 'Dry', finish: 'failed', error: 'safety' },
    },
  },
  counts: {
    answer: { text: 'Dry', usage: { prompt: 3, output: 7 } },
    read: { text: 'Dry', output: 7 },
  },
  'a blocked prompt': {
    answer: { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } },
    read: { finish: 'PROHIBITED_CONTENT' },
    but: {
      ...each(CHATS, { finish: 'SAFETY' }),
      interaction: { finish: 'failed' },
      'interaction in events': { finish: 'failed', error: 'prohibited_content' },
    },
  },
  'an error': {
    answer: { error: 'RESOURCE_EXHAUSTED', message: 'Too much.' },
    read: { error: 'RESOURCE_EXHAUSTED' },
    but: {
      ...each(INTERACTIONS, { error: 'rate_limit_exceeded' }),
      batch: { error: '8' },
      ...each(LIVE, { error: '1011 Too much.' }),
    },
  },
  'an error after what was said': {
    answer: { pieces: [{ text: 'Half' }], error: 'UNAVAILABLE', message: 'Gone.' },
    read: { text: 'Half', error: 'UNAVAILABLE' },
    but: {
      ...each(WHOLE, { error: 'UNAVAILABLE' }),
      interaction: { error: 'service_unavailable' },
      'interaction in events': { text: 'Half', finish: 'failed', error: 'service_unavailable' },
      batch: { error: '14' },
      ...each(LIVE, { text: 'Half', error: '1011 Gone.' }),
    },
  },
  'several candidates': {
    answer: { candidates: [{ text: 'One' }, { text: 'Two' }] },
    read: { text: 'One' },
  },
  'a message of generateContent': {
    answer: {
      raw: { candidates: [{ content: { parts: [{ text: 'Raw' }] }, finishReason: 'STOP' }] },
    },
    read: { text: 'Raw' },
  },
  'code that was run': {
    answer: {
      pieces: [{ part: { executableCode: { language: 'PYTHON', code: 'x' } } }, { text: 'Ran' }],
    },
    read: { text: 'Ran' },
  },
  'a second answer': {
    answer: { text: 'Never' },
    read: { text: 'First' },
  },
};

describe('emulator: each form of answer in each form of the wire', () => {
  const clock = new FakeClock();
  const live = useLive({ clock, seed: 'empty' });
  for (const [form, ask] of Object.entries(FORMS)) {
    describe(form, () => {
      for (const [name, { answer, read, but = {} }] of Object.entries(ROWS)) {
        it(`reads ${name}`, async () => {
          const isSequence = name === 'a second answer';
          const rule = isSequence
            ? { responses: [{ text: 'First' }, answer] }
            : { response: answer };
          const on = await Scripted.with(live.emulator(), [rule]);
          const { output, ...rest } = await ask(on, clock, 'Hi');
          const { output: counted, ...wanted } = { ...NOTHING, ...(but[form] ?? read) };
          assert.deepEqual(rest, wanted);
          if (counted !== undefined) assert.equal(output, counted);
        });
      }

      it('goes on with the sequence, the state and the turn of rules', async () => {
        const on = await Scripted.with(live.emulator(), [
          { when: { state: 'start' }, response: { text: 'Who?' }, to: 'asked' },
          {
            when: { state: 'asked', turn: 1 },
            responses: [{ text: 'One' }, { text: 'Two' }],
            then: 'cycle',
          },
        ]);
        const texts: string[] = [];
        for (let count = 0; count < 4; count += 1) texts.push((await ask(on, clock, 'Hi')).text);
        assert.deepEqual(texts, ['Who?', 'One', 'Two', 'One']);
      });
    });
  }
});

describe('emulator: what a form of the wire leaves out of an answer', () => {
  const clock = new FakeClock();
  const live = useLive({ clock });
  const ALL = { citations: [{ uri: SOURCE }], text: 'Dry', finishMessage: 'So it is.' };

  it('is told in the log', async () => {
    const told: { readonly [form: Form]: readonly string[] } = {
      generateContent: [],
      interaction: ['finishMessage'],
      chat: ['citations', 'finishMessage'],
      'Live in text': ['citations', 'finishMessage'],
    };
    for (const [form, names] of Object.entries(told)) {
      const on = await Scripted.with(live.emulator(), [{ response: ALL }]);
      await FORMS[form]?.(on, clock, 'Hi');
      const { entries } = await on.control('GET', 'log');
      const entry = items(entries)
        .filter(isObject)
        .findLast(({ mock }) => mock !== undefined);
      assert.deepEqual([form, entry?.leftOut ?? []], [form, names]);
    }
  });
});
