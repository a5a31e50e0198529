import { NEW } from '../versions';
import type { MessageFamily } from './row';

const HANDED_ON = { inputOnly: true, immutable: true } as const;

/** Tokens for live sessions, and the settings of a session that a token can fix. */
export const authTokenMessages = {
  /** A credential for live sessions alone: for pages, which must not have a key. Only its name is given back. */
  AuthToken: {
    versions: NEW,
    fields: {
      name: {
        type: 'string',
        outputOnly: true,
        doc: 'auth_tokens/{id}: the credential itself, to be kept secret.',
      },
      uses: {
        type: 'int32',
        ...HANDED_ON,
        presence: true,
        limits: { minimum: 0 },
        doc: 'How many sessions it opens: 1 by default, 0 for any number.',
      },
      expireTime: {
        type: 'timestamp',
        ...HANDED_ON,
        presence: true,
        doc: 'When its sessions end: in 30 minutes by default, within 20 hours.',
      },
      newSessionExpireTime: {
        type: 'timestamp',
        ...HANDED_ON,
        presence: true,
        doc: 'Until when it opens sessions: for 60 seconds by default, within 20 hours.',
      },
      bidiGenerateContentSetup: {
        type: 'BidiGenerateContentSetup',
        ...HANDED_ON,
        presence: true,
        doc: 'What its sessions are set up with.',
      },
      fieldMask: {
        type: 'fieldMask',
        ...HANDED_ON,
        doc: 'The fields of the setup that the token fixes; without it, all of the setup.',
      },
    },
  },
  /** How a live session is set up. */
  BidiGenerateContentSetup: {
    versions: NEW,
    fields: {
      model: { type: 'string', required: true, doc: 'models/{id}, of a model for live sessions.' },
      generationConfig: {
        type: 'GenerationConfig',
        presence: true,
        doc: 'How it answers, such as in speech.',
      },
      systemInstruction: { type: 'Content', presence: true, doc: 'Steers the model. Text only.' },
      tools: { type: 'Tool', repeated: true, doc: 'What the model may use.' },
      realtimeInputConfig: {
        type: 'RealtimeInputConfig',
        presence: true,
        doc: 'How sound and pictures that come in are taken.',
      },
      sessionResumption: {
        type: 'SessionResumptionConfig',
        presence: true,
        doc: 'Goes on with a session from before.',
      },
      contextWindowCompression: {
        type: 'ContextWindowCompressionConfig',
        presence: true,
        doc: 'Makes room in a long session.',
      },
      inputAudioTranscription: {
        type: 'AudioTranscriptionConfig',
        presence: true,
        doc: 'Writes down what is heard; may be empty.',
      },
      outputAudioTranscription: {
        type: 'AudioTranscriptionConfig',
        presence: true,
        doc: 'Writes down what is said; may be empty.',
      },
      historyConfig: {
        type: 'HistoryConfig',
        presence: true,
        doc: 'Where the beginning of the conversation comes from.',
      },
      proactivity: {
        type: 'ProactivityConfig',
        presence: true,
        doc: 'Whether the model may speak, or be silent, by itself.',
      },
      avatarConfig: { type: 'AvatarConfig', presence: true, doc: 'A face for the answers.' },
      safetySettings: {
        type: 'SafetySetting',
        repeated: true,
        doc: 'What is blocked, one for each category.',
      },
      labels: { type: 'string', map: true, doc: 'Names for bills.' },
    },
  },
  /** How sound and pictures that come in are taken. */
  RealtimeInputConfig: {
    versions: NEW,
    fields: {
      automaticActivityDetection: {
        type: 'RealtimeInputConfig.AutomaticActivityDetection',
        presence: true,
        doc: 'How the beginning and the end of speech are found, or that they are told.',
      },
      activityHandling: {
        type: 'RealtimeInputConfig.ActivityHandling',
        presence: true,
        doc: 'What happens when somebody speaks in between.',
      },
      turnCoverage: {
        type: 'RealtimeInputConfig.TurnCoverage',
        presence: true,
        doc: 'Which part of what came in belongs to a turn.',
      },
      interimTranscriptTimestampEnabled: {
        type: 'bool',
        doc: 'Says when what is heard was said, also before it is certain.',
      },
    },
  },
  /** How the beginning and the end of speech are found. */
  'RealtimeInputConfig.AutomaticActivityDetection': {
    versions: NEW,
    fields: {
      disabled: { type: 'bool', presence: true, doc: 'The client says when somebody speaks.' },
      startOfSpeechSensitivity: {
        type: 'RealtimeInputConfig.AutomaticActivityDetection.StartSensitivity',
        presence: true,
        doc: 'How easily a beginning is heard.',
      },
      prefixPaddingMs: {
        type: 'int32',
        presence: true,
        doc: 'So long somebody has to speak before it counts, in milliseconds.',
      },
      endOfSpeechSensitivity: {
        type: 'RealtimeInputConfig.AutomaticActivityDetection.EndSensitivity',
        presence: true,
        doc: 'How easily an end is heard.',
      },
      silenceDurationMs: {
        type: 'int32',
        presence: true,
        doc: 'So long it has to be silent before the end, in milliseconds.',
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
  /** A face that speaks the answers. */
  AvatarConfig: {
    versions: NEW,
    fields: {
      avatarName: { type: 'string', doc: 'A face that the service has.' },
      customizedAvatar: { type: 'AvatarConfig.CustomizedAvatar', doc: 'A face of your own.' },
      audioBitrateBps: { type: 'int32', doc: 'Bits per second of the sound.' },
      videoBitrateBps: { type: 'int32', doc: 'Bits per second of the pictures.' },
    },
  },
  'AvatarConfig.CustomizedAvatar': {
    versions: NEW,
    fields: {
      imageMimeType: { type: 'string', doc: 'MIME type of the picture.' },
      imageData: { type: 'bytes', doc: 'The picture.' },
    },
  },
  /** Goes on with a session from before. */
  SessionResumptionConfig: {
    versions: NEW,
    fields: {
      handle: { type: 'string', presence: true, doc: 'That of the session; absent for a new one.' },
    },
  },
  /** Makes room in a long session. */
  ContextWindowCompressionConfig: {
    versions: NEW,
    fields: {
      triggerTokens: {
        type: 'int64',
        presence: true,
        doc: 'Tokens from which on it begins: four fifths of what the model takes by default.',
      },
      slidingWindow: {
        type: 'ContextWindowCompressionConfig.SlidingWindow',
        presence: true,
        doc: 'Leaves out the oldest turns.',
      },
    },
  },
  'ContextWindowCompressionConfig.SlidingWindow': {
    versions: NEW,
    fields: {
      targetTokens: { type: 'int64', presence: true, doc: 'Tokens that are left then.' },
    },
  },
  /** Where the beginning of the conversation comes from. */
  HistoryConfig: {
    versions: NEW,
    fields: {
      initialHistoryInClientContent: {
        type: 'bool',
        doc: 'The first messages of the client are what was said before.',
      },
    },
  },
  /** Whether the model may speak, or be silent, by itself. */
  ProactivityConfig: {
    versions: NEW,
    fields: {
      proactiveAudio: {
        type: 'bool',
        presence: true,
        doc: 'It may leave unanswered what is not meant for it.',
      },
      proactiveVideo: { type: 'bool', presence: true, doc: 'It may speak up about what it sees.' },
    },
  },
} as const satisfies MessageFamily;
