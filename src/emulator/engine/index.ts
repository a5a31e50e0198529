export { tokensFromCache } from './caching';
export { checkInputLimit, checkRequest } from './checks';
export { checkTurnOrder, type OrderedTurn } from './contentChecks';
export { readConversation } from './conversation';
export { embedContent, embeddingHandlers } from './embedContent';
export { generateAnswer } from './generateAnswer';
export { audioTokens, speechSeconds } from './featureParts';
export { abstractPicture, encodePng, hum, SAMPLE_RATE, samplesIn } from './media';
export {
  generate,
  generateContent,
  generateWith,
  parseScript,
  streamGenerateContent,
  generationHandlers,
} from './generateContent';
export { textReply, legacyHandlers } from './legacy';
export { errorOf, rawOf } from './mockedReply';
export { toUnaryReply } from './streamPieces';
export { isGenuine, signature } from './thoughts';
export { passagesFor } from './grounding';
