import type { FieldRow, MessageFamily } from '../row';
import {
  DIARIZATION,
  kind,
  outdated,
  SNAKE,
  THINKING_SUMMARIES,
  TIMESTAMPS,
  words,
} from './shared';

const ASPECT_RATIO = {
  type: 'interactions.ImageAspectRatio',
  doc: 'Width to height.',
} as const satisfies FieldRow;

const IMAGE_SIZE = {
  type: 'interactions.ImageSize',
  doc: 'How large a picture is. Absent: 1K.',
} as const satisfies FieldRow;

/** How a model answers. */
export const generationConfigMessages = {
  'interactions.GenerationConfig': {
    ...SNAKE,
    fields: {
      max_output_tokens: {
        type: 'int32',
        limits: { maximum: 1_048_576 },
        doc: 'Most tokens of an answer. Models that go on after a checkpoint take most.',
      },
      thinking_level: { type: 'interactions.ThinkingLevel', doc: 'How much it thinks first.' },
      thinking_summaries: THINKING_SUMMARIES,
      seed: { type: 'int32', doc: 'The same one makes answers alike.' },
      stop_sequences: { type: 'string', repeated: true, doc: 'Texts that end the answer.' },
      tool_choice: { type: 'interactions.ToolChoice', doc: 'Whether tools are called, and which.' },
      speech_config: { type: 'interactions.SpeechConfigUnion', doc: 'Who speaks, and how.' },
      transcription_config: {
        type: 'interactions.TranscriptionConfig',
        doc: 'How speech is written down.',
      },
      video_config: { type: 'interactions.VideoConfig', doc: 'What a video is made of.' },
      temperature: { type: 'double', status: outdated(), doc: 'Higher is more varied.' },
      top_p: { type: 'double', status: outdated(), doc: 'Lower leaves out what is unlikely.' },
      image_config: {
        type: 'interactions.ImageConfig',
        status: outdated(),
        doc: 'Form of pictures: the format of the response has it now.',
      },
    },
  },
  'interactions.ThinkingLevel': words('minimal', 'low', 'medium', 'high', 'xhigh'),
  'interactions.ThinkingSummaries': words('auto', 'none'),
  'interactions.ImageConfig': {
    ...SNAKE,
    fields: { aspect_ratio: ASPECT_RATIO, image_size: IMAGE_SIZE },
  },
  'interactions.ImageAspectRatio': words(
    '1:1',
    '2:3',
    '3:2',
    '3:4',
    '4:3',
    '4:5',
    '5:4',
    '9:16',
    '16:9',
    '21:9',
    '1:8',
    '8:1',
    '1:4',
    '4:1',
  ),
  'interactions.ImageSize': words('512', '1K', '2K', '4K'),
  /** One speaker or several. */
  'interactions.SpeechConfigUnion': {
    ...SNAKE,
    oneOf: [{ list: 'interactions.SpeechConfig' }, 'interactions.SpeakerConfig'],
  },
  'interactions.SpeakerConfig': {
    ...SNAKE,
    fields: {
      speakers: { type: 'interactions.SpeechConfig', repeated: true, doc: 'All that speak.' },
    },
  },
  'interactions.SpeechConfig': {
    ...SNAKE,
    fields: {
      voice: { type: 'string', doc: 'Name of a voice of the service, or voice_… or voicekey_….' },
      language: { type: 'string', doc: 'The language that is spoken, such as de-DE.' },
      speaker: { type: 'string', doc: 'What the text names the speaker by.' },
    },
  },
  'interactions.VideoConfig': {
    ...SNAKE,
    fields: {
      task: { type: 'interactions.VideoTask', doc: 'Absent: what the model takes it for.' },
    },
  },
  'interactions.VideoTask': words(
    'text_to_video',
    'image_to_video',
    'reference_to_video',
    'edit',
    'extend',
    'upscale',
  ),
  'interactions.TranscriptionConfig': {
    ...SNAKE,
    fields: {
      mode: { type: 'interactions.TranscriptionConfigMode', doc: 'Word for word, or edited.' },
      language_codes: {
        type: 'string',
        repeated: true,
        doc: 'Languages that are spoken. Absent: those that are heard.',
      },
      custom_vocabulary: { type: 'string', repeated: true, doc: 'Words that may come up.' },
      adaptation_phrases: {
        type: 'string',
        repeated: true,
        status: outdated('custom_vocabulary'),
        doc: 'Words that may come up.',
      },
      language_hints: {
        type: 'string',
        repeated: true,
        status: outdated('language_codes'),
        doc: 'Languages that are spoken.',
      },
      diarization_mode: { ...DIARIZATION, status: outdated('mode') },
      timestamp_granularities: { ...TIMESTAMPS, status: outdated('mode') },
    },
  },
  /** By a word, or with options. */
  'interactions.TranscriptionConfigMode': {
    ...SNAKE,
    by: 'type',
    oneOf: [
      'interactions.TranscriptionConfigModeEnum',
      'interactions.VerbatimTranscriptionMode',
      'interactions.SmartTranscriptionMode',
    ],
  },
  'interactions.TranscriptionConfigModeEnum': words('verbatim', 'smart'),
  'interactions.VerbatimTranscriptionMode': {
    ...SNAKE,
    fields: {
      type: kind('verbatim'),
      diarization_mode: DIARIZATION,
      timestamp_granularities: TIMESTAMPS,
    },
  },
  'interactions.SmartTranscriptionMode': {
    ...SNAKE,
    fields: {
      type: kind('smart'),
      source_text: { type: 'string', doc: 'A text that what is said is to change.' },
    },
  },
} as const satisfies MessageFamily;
