import { PREBUILT_VOICES } from '../../../api/schema/fieldLimits';
import * as l10n from '@vscode/l10n';
import { generationLimits } from '../../../api/schema/fieldLimits';
import { SPEAKERS_PATH, VOICE_PATH } from '../../../conversation/model/requestFields';
import type { Model, SettingRow } from './row';
import { configChoice } from './rowMakers';

// Of a model that no document names anything may be true.
const draws = (model: Model): boolean => model?.use === undefined || model.use === 'image';
const speaks = (model: Model): boolean => model?.use === undefined || model.use === 'tts';

/** One of the two who speak: the name in the prompt, and the voice. */
function speakerRows(speaker: 0 | 1): readonly SettingRow[] {
  const isFirst = speaker === 0;
  return [
    {
      key: `speaker${speaker}`,
      kind: 'line',
      label: () => (isFirst ? l10n.t('Speaker 1') : l10n.t('Speaker 2')),
      hint: () => l10n.t('Where two speak: the name that the prompt uses.'),
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

/** Pictures and sound, of either side. */
export const MEDIA_ROWS: readonly SettingRow[] = [
  configChoice('responseModalities', 'media', {
    label: () => l10n.t('Kinds of answer'),
    kind: 'choices',
    hint: () => l10n.t('What the answer may hold.'),
    options: ['TEXT', 'IMAGE', 'AUDIO'],
  }),
  configChoice('mediaResolution', 'media', {
    label: () => l10n.t('Media resolution'),
    hint: () => l10n.t('Of what is attached: higher takes more tokens.'),
    prefix: 'MEDIA_RESOLUTION_',
    options: ['MEDIA_RESOLUTION_LOW', 'MEDIA_RESOLUTION_MEDIUM', 'MEDIA_RESOLUTION_HIGH'],
  }),
  configChoice(
    'aspectRatio',
    'media',
    {
      label: () => l10n.t('Aspect ratio'),
      hint: () => l10n.t('Of images that the model makes.'),
      options: generationLimits.aspectRatio.enum,
      known: draws,
    },
    'imageConfig.aspectRatio',
  ),
  configChoice(
    'imageSize',
    'media',
    {
      label: () => l10n.t('Image size'),
      hint: () => l10n.t('Pixels of the side of a square; larger ones cost more.'),
      options: generationLimits.imageSize.enum,
      standard: () => '1K',
      known: draws,
    },
    'imageConfig.imageSize',
  ),
  configChoice(
    'voiceName',
    'media',
    {
      label: () => l10n.t('Voice'),
      hint: () => l10n.t('Where one speaks.'),
      options: PREBUILT_VOICES,
      known: speaks,
      clears: SPEAKERS_PATH,
    },
    'speechConfig.voiceConfig.prebuiltVoiceConfig.voiceName',
  ),
  ...([0, 1] as const).flatMap(speakerRows),
  configChoice(
    'audioFormat',
    'media',
    {
      label: () => l10n.t('Sound format'),
      hint: () => l10n.t('How what is spoken is encoded.'),
      prefix: 'AUDIO_',
      options: [
        'AUDIO_WAV',
        'AUDIO_MP3',
        'AUDIO_OGG_OPUS',
        'AUDIO_L16',
        'AUDIO_ALAW',
        'AUDIO_MULAW',
      ],
      words: {
        AUDIO_WAV: () => 'WAV',
        AUDIO_MP3: () => 'MP3',
        AUDIO_OGG_OPUS: () => 'Ogg Opus',
        AUDIO_L16: () => 'L16',
        AUDIO_ALAW: () => 'A-law',
        AUDIO_MULAW: () => 'μ-law',
      },
      known: speaks,
    },
    'responseFormat.audio.mimeType',
  ),
  {
    key: 'languageCode',
    kind: 'line',
    label: () => l10n.t('Language of speech'),
    placeholder: () => l10n.t('Default'),
    hint: () => l10n.t('Such as en-US.'),
    section: 'media',
    place: { in: { chat: 'generationConfig.speechConfig.languageCode' } },
    known: speaks,
  },
];
