import { deprecated } from '../status';
import { NEW, TODAY_V1 } from '../versions';
import { generationLimits } from './fieldLimits';
import type { MessageFamily } from './row';

// What the documents list for speech.
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

/** Speech: voices of what is spoken, and what is written down of what was heard. */
export const speechMessages = {
  SpeechConfig: {
    versions: TODAY_V1,
    fields: {
      voiceConfig: { type: 'VoiceConfig', doc: 'The voice, where one speaks.' },
      multiSpeakerVoiceConfig: {
        type: 'MultiSpeakerVoiceConfig',
        doc: 'The voices, where several speak. Not together with voiceConfig.',
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
        doc: 'A voice that the service has.',
      },
      voice: {
        type: 'string',
        versions: NEW,
        doc: 'Name of a voice, one of your own or of the service.',
      },
      replicatedVoiceConfig: {
        type: 'ReplicatedVoiceConfig',
        versions: NEW,
        doc: 'A voice after a sample, with the consent of who speaks.',
      },
    },
  },
  /** A voice that is made like the one in a recording. */
  ReplicatedVoiceConfig: {
    versions: NEW,
    fields: {
      mimeType: { type: 'string', doc: 'IANA media type of the sample: audio/wav.' },
      voiceSampleAudio: { type: 'bytes', doc: 'The sample: WAV at 24 kHz, 16 bits, mono.' },
      consentAudio: {
        type: 'bytes',
        doc: 'The same voice saying that it agrees, in the same format.',
      },
      voiceConsentSignature: {
        type: 'VoiceConsentSignature',
        doc: 'Proof of a consent that was heard before, in place of consentAudio.',
      },
    },
  },
  VoiceConsentSignature: {
    versions: NEW,
    fields: { signature: { type: 'string', doc: 'Opaque; as the service gave it.' } },
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
        doc: 'Each speaker with a voice; there are two.',
      },
    },
  },
  SpeakerVoiceConfig: {
    versions: TODAY_V1,
    fields: {
      speaker: { type: 'string', required: true, doc: 'The name that the prompt uses.' },
      voiceConfig: { type: 'VoiceConfig', required: true, doc: 'The voice of this speaker.' },
    },
  },
  /** How to write down what is heard. */
  AudioTranscriptionConfig: {
    versions: NEW,
    fields: {
      languageCodes: {
        type: 'string',
        repeated: true,
        doc: 'Languages that may be spoken, such as en-US. Absent: they are found out.',
      },
      customVocabulary: {
        type: 'string',
        repeated: true,
        limits: generationLimits.customVocabulary,
        doc: 'Words to listen for, such as names: at most 1,000.',
      },
      wordTimestamp: { type: 'bool', doc: 'Whether each word says when it was spoken.' },
      diarization: { type: 'bool', doc: 'Whether to tell the speakers apart.' },
      mode: {
        type: 'AudioTranscriptionConfig.Mode',
        doc: 'VERBATIM keeps every sound; SMART leaves out slips and fillers.',
      },
      sourceText: { type: 'string', doc: 'What was to be said, to compare with.' },
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
        doc: 'Finds out the language.',
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
        doc: 'Such as en-US.',
      },
    },
  },
  LanguageAuto: { versions: NEW, fields: {} },
  /** What was heard, in words. */
  Transcription: {
    versions: NEW,
    fields: {
      text: { type: 'string', doc: 'What was said.' },
      finished: { type: 'bool', doc: 'Whether no more of it follows.' },
      languageCode: { type: 'string', doc: 'The language that was spoken.' },
      speakerLabel: { type: 'string', doc: 'Which of the speakers it was.' },
      words: { type: 'WordInfo', repeated: true, doc: 'Each word with its time.' },
      startOffset: { type: 'duration', doc: 'When it begins in the recording.' },
      endOffset: { type: 'duration', doc: 'When it ends in the recording.' },
    },
  },
  WordInfo: {
    versions: NEW,
    fields: {
      word: { type: 'string', doc: 'The word.' },
      startOffset: { type: 'duration', doc: 'When it begins.' },
      endOffset: { type: 'duration', doc: 'When it ends.' },
    },
  },
  /** How a piece of text is to be spoken. */
  SpeechMetadata: {
    versions: NEW,
    fields: {
      speaker: { type: 'string', doc: 'Who says it, by the name in the voice settings.' },
      style: { type: 'string', doc: 'How it is said, such as whispering.' },
    },
  },
  /** A conversation in real time that is spoken in another language too. */
  TranslationConfig: {
    versions: NEW,
    fields: {
      targetLanguageCode: {
        type: 'string',
        required: true,
        doc: 'The language to translate to, such as pl.',
      },
      echoTargetLanguage: {
        type: 'bool',
        doc: 'Whether to speak also what was said in that language already.',
      },
    },
  },
} as const satisfies MessageFamily;
