export type {
  Body,
  Exchange,
  RecordedResponse,
  RecordedEvent,
  RecordedFrame,
  RecordedRequest,
  RecordedStream,
  RecordedSession,
  RecordedUpload,
} from './exchange';
export { type Counts, unmatchedText } from './writer';
export { type Difference, findDifferences } from './difference';
export { readExchange, type WrittenRecording, writeExchange } from './fileFormat';
export { readFrames, writeFrames, type WrittenFrames } from './fileParts';
export { Matcher, type Miss } from './matcher';
export { type ActiveMode, type Mode, MODES, type ModeSettings, readMode } from './modes';
export { expandPlaceholders } from './pathPlaceholders';
export { prepareResponse, type PreparedResponse, type ReplaySpeed } from './replayResponse';
export {
  type IncomingRequest,
  toRecordedRequest,
  type RequestParts,
  uploadStart,
} from './incoming';
export { Recorder, type RecorderOptions } from './recorder';
export {
  DEFAULT_RULES,
  type MatchRules,
  readRules,
  RULES_FILE,
  findRules,
  describeRules,
} from './rules';
export { credentialsOf, type Finding, findSecret } from './secrets';
export { rerunWebSocket } from './webSocketRerun';
export type { WebSocketRequest, SocketPeer } from './webSocketReplay';
export { WebSocketRecorder } from './webSocketRecorder';
export { jsonIn, type SpendGate, type UpstreamSpend } from './relayResponse';
export { BODIES, fileNameOf, type Recording, RecordingFolder } from './store';
export { uploadedRequest, UploadRelay } from './uploads';
export { proxySettingsFrom, parseProxySettings, UpstreamAgents } from './proxy';
export { GOOGLE, relayedHeaders, upstreamOf } from './upstream';
