import { NEW } from '../versions';
import { page } from './interactions/shared';
import type { MessageFamily } from './row';

// What a voice is described by: as it is sent, and as it comes back.
const traits = {
  display_name: { type: 'string', doc: 'Name for people.' },
  description: { type: 'string', doc: 'How it sounds, in words.' },
  language_code: { type: 'string', doc: 'The language that it speaks, such as en-GB.' },
  region_code: { type: 'string', doc: 'Where people speak like it, such as GB or 419.' },
  accent: { type: 'string', doc: 'How it colours the language.' },
  gender: { type: 'string', doc: 'What gender people hear in it.' },
  pitch: { type: 'voices.VoicePitch', doc: 'How high it is.' },
  persona: { type: 'string', doc: 'What sort of person it sounds like.' },
  context: { type: 'string', doc: 'What it is meant for.' },
} as const;
const prompted = {
  type: 'voices.PromptedVoice',
  doc: 'What it was designed by, with the type prompted.',
} as const;
const sample = {
  type: 'voices.AudioData',
  doc: 'Something that it says, with the type prompted.',
} as const;

/** Voices: those that the service has, and those that were designed by words or copied from a recording. */
export const voiceMessages = {
  /** A voice as the service shows it. */
  'voices.Voice': {
    versions: NEW,
    case: 'snake',
    fields: {
      id: {
        type: 'string',
        outputOnly: true,
        doc: 'The last segment of its name: voice_… where it is kept, the name of the speaker of those that the service has.',
      },
      key: {
        type: 'string',
        outputOnly: true,
        doc: 'voicekey_…: what a copied voice that is not kept is used by. Only the answer that creates it has it.',
      },
      type: { type: 'voices.VoiceType', immutable: true, doc: 'Where it comes from.' },
      ...traits,
      model: { type: 'string', immutable: true, doc: 'The model that made it.' },
      prompted,
      sample_audio: sample,
      expire_time: {
        type: 'timestamp',
        outputOnly: true,
        doc: 'When the service forgets it; each use moves it on where it is kept.',
      },
      usage: {
        type: 'interactions.Usage',
        outputOnly: true,
        doc: 'Tokens that making it has cost.',
      },
    },
  },
  'voices.VoiceType': {
    versions: NEW,
    open: true,
    values: { prebuilt: null, prompted: null, replicated: null },
  },
  'voices.VoicePitch': {
    versions: NEW,
    open: true,
    values: { low: null, medium: null, high: null },
  },
  'voices.CreateVoiceRequest': {
    versions: NEW,
    case: 'snake',
    fields: {
      voice: { type: 'voices.VoiceInput', required: true, doc: 'The voice to make.' },
      store: {
        type: 'bool',
        doc: 'Whether the service keeps it. A voice designed by words has to be kept.',
      },
    },
  },
  /** A voice as it is asked for. */
  'voices.VoiceInput': {
    versions: NEW,
    case: 'snake',
    fields: {
      type: { type: 'voices.VoiceType', required: true, doc: 'prompted or replicated.' },
      ...traits,
      model: { type: 'string', doc: 'The model that makes it. Absent: the newest.' },
      prompted,
      replicated: {
        type: 'voices.ReplicatedVoice',
        inputOnly: true,
        doc: 'What it is copied from, with the type replicated. Never given back.',
      },
      sample_audio: sample,
    },
  },
  'voices.PromptedVoice': {
    versions: NEW,
    case: 'snake',
    fields: {
      input: {
        type: 'string',
        required: true,
        doc: 'How it is to sound, or what is to change of the voice that it is made of.',
      },
      base_voice: {
        type: 'string',
        doc: 'The voice that it is made of: a name of those that the service has, or voice_….',
      },
    },
  },
  'voices.ReplicatedVoice': {
    versions: NEW,
    case: 'snake',
    fields: {
      source_audio: { type: 'voices.AudioData', required: true, doc: 'The recording to copy.' },
      consent_audio: {
        type: 'voices.AudioData',
        required: true,
        doc: 'The speaker, who agrees to it aloud.',
      },
    },
  },
  'voices.AudioData': {
    versions: NEW,
    case: 'snake',
    fields: {
      mime_type: {
        type: 'string',
        required: true,
        doc: 'What kind of sound it is, such as audio/wav.',
      },
      data: { type: 'bytes', required: true, doc: 'The sound.' },
    },
  },
  'voices.ListVoicesResponse': page('voices', 'voices.Voice'),
} as const satisfies MessageFamily;
