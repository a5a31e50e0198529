import { NEW_ALPHA } from '../versions';
import type { MessageFamily } from './row';

export const liveMusicMessages = {
  BidiGenerateMusicClientMessage: {
    versions: NEW_ALPHA,
    fields: {
      setup: { type: 'BidiGenerateMusicSetup', doc: 'Session setup. Must be the first message.' },
      clientContent: {
        type: 'BidiGenerateMusicClientContent',
        doc: 'Prompts that describe the music.',
      },
      musicGenerationConfig: {
        type: 'MusicGenerationConfig',
        doc: 'Settings for generating the music.',
      },
      playbackControl: { type: 'MusicPlaybackControl', doc: 'Starts, pauses, or stops the music.' },
    },
  },
  BidiGenerateMusicSetup: {
    versions: NEW_ALPHA,
    fields: {
      model: { type: 'string', doc: 'Music model, in the format models/{id}.' },
    },
  },
  BidiGenerateMusicClientContent: {
    versions: NEW_ALPHA,
    fields: {
      weightedPrompts: {
        type: 'WeightedPrompt',
        repeated: true,
        doc: 'Weighted prompts that describe the music.',
      },
    },
  },
  WeightedPrompt: {
    versions: NEW_ALPHA,
    fields: {
      text: { type: 'string', doc: 'The prompt.' },
      weight: { type: 'float', doc: 'Weight relative to the other prompts. Can’t be 0.' },
    },
  },
  MusicGenerationConfig: {
    versions: NEW_ALPHA,
    fields: {
      temperature: { type: 'float', doc: 'Degree of variation in the music.' },
      topK: { type: 'int32', doc: 'Samples from this many of the most likely tokens.' },
      seed: { type: 'int32', doc: 'Sampling seed. The same seed produces the same music.' },
      guidance: { type: 'float', doc: 'How closely the music follows the prompts.' },
      bpm: { type: 'int32', doc: 'Beats per minute.' },
      density: { type: 'float', doc: 'Density of the notes.' },
      brightness: { type: 'float', doc: 'Brightness of the sound.' },
      scale: { type: 'MusicScale', doc: 'Musical key.' },
      muteBass: { type: 'bool', doc: 'Whether to mute the bass.' },
      muteDrums: { type: 'bool', doc: 'Whether to mute the drums.' },
      onlyBassAndDrums: { type: 'bool', doc: 'Whether to play only bass and drums.' },
      musicGenerationMode: {
        type: 'MusicGenerationMode',
        doc: 'Aspect of the music to prioritize.',
      },
    },
  },
  MusicScale: {
    versions: NEW_ALPHA,
    values: {
      SCALE_UNSPECIFIED: 0,
      C_MAJOR_A_MINOR: null,
      D_FLAT_MAJOR_B_FLAT_MINOR: null,
      D_MAJOR_B_MINOR: null,
      E_FLAT_MAJOR_C_MINOR: null,
      E_MAJOR_D_FLAT_MINOR: null,
      F_MAJOR_D_MINOR: null,
      G_FLAT_MAJOR_E_FLAT_MINOR: null,
      G_MAJOR_E_MINOR: null,
      A_FLAT_MAJOR_F_MINOR: null,
      A_MAJOR_G_FLAT_MINOR: null,
      B_FLAT_MAJOR_G_MINOR: null,
      B_MAJOR_A_FLAT_MINOR: null,
    },
  },
  MusicGenerationMode: {
    versions: NEW_ALPHA,
    values: {
      MUSIC_GENERATION_MODE_UNSPECIFIED: 0,
      QUALITY: null,
      DIVERSITY: null,
      VOCALIZATION: null,
    },
  },
  MusicPlaybackControl: {
    versions: NEW_ALPHA,
    values: {
      PLAYBACK_CONTROL_UNSPECIFIED: 0,
      PLAY: null,
      PAUSE: null,
      STOP: null,
      RESET_CONTEXT: null,
    },
  },
  BidiGenerateMusicServerMessage: {
    versions: NEW_ALPHA,
    fields: {
      setupComplete: { type: 'BidiGenerateMusicSetupComplete' },
      serverContent: { type: 'BidiGenerateMusicServerContent' },
      filteredPrompt: { type: 'BidiGenerateMusicFilteredPrompt' },
    },
  },
  BidiGenerateMusicSetupComplete: {
    versions: NEW_ALPHA,
    fields: {},
  },
  BidiGenerateMusicServerContent: {
    versions: NEW_ALPHA,
    fields: {
      audioChunks: { type: 'AudioChunk', repeated: true },
    },
  },
  AudioChunk: {
    versions: NEW_ALPHA,
    fields: {
      data: { type: 'bytes' },
      mimeType: { type: 'string' },
      sourceMetadata: { type: 'AudioChunk.SourceMetadata' },
    },
  },
  'AudioChunk.SourceMetadata': {
    versions: NEW_ALPHA,
    fields: {
      clientContent: { type: 'BidiGenerateMusicClientContent' },
      musicGenerationConfig: { type: 'MusicGenerationConfig' },
    },
  },
  BidiGenerateMusicFilteredPrompt: {
    versions: NEW_ALPHA,
    fields: {
      text: { type: 'string' },
      filteredReason: { type: 'string' },
    },
  },
} as const satisfies MessageFamily;
