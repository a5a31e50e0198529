/**
 * File extensions by MIME type, named as in the Gemini API docs; new files get the first one.
 * Source code and config map to text/plain: the API rejects most `text/x-…` and treats `.ts` and `.mts` as video.
 */
export const mediaTypes: { readonly [type: string]: string } = {
  'text/plain':
    'txt text log ts mts cts tsx jsx vue svelte astro py pyi pyw rb rs go java kt kts scala groovy gradle ' +
    'c h cc cpp cxx hh hpp hxx inl ino m mm cs fs fsx vb swift dart lua pl pm t php r jl hs lhs elm ml mli ' +
    'clj cljs cljc edn ex exs erl hrl nim zig v sv vhd vhdl asm s d pas lisp el scm rkt tcl coffee ' +
    'sh bash zsh fish ps1 psm1 bat cmd awk sed sql graphql gql proto thrift prisma yaml yml toml ini cfg conf ' +
    'properties env tf tfvars hcl nix cmake mk mak make bazel bzl dockerfile m4 ac am in diff patch rst adoc ' +
    'tex bib org textile po pot srt vtt sub lock scss sass less styl ejs hbs jinja j2 liquid pug ' +
    'gitignore gitattributes editorconfig npmrc ipynb map tsbuildinfo eml ics vcf license readme',
  'text/html': 'html htm xhtml',
  'text/css': 'css',
  'text/markdown': 'md markdown mdx mkd mdown',
  'text/csv': 'csv',
  'text/tab-separated-values': 'tsv',
  'text/xml':
    'xml xsd xsl xslt plist csproj fsproj vbproj props targets resx xaml xlf rss atom svg',
  'text/rtf': 'rtf',
  'text/javascript': 'js mjs cjs',
  'application/json': 'json jsonc json5 jsonl ndjson geojson webmanifest har',
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg jpeg jpe jfif',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/heic': 'heic',
  'image/heif': 'heif hif',
  'image/bmp': 'bmp',
  'image/tiff': 'tif tiff',
  'image/avif': 'avif',
  'audio/mpeg': 'mp3 mpga',
  'audio/wav': 'wav wave',
  'audio/aac': 'aac',
  'audio/mp4': 'm4a m4b',
  'audio/ogg': 'ogg oga',
  'audio/opus': 'opus',
  'audio/flac': 'flac',
  'audio/aiff': 'aif aiff aifc',
  'audio/pcm': 'pcm',
  'audio/webm': 'weba',
  'video/mp4': 'mp4 m4v',
  'video/quicktime': 'mov qt',
  'video/webm': 'webm',
  'video/mpeg': 'mpeg mpg mpe',
  'video/avi': 'avi',
  'video/x-flv': 'flv',
  'video/wmv': 'wmv',
  'video/3gpp': '3gp 3gpp',
  'application/zip': 'zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
};

export const UNKNOWN_TYPE = 'application/octet-stream';

/** MIME type aliases, and types that are never sent, with the extension of new files. */
const OTHER_TYPES: { readonly [type: string]: string } = {
  'audio/x-wav': 'wav',
  'audio/wave': 'wav',
  'audio/mp3': 'mp3',
  'audio/x-m4a': 'm4a',
  'audio/x-flac': 'flac',
  'video/ogg': 'ogv',
  'image/svg+xml': 'svg',
};

/** Returns the extension for a new file of a MIME type. Undefined if unknown. */
export function extensionOf(mimeType: string): string | undefined {
  if (Object.hasOwn(OTHER_TYPES, mimeType)) return OTHER_TYPES[mimeType];
  return Object.hasOwn(mediaTypes, mimeType) ? mediaTypes[mimeType]?.split(' ')[0] : undefined;
}

let byEnding: ReadonlyMap<string, string> | undefined;

/** Returns the MIME type for a file name's extension. Undefined if unknown. */
export function typeOfEnding(name: string): string | undefined {
  byEnding ??= new Map(
    Object.entries(mediaTypes).flatMap(([type, list]) =>
      list.split(' ').map((ending) => [ending, type] as const),
    ),
  );
  const dot = name.lastIndexOf('.');
  return dot < 0 ? undefined : byEnding.get(name.slice(dot + 1).toLowerCase());
}

/** Whether VS Code previews files with an extension without running anything. */
export function isPreviewed(extension: string): boolean {
  return /^(png|jpg|webp|gif|avif|bmp|wav|mp3|ogg|mp4|webm)$/.test(extension);
}
