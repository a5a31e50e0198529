export type {
  Body,
  Exchange,
  RecordedAnswer,
  RecordedEvent,
  RecordedFrame,
  RecordedRequest,
  RecordedStream,
  RecordedTalk,
  RecordedUpload,
} from './exchange';
export { type Counts, missText } from './counts';
export { type Difference, differencesOf } from './difference';
export { readExchange, type Written, writeExchange } from './fileFormat';
export { readFrames, writeFrames, type WrittenFrames } from './frames';
export { Matcher, type Miss } from './matcher';
export { type Acting, type Mode, MODES, type ModeSettings, readMode } from './modes';
export { placed } from './pathPlaceholders';
export { prepare, type Prepared, type ReplaySpeed } from './replayResponse';
export { type Asked, requestOf, type RequestParts, startOf } from './incoming';
export { Recorder, type RecorderOptions } from './recorder';
export { DEFAULT_RULES, type MatchRules, readRules, RULES_FILE, rulesIn, toldOf } from './rules';
export { credentialsOf, type Finding, findSecret } from './secrets';
export { talkAgain } from './webSocketRerun';
export type { TalkAsked, TalkEnd } from './webSocketRequest';
export { TalkRecorder } from './webSocketRecorder';
export { BODIES, fileNameOf, type Recording, RecordingFolder } from './store';
export { uploadedRequest, UploadRelay } from './uploads';
export { reachIn, readReach, UpstreamAgents } from './proxy';
export { GOOGLE, relayedHeaders, upstreamOf } from './upstream';
