import { deprecated } from '../status';
import { NEW, TODAY_V1 } from '../versions';
import { generationLimits } from './fieldLimits';
import type { MessageFamily } from './row';

const SPEECH_LANGUAGES = [
  'de-DE',
  'en-AU',
  'en-GB',
  'en-IN',
  'en-US',
  'es-US',
  'fr-FR',
  'hi-IN',
  'pt-BR',
  'ar-XA',
  'es-ES',
  'fr-CA',
  'id-ID',
  'it-IT',
  'ja-JP',
  'tr-TR',
  'vi-VN',
  'bn-IN',
  'gu-IN',
  'kn-IN',
  'ml-IN',
  'mr-IN',
  'ta-IN',
  'te-IN',
  'nl-NL',
  'ko-KR',
  'cmn-CN',
  'pl-PL',
  'ru-RU',
  'th-TH',
] as const;

export const speechMessages = {
  SpeechConfig: {
    versions: TODAY_V1,
    fields: {
      voiceConfig: { type: 'VoiceConfig', doc: 'Voice of a single speaker.' },
      multiSpeakerVoiceConfig: {
        type: 'MultiSpeakerVoiceConfig',
        doc: 'Voices of multiple speakers. Can’t be combined with voiceConfig.',
      },
      languageCode: {
        type: 'string',
        limits: { enum: SPEECH_LANGUAGES },
        doc: 'Language to speak, such as en-US.',
      },
    },
  },
  VoiceConfig: {
    versions: TODAY_V1,
    fields: {
      prebuiltVoiceConfig: {
        type: 'PrebuiltVoiceConfig',
        oneof: 'voice_config',
        doc: 'Prebuilt voice.',
      },
      voice: {
        type: 'string',
        versions: NEW,
        doc: 'Name of a custom or prebuilt voice.',
      },
      replicatedVoiceConfig: {
        type: 'ReplicatedVoiceConfig',
        versions: NEW,
        doc: 'Voice replicated from a sample, with the speaker’s consent.',
      },
    },
  },
  ReplicatedVoiceConfig: {
    versions: NEW,
    fields: {
      mimeType: { type: 'string', doc: 'MIME type of the sample: audio/wav.' },
      voiceSampleAudio: { type: 'bytes', doc: 'Voice sample, as 24 kHz, 16-bit, mono WAV.' },
      consentAudio: {
        type: 'bytes',
        doc: 'Recording of the same speaker giving consent, in the same format.',
      },
      voiceConsentSignature: {
        type: 'VoiceConsentSignature',
        doc: 'Proof of previously recorded consent, used instead of consentAudio.',
      },
    },
  },
  VoiceConsentSignature: {
    versions: NEW,
    fields: { signature: { type: 'string', doc: 'Opaque signature returned by the API.' } },
  },
  PrebuiltVoiceConfig: {
    versions: TODAY_V1,
    fields: {
      voiceName: { type: 'string', presence: true, doc: 'Name of the voice, such as Kore.' },
    },
  },
  MultiSpeakerVoiceConfig: {
    versions: TODAY_V1,
    fields: {
      speakerVoiceConfigs: {
        type: 'SpeakerVoiceConfig',
        repeated: true,
        required: true,
        doc: 'Voices of the two speakers.',
      },
    },
  },
  SpeakerVoiceConfig: {
    versions: TODAY_V1,
    fields: {
      speaker: {
        type: 'string',
        required: true,
        doc: 'Name of the speaker, as used in the prompt.',
      },
      voiceConfig: { type: 'VoiceConfig', required: true, doc: 'Voice of the speaker.' },
    },
  },
  AudioTranscriptionConfig: {
    versions: NEW,
    fields: {
      languageCodes: {
        type: 'string',
        repeated: true,
        doc: 'Languages that may be spoken, such as en-US. Default: detected automatically.',
      },
      customVocabulary: {
        type: 'string',
        repeated: true,
        limits: generationLimits.customVocabulary,
        doc: 'Up to 1,000 words to listen for, such as names.',
      },
      wordTimestamp: { type: 'bool', doc: 'Whether to include timestamps for each word.' },
      diarization: { type: 'bool', doc: 'Whether to distinguish between speakers.' },
      mode: {
        type: 'AudioTranscriptionConfig.Mode',
        doc: 'Transcription mode: VERBATIM includes every sound, and SMART omits slips and filler words.',
      },
      sourceText: { type: 'string', doc: 'Expected text, for comparison with the transcription.' },
      adaptationPhrases: {
        type: 'string',
        repeated: true,
        status: deprecated('customVocabulary'),
        doc: 'Words to listen for.',
      },
      languageHints: {
        type: 'LanguageHints',
        status: deprecated('languageCodes'),
        doc: 'Languages that may be spoken.',
      },
      languageAuto: {
        type: 'LanguageAuto',
        status: deprecated('languageCodes'),
        doc: 'Detects the language automatically.',
      },
    },
  },
  'AudioTranscriptionConfig.Mode': {
    versions: NEW,
    values: { MODE_UNSPECIFIED: 0, VERBATIM: null, SMART: null },
  },
  LanguageHints: {
    versions: NEW,
    fields: {
      languageCodes: {
        type: 'string',
        repeated: true,
        required: true,
        status: deprecated(),
        doc: 'Language codes, such as en-US.',
      },
    },
  },
  LanguageAuto: { versions: NEW, fields: {} },
  Transcription: {
    versions: NEW,
    fields: {
      text: { type: 'string', doc: 'Transcribed text.' },
      finished: { type: 'bool', doc: 'Whether the transcription is complete.' },
      languageCode: { type: 'string', doc: 'Language that was spoken.' },
      speakerLabel: { type: 'string', doc: 'Label that identifies the speaker.' },
      words: { type: 'WordInfo', repeated: true, doc: 'Words with their timestamps.' },
      startOffset: { type: 'duration', doc: 'Start time of the speech in the recording.' },
      endOffset: { type: 'duration', doc: 'End time of the speech in the recording.' },
    },
  },
  WordInfo: {
    versions: NEW,
    fields: {
      word: { type: 'string', doc: 'The word.' },
      startOffset: { type: 'duration', doc: 'Start time of the word.' },
      endOffset: { type: 'duration', doc: 'End time of the word.' },
    },
  },
  SpeechMetadata: {
    versions: NEW,
    fields: {
      speaker: { type: 'string', doc: 'Name of the speaker, as used in the voice settings.' },
      style: { type: 'string', doc: 'Speaking style, such as whispering.' },
    },
  },
  TranslationConfig: {
    versions: NEW,
    fields: {
      targetLanguageCode: {
        type: 'string',
        required: true,
        doc: 'Language to translate into, such as pl.',
      },
      echoTargetLanguage: {
        type: 'bool',
        doc: 'Whether to also repeat speech that is already in the target language.',
      },
    },
  },
} as const satisfies MessageFamily;
