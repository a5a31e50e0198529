import { PREBUILT_VOICES } from '../api/schema/fieldLimits';
import type { Message } from '../api/schema/infer';
import type { JsonObject } from '../api/schema/row';
import { items } from '../base/json';
import { type Handler, type HandlerRows, singleReply } from './call';
import { seedOf } from './digest';
import { hum, wavOf } from './engine/media';
import { snakePage } from './paging';
import { findRecord, listRecords, nameIn, recordNotFound } from './records';
import type { Stored } from './state';
import { StatusError } from './status';
import type { HandlerContext } from './handlerContext';

type Voice = Message<'voices.Voice'>;
type NewVoice = Message<'voices.CreateVoiceRequest'>;

const DAY_MS = 24 * 60 * 60 * 1000;
/** Retention of voices, and validity of the key of an unsaved voice, in ms. */
const KEPT_MS = 365 * DAY_MS;
const KEY_MS = 7 * DAY_MS;
const MAX_VOICES = 200;
/** Duration of a sample in seconds. */
const SAMPLE_SECONDS = 1;
const MAX_SEARCH_LENGTH = 2048;

/** Properties of prebuilt voices, which are derived from the name as they aren't published. */
const PREBUILT: readonly Voice[] = PREBUILT_VOICES.map((name) => ({
  id: name,
  type: 'prebuilt',
  display_name: name,
  gender: seedOf(name) % 2 === 0 ? 'female' : 'male',
  pitch: ['low', 'medium', 'high'][seedOf([name, 'pitch']) % 3] ?? 'medium',
}));

const createVoice: Handler = (call, world) => {
  const { store = false, voice = {} } = call.body as NewVoice;
  const { type, replicated, prompted, sample_audio: _sample, ...traits } = voice;
  if (type !== 'prompted' && type !== 'replicated') {
    throw new StatusError(400, "Invalid value at 'voice.type': it must be prompted or replicated.");
  }
  if (type === 'prompted' ? !prompted || replicated : !replicated || prompted) {
    throw new StatusError(400, `Invalid value at 'voice': a ${type} voice needs '${type}' alone.`);
  }
  if (type === 'prompted' && !store) {
    throw new StatusError(400, "Invalid value at 'store': prompted voices have to be stored.");
  }
  const base = prompted?.base_voice ?? '';
  if (base !== '') requireVoice(world, base);
  const made: Voice = {
    type,
    model: MODELS[type] ?? '',
    ...traits,
    ...(prompted && { prompted, sample_audio: sampleOf(prompted.input ?? '') }),
    expire_time: world.time.stamp(world.time.now() + (store ? KEPT_MS : KEY_MS)),
    usage: usageOf(prompted?.input ?? ''),
  };
  if (!store) return singleReply({ key: `voicekey_${world.ids.random(24)}`, ...made });
  if (storedVoices(world).length >= MAX_VOICES) {
    const text = `The limit of ${MAX_VOICES} voices per project has been reached.`;
    throw new StatusError(429, text, { word: 'quota_exceeded' });
  }
  const id = `voice_${world.ids.random(16)}`;
  const name = nameIn('', 'voices', id);
  const { usage, ...kept } = made;
  const resource = { id, ...kept } as Stored['resource'];
  world.state.insert('voices', { name, parent: '', resource, hidden: {} });
  world.visibility.created(name);
  return singleReply({ ...resource, usage });
};

/** The model names aren't published. */
const MODELS: { readonly [type: string]: string } = {
  prompted: 'emulator-voice-design',
  replicated: 'emulator-voice-replication',
};

const getVoice: Handler = (call, world) => {
  const [, id = ''] = (call.path.name ?? '').split('/');
  return singleReply(requireVoice(world, id));
};

/** Lists prebuilt voices first. A page token is only valid for the same filters. */
const listVoices: Handler = (call, world) => {
  const { search = '' } = call.query as { readonly search?: string };
  if (Buffer.byteLength(search) > MAX_SEARCH_LENGTH) {
    throw new StatusError(400, `Invalid value at 'search': ${MAX_SEARCH_LENGTH} bytes at most.`);
  }
  const all = [...PREBUILT, ...storedVoices(world)];
  const found = all.filter(
    (voice) => fits(voice as JsonObject, call.query) && isNamed(voice, search),
  );
  const { items: voices, ...next } = snakePage(call, found);
  return singleReply({ voices, ...next });
};

const deleteVoice: Handler = (call, world) => {
  const name = call.path.name ?? '';
  const [, id = ''] = name.split('/');
  if (requireVoice(world, id).type === 'prebuilt') {
    throw new StatusError(403, 'Voices of the service cannot be deleted.');
  }
  world.state.remove('voices', name);
  return singleReply({});
};

const FILTERS = {
  accent: 'accent',
  contexts: 'context',
  gender: 'gender',
  persona: 'persona',
  language_code: 'language_code',
  region_code: 'region_code',
  pitch: 'pitch',
  type: 'type',
} as const;

function fits(voice: JsonObject, query: JsonObject): boolean {
  return Object.entries(FILTERS).every(([parameter, trait]) => {
    const wanted = items(query[parameter]);
    return wanted.length === 0 || wanted.includes(voice[trait]);
  });
}

function isNamed({ display_name: name = '', description = '' }: Voice, search: string): boolean {
  return `${name}\n${description}`.toLowerCase().includes(search.toLowerCase());
}

function requireVoice(world: HandlerContext, id: string): Voice {
  const prebuilt = PREBUILT.find((one) => one.id === id);
  if (prebuilt) return prebuilt;
  const name = nameIn('', 'voices', id);
  const found = findRecord(world, 'voices', name);
  if (found && isKept(world, found)) return found.resource;
  throw recordNotFound(name);
}

function storedVoices(world: HandlerContext): readonly Voice[] {
  const kept = listRecords(world, 'voices', '').filter((one) => isKept(world, one));
  return kept.map(({ resource }) => resource as Voice);
}

function isKept(world: HandlerContext, { resource }: Stored): boolean {
  return Date.parse((resource as Voice).expire_time ?? '') > world.time.now();
}

function sampleOf(input: string): NonNullable<Voice['sample_audio']> {
  const sound = wavOf(hum(seedOf(input), SAMPLE_SECONDS));
  return { mime_type: 'audio/wav', data: sound.toString('base64') };
}

function usageOf(input: string): NonNullable<Voice['usage']> {
  const asked = Math.ceil(input.length / 4);
  const made = 25 * SAMPLE_SECONDS;
  return { total_tokens: asked + made, total_input_tokens: asked, total_output_tokens: made };
}

export const voiceHandlers = {
  'voices.create': createVoice,
  'voices.delete': deleteVoice,
  'voices.get': getVoice,
  'voices.list': listVoices,
} as const satisfies HandlerRows;
