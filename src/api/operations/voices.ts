import { VOICES } from '../status';
import { NEW } from '../versions';
import { ANY_SCOPE, type OperationRow, SNAKE_PAGE } from './row';

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

export const voiceOperations = {
  'voices.create': {
    verb: 'POST',
    path: 'voices',
    versions: NEW,
    status: VOICES,
    summary: 'Design or copy a voice',
    body: 'voices.CreateVoiceRequest',
    case: 'snake',
    response: 'voices.Voice',
    effect: 'write',
    retry: 'never',
    slow: true,
    credential: 'apiKey',
    scopes: ANY_SCOPE,
    rpc: 'VoiceService/CreateVoice',
  },
  'voices.delete': {
    verb: 'DELETE',
    path: '{name=voices/*}',
    versions: NEW,
    status: VOICES,
    summary: 'Delete a voice',
    case: 'snake',
    response: 'Empty',
    effect: 'dangerous',
    retry: 'never',
    credential: 'apiKey',
    scopes: ANY_SCOPE,
    rpc: 'VoiceService/DeleteVoice',
  },
  'voices.get': {
    verb: 'GET',
    path: '{name=voices/*}',
    versions: NEW,
    status: VOICES,
    summary: 'Get a voice',
    case: 'snake',
    response: 'voices.Voice',
    effect: 'read',
    retry: 'safe',
    credential: 'apiKey',
    scopes: ANY_SCOPE,
    rpc: 'VoiceService/GetVoice',
  },
  'voices.list': {
    verb: 'GET',
    path: 'voices',
    versions: NEW,
    status: VOICES,
    summary: 'List voices',
    case: 'snake',
    query: FILTERS,
    response: 'voices.ListVoicesResponse',
    effect: 'read',
    retry: 'safe',
    paging: { items: 'voices', size: 50, max: 1000 },
    credential: 'apiKey',
    scopes: ANY_SCOPE,
    rpc: 'VoiceService/ListVoices',
  },
} as const satisfies { readonly [id: string]: OperationRow };
