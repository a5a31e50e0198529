import { PREBUILT_VOICES } from '../../../api/schema/fieldLimits';
import * as l10n from '@vscode/l10n';
import { generationLimits } from '../../../api/schema/fieldLimits';
import { SPEAKERS_PATH, VOICE_PATH } from '../../../conversation/model/requestFields';
import { type Model, type SettingRow, configChoice } from './row';

// Unknown models may support anything.
const draws = (model: Model): boolean => model?.use === undefined || model.use === 'image';
const speaks = (model: Model): boolean => model?.use === undefined || model.use === 'tts';

function speakerRows(speaker: 0 | 1): readonly SettingRow[] {
  const isFirst = speaker === 0;
  return [
    {
      key: `speaker${speaker}`,
      kind: 'line',
      label: () => (isFirst ? l10n.t('Speaker 1') : l10n.t('Speaker 2')),
      hint: () => l10n.t('For two speakers: the speaker’s name in the prompt.'),
      placeholder: () => l10n.t('None'),
      section: 'media',
      place: { speaker, of: 'name' },
      known: speaks,
      clears: VOICE_PATH,
    },
    {
      key: `voice${speaker}`,
      kind: 'choice',
      label: () => (isFirst ? l10n.t('Voice of speaker 1') : l10n.t('Voice of speaker 2')),
      section: 'media',
      place: { speaker, of: 'voice' },
      options: PREBUILT_VOICES,
      needs: `speaker${speaker}`,
      clears: VOICE_PATH,
    },
  ];
}

export const MEDIA_ROWS: readonly SettingRow[] = [
  configChoice('responseModalities', 'media', {
    label: () => l10n.t('Response modalities'),
    kind: 'choices',
    hint: () => l10n.t('Content types that the response can include.'),
    options: ['TEXT', 'IMAGE', 'AUDIO'],
  }),
  configChoice('mediaResolution', 'media', {
    label: () => l10n.t('Media resolution'),
    hint: () => l10n.t('Resolution of attached media. Higher values use more tokens.'),
    prefix: 'MEDIA_RESOLUTION_',
    options: ['MEDIA_RESOLUTION_LOW', 'MEDIA_RESOLUTION_MEDIUM', 'MEDIA_RESOLUTION_HIGH'],
  }),
  configChoice('aspectRatio', 'media', {
    path: 'imageConfig.aspectRatio',
    label: () => l10n.t('Aspect ratio'),
    hint: () => l10n.t('For generated images.'),
    options: generationLimits.aspectRatio.enum,
    known: draws,
  }),
  configChoice('imageSize', 'media', {
    path: 'imageConfig.imageSize',
    label: () => l10n.t('Image size'),
    hint: () => l10n.t('Side length of a square image in pixels. Larger images cost more.'),
    options: generationLimits.imageSize.enum,
    standard: () => '1K',
    known: draws,
  }),
  configChoice('voiceName', 'media', {
    path: 'speechConfig.voiceConfig.prebuiltVoiceConfig.voiceName',
    label: () => l10n.t('Voice'),
    hint: () => l10n.t('For a single speaker.'),
    options: PREBUILT_VOICES,
    known: speaks,
    clears: SPEAKERS_PATH,
  }),
  ...([0, 1] as const).flatMap(speakerRows),
  configChoice('audioFormat', 'media', {
    path: 'responseFormat.audio.mimeType',
    label: () => l10n.t('Audio format'),
    hint: () => l10n.t('Audio encoding of the speech.'),
    prefix: 'AUDIO_',
    options: ['AUDIO_WAV', 'AUDIO_MP3', 'AUDIO_OGG_OPUS', 'AUDIO_L16', 'AUDIO_ALAW', 'AUDIO_MULAW'],
    words: {
      AUDIO_WAV: () => 'WAV',
      AUDIO_MP3: () => 'MP3',
      AUDIO_OGG_OPUS: () => 'Ogg Opus',
      AUDIO_L16: () => 'L16',
      AUDIO_ALAW: () => 'A-law',
      AUDIO_MULAW: () => 'μ-law',
    },
    known: speaks,
  }),
  {
    key: 'languageCode',
    kind: 'line',
    label: () => l10n.t('Speech language'),
    placeholder: () => l10n.t('Default'),
    hint: () => l10n.t('For example, en-US.'),
    section: 'media',
    place: { in: { chat: 'generationConfig.speechConfig.languageCode' } },
    known: speaks,
  },
];
