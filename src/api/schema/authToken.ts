import { NEW } from '../versions';
import type { MessageFamily } from './row';

const HANDED_ON = { inputOnly: true, immutable: true } as const;

export const authTokenMessages = {
  /** An ephemeral token for web pages, which must not contain an API key. Only the name is returned. */
  AuthToken: {
    versions: NEW,
    fields: {
      name: {
        type: 'string',
        outputOnly: true,
        doc: 'The token itself, in the format auth_tokens/{id}. Treat it as a secret.',
      },
      uses: {
        type: 'int32',
        ...HANDED_ON,
        presence: true,
        limits: { minimum: 0 },
        doc: 'Number of sessions the token can start: 1 by default, 0 for no limit.',
      },
      expireTime: {
        type: 'timestamp',
        ...HANDED_ON,
        presence: true,
        doc: 'Time when the token’s sessions end: after 30 minutes by default, 20 hours at most.',
      },
      newSessionExpireTime: {
        type: 'timestamp',
        ...HANDED_ON,
        presence: true,
        doc: 'Deadline for starting new sessions: after 60 seconds by default, 20 hours at most.',
      },
      bidiGenerateContentSetup: {
        type: 'BidiGenerateContentSetup',
        ...HANDED_ON,
        presence: true,
        doc: 'Setup of the token’s sessions.',
      },
      fieldMask: {
        type: 'fieldMask',
        ...HANDED_ON,
        doc: 'Setup fields that the token locks. Default: all fields.',
      },
    },
  },
  BidiGenerateContentSetup: {
    versions: NEW,
    fields: {
      model: { type: 'string', required: true, doc: 'Live API model, in the format models/{id}.' },
      generationConfig: {
        type: 'GenerationConfig',
        presence: true,
        doc: 'Generation settings, such as audio responses.',
      },
      systemInstruction: {
        type: 'Content',
        presence: true,
        doc: 'System instruction for the model. Text only.',
      },
      tools: { type: 'Tool', repeated: true, doc: 'Tools the model can use.' },
      realtimeInputConfig: {
        type: 'RealtimeInputConfig',
        presence: true,
        doc: 'Settings for incoming audio and video.',
      },
      sessionResumption: {
        type: 'SessionResumptionConfig',
        presence: true,
        doc: 'Resumes a previous session.',
      },
      contextWindowCompression: {
        type: 'ContextWindowCompressionConfig',
        presence: true,
        doc: 'Compresses the context of long sessions.',
      },
      inputAudioTranscription: {
        type: 'AudioTranscriptionConfig',
        presence: true,
        doc: 'Transcribes the audio input. Can be empty.',
      },
      outputAudioTranscription: {
        type: 'AudioTranscriptionConfig',
        presence: true,
        doc: 'Transcribes the audio output. Can be empty.',
      },
      historyConfig: {
        type: 'HistoryConfig',
        presence: true,
        doc: 'Source of the initial conversation history.',
      },
      proactivity: {
        type: 'ProactivityConfig',
        presence: true,
        doc: 'Whether the model can speak or stay silent on its own.',
      },
      avatarConfig: {
        type: 'AvatarConfig',
        presence: true,
        doc: 'Avatar that speaks the responses.',
      },
      safetySettings: {
        type: 'SafetySetting',
        repeated: true,
        doc: 'Safety settings, one per category.',
      },
      labels: { type: 'string', map: true, doc: 'Labels for billing.' },
    },
  },
  RealtimeInputConfig: {
    versions: NEW,
    fields: {
      automaticActivityDetection: {
        type: 'RealtimeInputConfig.AutomaticActivityDetection',
        presence: true,
        doc: 'Voice activity detection settings. If disabled, the client signals speech.',
      },
      activityHandling: {
        type: 'RealtimeInputConfig.ActivityHandling',
        presence: true,
        doc: 'Handling of user speech during a response.',
      },
      turnCoverage: {
        type: 'RealtimeInputConfig.TurnCoverage',
        presence: true,
        doc: 'The part of the input that belongs to a turn.',
      },
      interimTranscriptTimestampEnabled: {
        type: 'bool',
        doc: 'Whether transcripts include timestamps, even interim ones.',
      },
    },
  },
  'RealtimeInputConfig.AutomaticActivityDetection': {
    versions: NEW,
    fields: {
      disabled: { type: 'bool', presence: true, doc: 'Whether the client signals speech instead.' },
      startOfSpeechSensitivity: {
        type: 'RealtimeInputConfig.AutomaticActivityDetection.StartSensitivity',
        presence: true,
        doc: 'Sensitivity of speech start detection.',
      },
      prefixPaddingMs: {
        type: 'int32',
        presence: true,
        doc: 'Minimum duration of speech before it counts as started, in milliseconds.',
      },
      endOfSpeechSensitivity: {
        type: 'RealtimeInputConfig.AutomaticActivityDetection.EndSensitivity',
        presence: true,
        doc: 'Sensitivity of speech end detection.',
      },
      silenceDurationMs: {
        type: 'int32',
        presence: true,
        doc: 'Minimum duration of silence before speech counts as ended, in milliseconds.',
      },
    },
  },
  'RealtimeInputConfig.AutomaticActivityDetection.StartSensitivity': {
    versions: NEW,
    values: {
      START_SENSITIVITY_UNSPECIFIED: 0,
      START_SENSITIVITY_HIGH: 1,
      START_SENSITIVITY_LOW: 2,
    },
  },
  'RealtimeInputConfig.AutomaticActivityDetection.EndSensitivity': {
    versions: NEW,
    values: { END_SENSITIVITY_UNSPECIFIED: 0, END_SENSITIVITY_HIGH: 1, END_SENSITIVITY_LOW: 2 },
  },
  'RealtimeInputConfig.ActivityHandling': {
    versions: NEW,
    values: {
      ACTIVITY_HANDLING_UNSPECIFIED: 0,
      START_OF_ACTIVITY_INTERRUPTS: 1,
      NO_INTERRUPTION: 2,
    },
  },
  'RealtimeInputConfig.TurnCoverage': {
    versions: NEW,
    values: {
      TURN_COVERAGE_UNSPECIFIED: 0,
      TURN_INCLUDES_ONLY_ACTIVITY: 1,
      TURN_INCLUDES_ALL_INPUT: 2,
      TURN_INCLUDES_AUDIO_ACTIVITY_AND_ALL_VIDEO: null,
    },
  },
  AvatarConfig: {
    versions: NEW,
    fields: {
      avatarName: { type: 'string', doc: 'Name of a built-in avatar.' },
      customizedAvatar: { type: 'AvatarConfig.CustomizedAvatar', doc: 'A custom avatar.' },
      audioBitrateBps: { type: 'int32', doc: 'Audio bit rate, in bits per second.' },
      videoBitrateBps: { type: 'int32', doc: 'Video bit rate, in bits per second.' },
    },
  },
  'AvatarConfig.CustomizedAvatar': {
    versions: NEW,
    fields: {
      imageMimeType: { type: 'string', doc: 'MIME type of the image.' },
      imageData: { type: 'bytes', doc: 'The image.' },
    },
  },
  SessionResumptionConfig: {
    versions: NEW,
    fields: {
      handle: {
        type: 'string',
        presence: true,
        doc: 'Handle of the session to resume. Omit it to start a new session.',
      },
    },
  },
  ContextWindowCompressionConfig: {
    versions: NEW,
    fields: {
      triggerTokens: {
        type: 'int64',
        presence: true,
        doc: 'Number of tokens that triggers compression. Default: 80% of the model’s token limit.',
      },
      slidingWindow: {
        type: 'ContextWindowCompressionConfig.SlidingWindow',
        presence: true,
        doc: 'Removes the oldest turns.',
      },
    },
  },
  'ContextWindowCompressionConfig.SlidingWindow': {
    versions: NEW,
    fields: {
      targetTokens: { type: 'int64', presence: true, doc: 'Number of tokens to retain.' },
    },
  },
  HistoryConfig: {
    versions: NEW,
    fields: {
      initialHistoryInClientContent: {
        type: 'bool',
        doc: 'Whether the client’s first messages are the earlier conversation history.',
      },
    },
  },
  ProactivityConfig: {
    versions: NEW,
    fields: {
      proactiveAudio: {
        type: 'bool',
        presence: true,
        doc: 'Whether the model can ignore input that isn’t meant for it.',
      },
      proactiveVideo: {
        type: 'bool',
        presence: true,
        doc: 'Whether the model can speak up about the video.',
      },
    },
  },
} as const satisfies MessageFamily;
