/** SVG source text, bundled by esbuild's text loader. */
declare module '*.svg' {
  const source: string;
  export default source;
}

declare module '*.css';
