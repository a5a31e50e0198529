import type { SettingsMode } from './modes';

/**
 * Parts of the settings that are edited as JSON in an editor: the shape of a JSON answer, functions that the
 * model may call, and the whole request of the mode.
 */
export const REQUEST_PARTS = ['responseSchema', 'functions', 'request'] as const;
export type RequestPart = (typeof REQUEST_PARTS)[number];

/** The name of its document's file: the whole request is another one in each mode. */
export type PartFile = Exclude<RequestPart, 'request'> | `${SettingsMode}Request`;

export function partFile(part: RequestPart, mode: SettingsMode): PartFile {
  return part === 'request' ? `${mode}Request` : part;
}
