import { messages } from '../../api/schema/messages';
import type { JsonObject } from '../../api/schema/row';
import { filledJson, filledText, isTime } from './fieldShapes';
import {
  any,
  choice,
  either,
  flag,
  list,
  map,
  number,
  path,
  record,
  text,
  type ValueOf,
} from './shape';

// What a model may be said to say.

const call = record('A call of a function.', {
  name: filledText('The function.'),
  args: map('Its arguments.', filledJson('An argument.')),
  id: filledText('Its id; made up where it is left out.'),
  signature: either(
    'The thought signature: this one, one that the emulator makes, or none. Without it, as the model does.',
    text('This one.'),
    flag('Whether there is one.'),
  ),
});

const media = record('A file as part of the answer.', {
  file: path('Its path, from the folder of the rules.'),
  mimeType: text('Its type; by its ending where it is left out.'),
});

export const piece = record(
  'A part of an answer, sent by itself. It has one of these beside its wait and its signature.',
  {
    after: number('Milliseconds to wait before it.', isTime),
    text: filledText('What is said.'),
    thought: filledText('What is thought.'),
    call,
    json: filledJson('A value, written as JSON.'),
    image: filledText('A picture that the emulator draws for this text.'),
    sound: number('So many seconds of sound, hummed.', (seconds) =>
      seconds > 0 && seconds <= 60 ? undefined : 'It must be up to 60 seconds.',
    ),
    media,
    part: map('A part as the API has it, such as `executableCode`.', any('A field.')),
    signature: either(
      'The thought signature of the part: this one, one that the emulator makes, or none.',
      text('This one.'),
      flag('Whether there is one.'),
    ),
  },
  ({ after: _wait, signature: _signature, ...said }) =>
    Object.keys(said).length === 1
      ? undefined
      : 'A piece has one of text, thought, call, json, image, sound, media and part.',
);

const isLogarithm = (value: number): string | undefined =>
  value <= 0 ? undefined : 'It must not be above 0.';

const finishReasons = Object.keys(messages['Candidate.FinishReason'].values).filter(
  (name) => !name.endsWith('_UNSPECIFIED'),
);

/** The fields of what is said. */
export const content = {
  thought: filledText('What the model thinks first.'),
  text: filledText('What it says, in pieces as the emulator cuts them.'),
  json: filledJson('A value that it says, as JSON.'),
  calls: list('The functions that it calls.', call),
  images: list('Pictures that the emulator draws, after the text.', filledText('What it is of.')),
  media: list('Files as parts, after the text.', media),
  pieces: list(
    'In place of those: what it thinks, says and calls in this order, each a piece of a stream.',
    piece,
  ),
  grounding: record('The sources of what it says.', {
    queries: list('What was searched for.', filledText('A query.')),
    sources: list(
      'The sources.',
      record('A source.', {
        uri: filledText('Its address.'),
        title: filledText('Its title.'),
        supports: filledText(
          'The part of the text that rests on it; all of it where this is left out.',
        ),
      }),
    ),
  }),
  citations: list(
    'What it cites.',
    record('A source.', {
      uri: filledText('Its address.'),
      license: text('Its licence.'),
      text: filledText('The cited part of the text; all of it where this is left out.'),
    }),
  ),
  safetyRatings: list(
    'Ratings of the answer, as the API has them.',
    map('A rating.', any('A field.')),
  ),
  logprobs: list(
    'The probabilities of its tokens, in place of those that the emulator invents for who asks.',
    record('A token.', {
      token: text('The token.'),
      logProbability: number('The logarithm of its probability.', isLogarithm),
      top: list(
        'The likeliest tokens there, it among them.',
        record('A token.', {
          token: text('The token.'),
          logProbability: number('The logarithm of its probability.', isLogarithm),
        }),
      ),
    }),
  ),
  finish: choice('Why it ends; `STOP` without this.', finishReasons),
  finishMessage: filledText('The reason in words.'),
};

/** What of it can't stand beside each other; undefined where all can. */
export function contentProblem(value: JsonObject): string | undefined {
  const has = (name: string): boolean => value[name] !== undefined;
  if (has('pieces') && ['thought', 'text', 'json', 'calls', 'images', 'media'].some(has)) {
    return 'pieces stand in place of thought, text, json, calls, images and media.';
  }
  return has('text') && has('json') ? "text can't stand beside json." : undefined;
}

export type Piece = ValueOf<typeof piece>;
export type Call = ValueOf<typeof call>;
