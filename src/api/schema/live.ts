import { NEW_ALPHA } from '../versions';
import type { MessageFamily } from './row';

export const liveMessages = {
  /** Client message: exactly one field. */
  BidiGenerateContentClientMessage: {
    versions: NEW_ALPHA,
    fields: {
      setup: {
        type: 'BidiGenerateContentSetup',
        oneof: 'message_type',
        doc: 'Session setup. Must be the first message.',
      },
      clientContent: {
        type: 'BidiGenerateContentClientContent',
        oneof: 'message_type',
        doc: 'Conversation turns.',
      },
      realtimeInput: {
        type: 'BidiGenerateContentRealtimeInput',
        oneof: 'message_type',
        doc: 'Audio, images, and text sent in real time.',
      },
      toolResponse: {
        type: 'BidiGenerateContentToolResponse',
        oneof: 'message_type',
        doc: 'Function results.',
      },
      contextUpdate: {
        type: 'BidiGenerateContentContextUpdate',
        oneof: 'message_type',
        doc: 'New instructions or tools for the session.',
      },
    },
  },
  BidiGenerateContentClientContent: {
    versions: NEW_ALPHA,
    fields: {
      turns: { type: 'Content', repeated: true, doc: 'Conversation turns, in order.' },
      turnComplete: {
        type: 'bool',
        doc: 'Whether the turn is complete, so that the model can respond.',
      },
    },
  },
  BidiGenerateContentRealtimeInput: {
    versions: NEW_ALPHA,
    fields: {
      mediaChunks: {
        type: 'Blob',
        repeated: true,
        doc: 'Audio or image chunks. Replaced by audio and video.',
      },
      audio: { type: 'Blob', doc: 'Audio chunk, as 16 kHz PCM.' },
      audioStreamEnd: {
        type: 'bool',
        presence: true,
        doc: 'Indicates that the microphone is off.',
      },
      video: { type: 'Blob', doc: 'JPEG image. Send up to one per second.' },
      text: { type: 'string', presence: true, doc: 'Text chunk.' },
      activityStart: {
        type: 'BidiGenerateContentRealtimeInput.ActivityStart',
        doc: 'Indicates that the user started speaking, if automatic detection is off.',
      },
      activityEnd: {
        type: 'BidiGenerateContentRealtimeInput.ActivityEnd',
        doc: 'Indicates that the user stopped speaking.',
      },
    },
  },
  'BidiGenerateContentRealtimeInput.ActivityStart': {
    versions: NEW_ALPHA,
    fields: {},
  },
  'BidiGenerateContentRealtimeInput.ActivityEnd': {
    versions: NEW_ALPHA,
    fields: {},
  },
  BidiGenerateContentToolResponse: {
    versions: NEW_ALPHA,
    fields: {
      functionResponses: {
        type: 'FunctionResponse',
        repeated: true,
        doc: 'Function results, matched to the calls by ID.',
      },
    },
  },
  BidiGenerateContentContextUpdate: {
    versions: NEW_ALPHA,
    fields: {
      systemInstruction: {
        type: 'Content',
        doc: 'System instruction for the rest of the session.',
      },
      tools: {
        type: 'BidiGenerateContentContextUpdate.Tools',
        doc: 'Tools that the model can use for the rest of the session.',
      },
    },
  },
  'BidiGenerateContentContextUpdate.Tools': {
    versions: NEW_ALPHA,
    fields: {
      tools: { type: 'Tool', repeated: true, doc: 'Tools that the model can use.' },
    },
  },
  /** Server message; several fields may be set. */
  BidiGenerateContentServerMessage: {
    versions: NEW_ALPHA,
    fields: {
      setupComplete: {
        type: 'BidiGenerateContentSetupComplete',
        outputOnly: true,
        oneof: 'message_type',
      },
      serverContent: {
        type: 'BidiGenerateContentServerContent',
        outputOnly: true,
        oneof: 'message_type',
      },
      toolCall: { type: 'BidiGenerateContentToolCall', outputOnly: true, oneof: 'message_type' },
      toolCallCancellation: {
        type: 'BidiGenerateContentToolCallCancellation',
        outputOnly: true,
        oneof: 'message_type',
      },
      goAway: { type: 'GoAway', outputOnly: true, oneof: 'message_type' },
      sessionResumptionUpdate: {
        type: 'SessionResumptionUpdate',
        outputOnly: true,
        oneof: 'message_type',
      },
      usageMetadata: { type: 'UsageMetadata', outputOnly: true },
      voiceActivity: { type: 'VoiceActivity', outputOnly: true },
      voiceActivityDetectionSignal: { type: 'VoiceActivityDetectionSignal', outputOnly: true },
    },
  },
  BidiGenerateContentSetupComplete: {
    versions: NEW_ALPHA,
    fields: {
      sessionId: { type: 'string', outputOnly: true },
      voiceConsentSignature: { type: 'VoiceConsentSignature', outputOnly: true },
    },
  },
  BidiGenerateContentServerContent: {
    versions: NEW_ALPHA,
    fields: {
      modelTurn: { type: 'Content', outputOnly: true, presence: true },
      generationComplete: { type: 'bool', outputOnly: true },
      turnComplete: { type: 'bool', outputOnly: true },
      interrupted: { type: 'bool', outputOnly: true },
      groundingMetadata: { type: 'GroundingMetadata', outputOnly: true },
      inputTranscription: { type: 'Transcription', outputOnly: true },
      outputTranscription: { type: 'Transcription', outputOnly: true },
      urlContextMetadata: { type: 'UrlContextMetadata', outputOnly: true },
      waitingForInput: { type: 'bool', outputOnly: true },
      interimInputTranscription: { type: 'Transcription', outputOnly: true },
      turnCompleteReason: { type: 'TurnCompleteReason', outputOnly: true },
      interactionStatus: { type: 'InteractionStatus', outputOnly: true },
    },
  },
  TurnCompleteReason: {
    versions: NEW_ALPHA,
    values: {
      TURN_COMPLETE_REASON_UNSPECIFIED: 0,
      MALFORMED_FUNCTION_CALL: null,
      RESPONSE_REJECTED: null,
      NEED_MORE_INPUT: null,
      PROHIBITED_INPUT_CONTENT: null,
      IMAGE_PROHIBITED_INPUT_CONTENT: null,
      INPUT_TEXT_CONTAIN_PROMINENT_PERSON_PROHIBITED: null,
      INPUT_IMAGE_CELEBRITY: null,
      INPUT_IMAGE_PHOTO_REALISTIC_CHILD_PROHIBITED: null,
      INPUT_TEXT_NCII_PROHIBITED: null,
      INPUT_OTHER: null,
      INPUT_IP_PROHIBITED: null,
      BLOCKLIST: null,
      UNSAFE_PROMPT_FOR_IMAGE_GENERATION: null,
      GENERATED_IMAGE_SAFETY: null,
      GENERATED_CONTENT_SAFETY: null,
      GENERATED_AUDIO_SAFETY: null,
      GENERATED_VIDEO_SAFETY: null,
      GENERATED_CONTENT_PROHIBITED: null,
      GENERATED_CONTENT_BLOCKLIST: null,
      GENERATED_IMAGE_PROHIBITED: null,
      GENERATED_IMAGE_CELEBRITY: null,
      GENERATED_IMAGE_PROMINENT_PEOPLE_DETECTED_BY_REWRITER: null,
      GENERATED_IMAGE_IDENTIFIABLE_PEOPLE: null,
      GENERATED_IMAGE_MINORS: null,
      OUTPUT_IMAGE_IP_PROHIBITED: null,
      GENERATED_OTHER: null,
      MAX_REGENERATION_REACHED: null,
    },
  },
  InteractionStatus: {
    versions: NEW_ALPHA,
    values: {
      INTERACTION_STATUS_UNSPECIFIED: 0,
      IN_PROGRESS: null,
      REQUIRES_ACTION: null,
      IDLE: null,
    },
  },
  BidiGenerateContentToolCall: {
    versions: NEW_ALPHA,
    fields: {
      functionCalls: { type: 'FunctionCall', repeated: true, outputOnly: true },
    },
  },
  BidiGenerateContentToolCallCancellation: {
    versions: NEW_ALPHA,
    fields: {
      ids: { type: 'string', repeated: true, outputOnly: true },
    },
  },
  GoAway: {
    versions: NEW_ALPHA,
    fields: {
      timeLeft: { type: 'duration' },
    },
  },
  SessionResumptionUpdate: {
    versions: NEW_ALPHA,
    fields: {
      newHandle: { type: 'string' },
      resumable: { type: 'bool' },
      lastConsumedClientMessageIndex: { type: 'int64', outputOnly: true },
    },
  },
  UsageMetadata: {
    versions: NEW_ALPHA,
    fields: {
      promptTokenCount: { type: 'int32', outputOnly: true },
      cachedContentTokenCount: { type: 'int32' },
      responseTokenCount: { type: 'int32', outputOnly: true },
      toolUsePromptTokenCount: { type: 'int32', outputOnly: true },
      thoughtsTokenCount: { type: 'int32', outputOnly: true },
      totalTokenCount: { type: 'int32', outputOnly: true },
      promptTokensDetails: { type: 'ModalityTokenCount', repeated: true, outputOnly: true },
      cacheTokensDetails: { type: 'ModalityTokenCount', repeated: true, outputOnly: true },
      responseTokensDetails: { type: 'ModalityTokenCount', repeated: true, outputOnly: true },
      toolUsePromptTokensDetails: { type: 'ModalityTokenCount', repeated: true, outputOnly: true },
    },
  },
  VoiceActivity: {
    versions: NEW_ALPHA,
    fields: {
      voiceActivityType: { type: 'VoiceActivityType' },
      audioOffset: { type: 'duration' },
    },
  },
  VoiceActivityType: {
    versions: NEW_ALPHA,
    values: {
      TYPE_UNSPECIFIED: 0,
      ACTIVITY_START: null,
      ACTIVITY_END: null,
    },
  },
  VoiceActivityDetectionSignal: {
    versions: NEW_ALPHA,
    fields: {
      vadSignalType: { type: 'VadSignalType' },
    },
  },
  VadSignalType: {
    versions: NEW_ALPHA,
    values: {
      VAD_SIGNAL_TYPE_UNSPECIFIED: 0,
      VAD_SIGNAL_TYPE_SOS: null,
      VAD_SIGNAL_TYPE_EOS: null,
    },
  },
} as const satisfies MessageFamily;
