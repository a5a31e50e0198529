export { tokensFromCache } from './cache';
export { checkInputLimit, checkRequest } from './checks';
export { readConversation } from './conversation';
export { batchEmbedContents, batchEmbedText, embedContent, embedText } from './embedContent';
export { generateAnswer } from './generateAnswer';
export { audioTokens, speechSeconds } from './featureParts';
export { abstractPicture, encodePng, hum, SAMPLE_RATE, samplesIn } from './media';
export {
  countPromptTokens,
  generate,
  generateContent,
  generateWith,
  parseScript,
  streamGenerateContent,
} from './generateContent';
export {
  countMessageTokens,
  countTextTokens,
  generateMessage,
  generateText,
  textReply,
} from './legacy';
export { errorOf, rawOf } from './mockedReply';
export { toUnaryReply } from './unaryReply';
export { isGenuine, signature } from './thoughts';
export { passagesFor } from './storePassages';
