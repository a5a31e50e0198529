import type { JsonObject } from '../../api/schema/row';
import { textAt } from '../../base/json';
import type { Badge, KindRow } from '../kindRow';
import { text, type Text } from '../text';
import {
  dayOf,
  ENDED,
  endFact,
  Facts,
  leftUntil,
  type Parts,
  timeAt,
  toldBy,
  wordsOf,
} from './facts';

interface TypeWords {
  readonly word: Text;
  readonly icon?: string;
}

const TYPES: { readonly [type: string]: TypeWords } = {
  prebuilt: { word: text('built-in') },
  prompted: { word: text('designed'), icon: 'wand' },
  replicated: { word: text('copied'), icon: 'copy' },
};

function typeOf(resource: JsonObject): TypeWords | undefined {
  return wordsOf(TYPES, textAt(resource, 'type'));
}

function isOfService(resource: JsonObject): boolean {
  return textAt(resource, 'type') === 'prebuilt';
}

function traits(resource: JsonObject): readonly Text[] {
  const all = ['gender', 'pitch', 'persona', 'accent', 'language_code'];
  const told = all.map((field) => textAt(resource, field)).filter((word) => word !== '');
  return told.map((word) => text('{0}', word));
}

function facts(resource: JsonObject, isSpoken: boolean): Parts {
  const day = dayOf(resource, 'expire_time');
  return [
    isOfService(resource) ? undefined : typeOf(resource)?.word,
    ...traits(resource),
    day === undefined ? undefined : text(isSpoken ? 'stored until {0}' : 'until {0}', day),
  ];
}

function badge(resource: JsonObject, now?: number): Badge | undefined {
  const left = leftUntil(resource, 'expire_time', now);
  return left === undefined || left > 0 ? undefined : ENDED;
}

export const voice = {
  pattern: 'voices/*',
  message: 'voices.Voice',
  namedBy: 'id',
  section: 'interactions',
  icon: 'mic',
  noun: text('voice'),
  nouns: text('voices'),
  title: text('Voices'),
  empty: text('There are no voices.'),
  purpose: text('from text or a recording'),
  label: (resource) => textAt(resource, 'display_name').trim() || textAt(resource, 'id'),
  hasTwins: true,
  ...toldBy(facts),
  tooltip: (resource, now) =>
    new Facts()
      .add('ID', resource.id)
      .tell('Type', typeOf(resource)?.word)
      .add('Description', resource.description)
      .add('Language', resource.language_code)
      .add('Region', resource.region_code)
      .add('Accent', resource.accent)
      .add('Gender', resource.gender)
      .add('Pitch', resource.pitch)
      .add('Persona', resource.persona)
      .add('Context', resource.context)
      .add('Model', resource.model)
      .tell('Expires', endFact(resource, 'expire_time', now)).rows,
  icons: (resource) => typeOf(resource)?.icon,
  badge,
  type: (resource) => typeOf(resource)?.word,
  end: (resource) => timeAt(resource, 'expire_time'),
  gone: {
    statuses: [404],
    why: text('The server deletes voices some time after they were last used.'),
  },
  verbs: {
    playVoice: (resource) => !isOfService(resource),
  },
  collectionVerbs: ['createVoice', 'findVoices'],
  listedBy: {
    type: 'type',
    gender: 'gender',
    pitch: 'pitch',
    language_code: 'language_code',
    region_code: 'region_code',
    accent: 'accent',
    persona: 'persona',
    contexts: 'context',
  },
  refusesDelete: isOfService,
  refused: {
    reason: text('Built-in voices can’t be deleted.'),
    help: text('You can delete voices that you designed or copied.'),
  },
} as const satisfies KindRow;
