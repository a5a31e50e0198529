/** The source text of an icon: esbuild's text loader puts it into the bundle. */
declare module '*.svg' {
  const source: string;
  export default source;
}

declare module '*.css';
