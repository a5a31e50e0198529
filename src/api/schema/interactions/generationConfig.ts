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
  doc: 'Aspect ratio (width to height).',
} as const satisfies FieldRow;

const IMAGE_SIZE = {
  type: 'interactions.ImageSize',
  doc: 'Size of the image. Default: 1K.',
} as const satisfies FieldRow;

export const generationConfigMessages = {
  'interactions.GenerationConfig': {
    ...SNAKE,
    fields: {
      max_output_tokens: {
        type: 'int32',
        limits: { maximum: 1_048_576 },
        doc: 'Maximum number of tokens in the response. Models that can continue after a checkpoint have the highest limit.',
      },
      thinking_level: {
        type: 'interactions.ThinkingLevel',
        doc: 'Amount of thinking before the response.',
      },
      thinking_summaries: THINKING_SUMMARIES,
      seed: { type: 'int32', doc: 'Sampling seed. The same seed makes responses more similar.' },
      stop_sequences: { type: 'string', repeated: true, doc: 'Strings that end the response.' },
      tool_choice: {
        type: 'interactions.ToolChoice',
        doc: 'Whether to call tools, and which ones.',
      },
      speech_config: { type: 'interactions.SpeechConfigUnion', doc: 'Speakers and their voices.' },
      transcription_config: {
        type: 'interactions.TranscriptionConfig',
        doc: 'Speech transcription settings.',
      },
      video_config: { type: 'interactions.VideoConfig', doc: 'Video generation settings.' },
      temperature: {
        type: 'double',
        status: outdated(),
        doc: 'Sampling temperature. Higher values are more varied.',
      },
      top_p: {
        type: 'double',
        status: outdated(),
        doc: 'Sampling threshold. Lower values exclude less likely tokens.',
      },
      image_config: {
        type: 'interactions.ImageConfig',
        status: outdated(),
        doc: 'Image output settings, replaced by the response format.',
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
  'interactions.SpeechConfigUnion': {
    ...SNAKE,
    oneOf: [{ list: 'interactions.SpeechConfig' }, 'interactions.SpeakerConfig'],
  },
  'interactions.SpeakerConfig': {
    ...SNAKE,
    fields: {
      speakers: { type: 'interactions.SpeechConfig', repeated: true, doc: 'List of speakers.' },
    },
  },
  'interactions.SpeechConfig': {
    ...SNAKE,
    fields: {
      voice: {
        type: 'string',
        doc: 'Name of a built-in voice, or an ID in the format voice_… or voicekey_….',
      },
      language: { type: 'string', doc: 'Language of the speech, such as de-DE.' },
      speaker: { type: 'string', doc: 'Name of the speaker in the text.' },
    },
  },
  'interactions.VideoConfig': {
    ...SNAKE,
    fields: {
      task: { type: 'interactions.VideoTask', doc: 'Video task. Default: inferred by the model.' },
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
      mode: {
        type: 'interactions.TranscriptionConfigMode',
        doc: 'Verbatim or edited transcription.',
      },
      language_codes: {
        type: 'string',
        repeated: true,
        doc: 'Languages of the speech. Default: detected automatically.',
      },
      custom_vocabulary: {
        type: 'string',
        repeated: true,
        doc: 'Words that may occur in the speech.',
      },
      adaptation_phrases: {
        type: 'string',
        repeated: true,
        status: outdated('custom_vocabulary'),
        doc: 'Words that may occur in the speech.',
      },
      language_hints: {
        type: 'string',
        repeated: true,
        status: outdated('language_codes'),
        doc: 'Languages of the speech.',
      },
      diarization_mode: { ...DIARIZATION, status: outdated('mode') },
      timestamp_granularities: { ...TIMESTAMPS, status: outdated('mode') },
    },
  },
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
      source_text: { type: 'string', doc: 'Text that the spoken input edits.' },
    },
  },
} as const satisfies MessageFamily;

const DELIVERY = {
  type: 'interactions.ResponseFormatDelivery',
  doc: 'inline returns the data in the response. uri returns a URL to download it from.',
} as const satisfies FieldRow;

export const responseFormatMessages = {
  'interactions.InteractionResponseFormat': {
    ...SNAKE,
    oneOf: ['interactions.ResponseFormat', { list: 'interactions.ResponseFormat' }],
  },
  'interactions.ResponseFormat': {
    ...SNAKE,
    by: 'type',
    oneOf: [
      'interactions.TextResponseFormat',
      'interactions.ImageResponseFormat',
      'interactions.AudioResponseFormat',
      'interactions.VideoResponseFormat',
      'struct',
    ],
  },
  'interactions.TextResponseFormat': {
    ...SNAKE,
    fields: {
      type: kind('text'),
      mime_type: {
        type: 'interactions.TextResponseFormatMimeType',
        doc: 'MIME type of the text. A schema requires application/json.',
      },
      schema: {
        type: 'struct',
        doc: 'JSON Schema of a JSON response. Enforces the number of items, but not string lengths.',
      },
    },
  },
  'interactions.TextResponseFormatMimeType': words('application/json', 'text/plain'),
  'interactions.ImageResponseFormat': {
    ...SNAKE,
    fields: {
      type: kind('image'),
      mime_type: {
        type: 'interactions.ImageResponseFormatMimeType',
        doc: 'MIME type of the image.',
      },
      aspect_ratio: {
        type: 'interactions.ImageAspectRatio',
        doc: 'Aspect ratio (width to height).',
      },
      image_size: { type: 'interactions.ImageSize', doc: 'The size.' },
      delivery: DELIVERY,
    },
  },
  'interactions.ImageResponseFormatMimeType': words('image/jpeg'),
  'interactions.AudioResponseFormat': {
    ...SNAKE,
    fields: {
      type: kind('audio'),
      mime_type: {
        type: 'interactions.AudioResponseFormatMimeType',
        doc: 'MIME type of the audio.',
      },
      sample_rate: { type: 'int32', doc: 'Sample rate in samples per second.' },
      bit_rate: { type: 'int32', doc: 'Bit rate in bits per second. MP3 and Opus only.' },
      delivery: DELIVERY,
    },
  },
  'interactions.AudioResponseFormatMimeType': words(
    'audio/mp3',
    'audio/ogg_opus',
    'audio/l16',
    'audio/wav',
    'audio/alaw',
    'audio/mulaw',
  ),
  'interactions.VideoResponseFormat': {
    ...SNAKE,
    fields: {
      type: kind('video'),
      aspect_ratio: {
        type: 'interactions.VideoResponseFormatAspectRatio',
        doc: 'Aspect ratio (width to height).',
      },
      resolution: { type: 'interactions.VideoResolution', doc: 'Lines. Absent: 720p.' },
      duration: { type: 'duration', doc: 'Duration of the video, such as 8s.' },
      delivery: DELIVERY,
      gcs_uri: { type: 'string', reaches: 'address', doc: 'URI of the output bucket.' },
    },
  },
  'interactions.VideoResponseFormatAspectRatio': words('16:9', '9:16'),
  'interactions.VideoResolution': words('360p', '720p', '1080p', '4k'),
  'interactions.ResponseFormatDelivery': words('inline', 'uri'),
} as const satisfies MessageFamily;
