/**
 * Cuts a stream of texts into its events: what anybody must do, and nothing more. No field rules, no faults.
 * @param {(answer: unknown) => void} onEvent
 * @returns {(text: string) => void}
 */
export function textSplitter(onEvent) {
  /** @type {string[]} */
  let parts = [];
  return (piece) => {
    // An end mark that is cut begins the next piece with a line end.
    if (!piece.includes('\r\n\r\n') && !/^[\r\n]/.test(piece)) {
      parts.push(piece);
      return;
    }
    const text = parts.length === 0 ? piece : parts.join('') + piece;
    let start = 0;
    for (;;) {
      const end = text.indexOf('\r\n\r\n', start);
      if (end === -1) break;
      onEvent(JSON.parse(text.slice(start + 6, end)));
      start = end + 4;
    }
    parts = start === text.length ? [] : [text.slice(start)];
  };
}

/**
 * The same on bytes, each event decoded once.
 * @param {(answer: unknown) => void} onEvent
 * @returns {(bytes: Buffer) => void}
 */
export function byteSplitter(onEvent) {
  /** @type {Buffer[]} */
  let parts = [];
  return (piece) => {
    const begins = piece[0] === 10 || piece[0] === 13;
    if (!begins && piece.lastIndexOf('\r\n\r\n') === -1) {
      parts.push(piece);
      return;
    }
    const bytes = parts.length === 0 ? piece : Buffer.concat([...parts, piece]);
    let start = 0;
    for (;;) {
      const end = bytes.indexOf('\r\n\r\n', start);
      if (end === -1) break;
      onEvent(JSON.parse(bytes.toString('utf8', start + 6, end)));
      start = end + 4;
    }
    parts = start === bytes.length ? [] : [bytes.subarray(start)];
  };
}
