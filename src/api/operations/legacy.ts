import { PALM } from '../versions';
import type { OperationRow } from './row';

/** Text and chat of the PaLM generation. The live service retired them in 2024; they stay callable. */
export const legacyOperations = {
  'models.generateText': {
    verb: 'POST',
    path: '{model=models/*}:generateText',
    versions: PALM,
    summary: 'Generate text with a legacy model',
    body: 'GenerateTextRequest',
    response: 'GenerateTextResponse',
    effect: 'read',
    retry: 'safe',
    credential: 'apiKey',
    rpc: 'TextService/GenerateText',
  },
  'models.generateMessage': {
    verb: 'POST',
    path: '{model=models/*}:generateMessage',
    versions: PALM,
    summary: 'Generate a message with a legacy chat model',
    body: 'GenerateMessageRequest',
    response: 'GenerateMessageResponse',
    effect: 'read',
    retry: 'safe',
    credential: 'apiKey',
    rpc: 'DiscussService/GenerateMessage',
  },
  'models.countTextTokens': {
    verb: 'POST',
    path: '{model=models/*}:countTextTokens',
    versions: PALM,
    summary: 'Count the tokens of a legacy text prompt',
    body: 'CountTextTokensRequest',
    response: 'CountTextTokensResponse',
    effect: 'read',
    retry: 'safe',
    credential: 'apiKey',
    rpc: 'TextService/CountTextTokens',
  },
  'models.countMessageTokens': {
    verb: 'POST',
    path: '{model=models/*}:countMessageTokens',
    versions: PALM,
    summary: 'Count the tokens of a legacy chat prompt',
    body: 'CountMessageTokensRequest',
    response: 'CountMessageTokensResponse',
    effect: 'read',
    retry: 'safe',
    credential: 'apiKey',
    rpc: 'DiscussService/CountMessageTokens',
  },
} as const satisfies { readonly [id: string]: OperationRow };
