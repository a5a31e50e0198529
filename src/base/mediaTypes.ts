/** Endings of files by MIME type. What is not here is written as bytes without a meaning, and nothing opens it. */
const EXTENSIONS: { readonly [mimeType: string]: string } = {
  ...{ 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp', 'image/gif': 'gif' },
  ...{ 'image/avif': 'avif', 'image/bmp': 'bmp', 'image/svg+xml': 'svg' },
  ...{ 'audio/wav': 'wav', 'audio/x-wav': 'wav', 'audio/wave': 'wav', 'audio/mpeg': 'mp3' },
  ...{ 'audio/mp3': 'mp3', 'audio/mp4': 'm4a', 'audio/x-m4a': 'm4a', 'audio/aac': 'aac' },
  ...{ 'audio/ogg': 'ogg', 'audio/flac': 'flac', 'audio/x-flac': 'flac', 'audio/webm': 'weba' },
  ...{ 'video/mp4': 'mp4', 'video/webm': 'webm', 'video/ogg': 'ogv', 'video/quicktime': 'mov' },
  'application/pdf': 'pdf',
};

/** The ending of a file with content of a type; undefined where it has none of its own. */
export function extensionOf(mimeType: string): string | undefined {
  return Object.hasOwn(EXTENSIONS, mimeType) ? EXTENSIONS[mimeType] : undefined;
}

/** The type of files with an ending; that of bytes without a meaning where it is none of these. */
export function mimeTypeOf(extension: string): string {
  const found = Object.entries(EXTENSIONS).find(([, one]) => one === extension.toLowerCase());
  return found?.[0] ?? 'application/octet-stream';
}

/** The types of sound that a file may have, by its ending. */
export const soundTypes: ReadonlyMap<string, string> = new Map(
  Object.entries(EXTENSIONS)
    .filter(([mimeType]) => mimeType.startsWith('audio/'))
    // The first name of a type is the one that everybody knows.
    .reverse()
    .map(([mimeType, extension]) => [extension, mimeType]),
);

/** Whether VS Code's own preview shows files with an ending, without running anything. */
export function isPreviewed(extension: string): boolean {
  return /^(png|jpg|webp|gif|avif|bmp|wav|mp3|ogg|mp4|webm)$/.test(extension);
}
