import { NEW } from '../versions';
import { page, SNAKE } from './interactions/shared';
import type { MessageFamily } from './row';

const traits = {
  display_name: { type: 'string', doc: 'Display name.' },
  description: { type: 'string', doc: 'Description of how the voice sounds.' },
  language_code: { type: 'string', doc: 'Language code of the voice, such as en-GB.' },
  region_code: { type: 'string', doc: 'Region code of the voice, such as GB or 419.' },
  accent: { type: 'string', doc: 'Accent of the voice.' },
  gender: { type: 'string', doc: 'Perceived gender of the voice.' },
  pitch: { type: 'voices.VoicePitch', doc: 'Pitch of the voice.' },
  persona: { type: 'string', doc: 'Persona that the voice conveys.' },
  context: { type: 'string', doc: 'Intended use of the voice.' },
} as const;
const prompted = {
  type: 'voices.PromptedVoice',
  doc: 'Design input for voices of type prompted.',
} as const;
const sample = {
  type: 'voices.AudioData',
  doc: 'Audio sample of the voice, for type prompted.',
} as const;

export const voiceMessages = {
  'voices.Voice': {
    ...SNAKE,
    fields: {
      id: {
        type: 'string',
        outputOnly: true,
        doc: 'Last segment of the resource name. It is voice_… for stored voices and the speaker name for prebuilt voices.',
      },
      key: {
        type: 'string',
        outputOnly: true,
        doc: 'Key (voicekey_…) for using a replicated voice that isn’t stored. Returned only when the voice is created.',
      },
      type: { type: 'voices.VoiceType', immutable: true, doc: 'Type of the source.' },
      ...traits,
      model: { type: 'string', immutable: true, doc: 'Model that created the voice.' },
      prompted,
      sample_audio: sample,
      expire_time: {
        type: 'timestamp',
        outputOnly: true,
        doc: 'Time the voice expires. Each use of a stored voice extends it.',
      },
      usage: {
        type: 'interactions.Usage',
        outputOnly: true,
        doc: 'Tokens used to create the voice.',
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
    ...SNAKE,
    fields: {
      voice: { type: 'voices.VoiceInput', required: true, doc: 'Voice to create.' },
      store: {
        type: 'bool',
        doc: 'Whether to store the voice on the server. Must be true for voices of type prompted.',
      },
    },
  },
  'voices.VoiceInput': {
    ...SNAKE,
    fields: {
      type: {
        type: 'voices.VoiceType',
        required: true,
        doc: 'Type of the voice: prompted or replicated.',
      },
      ...traits,
      model: { type: 'string', doc: 'Model that creates the voice. Default: the newest model.' },
      prompted,
      replicated: {
        type: 'voices.ReplicatedVoice',
        inputOnly: true,
        doc: 'Source recordings for voices of type replicated. Never returned.',
      },
      sample_audio: sample,
    },
  },
  'voices.PromptedVoice': {
    ...SNAKE,
    fields: {
      input: {
        type: 'string',
        required: true,
        doc: 'Description of the voice, or of the changes to the base voice.',
      },
      base_voice: {
        type: 'string',
        doc: 'Voice to start from: the name of a prebuilt voice or voice_….',
      },
    },
  },
  'voices.ReplicatedVoice': {
    ...SNAKE,
    fields: {
      source_audio: {
        type: 'voices.AudioData',
        required: true,
        doc: 'Recording of the voice to replicate.',
      },
      consent_audio: {
        type: 'voices.AudioData',
        required: true,
        doc: 'Recording of the speaker’s spoken consent.',
      },
    },
  },
  'voices.AudioData': {
    ...SNAKE,
    fields: {
      mime_type: {
        type: 'string',
        required: true,
        doc: 'MIME type of the audio, such as audio/wav.',
      },
      data: { type: 'bytes', required: true, doc: 'Audio data.' },
    },
  },
  'voices.ListVoicesResponse': page('voices', 'voices.Voice'),
} as const satisfies MessageFamily;
