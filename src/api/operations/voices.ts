import { VOICES } from '../status';
import { NEW } from '../versions';
import { ANY_SCOPE, type OperationRow, READ, SNAKE_PAGE } from './row';

// Values of one parameter are ORed. None may change between pages.
const FILTERS = {
  ...SNAKE_PAGE,
  search: {
    type: 'string',
    doc: 'Case-insensitive part of the name or description, up to 2,048 bytes.',
  },
  type: {
    type: 'string',
    repeated: true,
    doc: 'Types of voices to return: prebuilt, prompted, or replicated.',
  },
  language_code: {
    type: 'string',
    repeated: true,
    doc: 'Language codes of the voices to return, such as en-GB.',
  },
  region_code: {
    type: 'string',
    repeated: true,
    doc: 'Region codes of the voices to return, such as GB or 419.',
  },
  accent: { type: 'string', repeated: true, doc: 'Accents of the voices to return.' },
  gender: { type: 'string', repeated: true, doc: 'Perceived genders of the voices to return.' },
  pitch: {
    type: 'string',
    repeated: true,
    doc: 'Pitches of the voices to return: low, medium, or high.',
  },
  persona: { type: 'string', repeated: true, doc: 'Personas of the voices to return.' },
  contexts: { type: 'string', repeated: true, doc: 'Intended uses of the voices to return.' },
} as const;

const VOICE_METHOD = {
  versions: NEW,
  status: VOICES,
  case: 'snake',
  credential: 'apiKey',
  scopes: ANY_SCOPE,
} as const;

export const voiceOperations = {
  'voices.create': {
    ...VOICE_METHOD,
    verb: 'POST',
    path: 'voices',
    summary: 'Design or copy a voice',
    cost: 'media',
    body: 'voices.CreateVoiceRequest',
    response: 'voices.Voice',
    effect: 'write',
    retry: 'never',
    slow: true,
    rpc: 'VoiceService/CreateVoice',
  },
  'voices.delete': {
    ...VOICE_METHOD,
    verb: 'DELETE',
    path: '{name=voices/*}',
    summary: 'Delete a voice',
    response: 'Empty',
    effect: 'dangerous',
    retry: 'never',
    rpc: 'VoiceService/DeleteVoice',
  },
  'voices.get': {
    ...VOICE_METHOD,
    ...READ,
    path: '{name=voices/*}',
    summary: 'Get a voice',
    response: 'voices.Voice',
    rpc: 'VoiceService/GetVoice',
  },
  'voices.list': {
    ...VOICE_METHOD,
    ...READ,
    path: 'voices',
    summary: 'List voices',
    query: FILTERS,
    response: 'voices.ListVoicesResponse',
    paging: { items: 'voices', size: 50, max: 1000 },
    rpc: 'VoiceService/ListVoices',
  },
} as const satisfies { readonly [id: string]: OperationRow };
