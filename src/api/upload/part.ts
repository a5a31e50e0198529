/** A body that is read while it is sent. */
export interface StreamedBody {
  /** In bytes: exactly so many are sent. */
  readonly length: number;
  /**
   * The bytes, or more of them than are wanted. A piece is only good until the next one is asked for. Called once
   * at most. What it throws ends the request, and is what the request ends with.
   */
  readonly bytes: (signal: AbortSignal) => AsyncIterable<Uint8Array>;
  /** Told, each time before more is read, how many bytes more the network has taken. */
  readonly onTaken?: (bytes: number) => void;
}

/** What a request of the upload protocol has beside what every request has. */
export interface UploadPart {
  /** Of the protocol; names in lower case. */
  readonly headers: { readonly [name: string]: string };
  /** Path and query of the upload's address as the service gave them: a secret. Absent at the start. */
  readonly target?: string;
  readonly content?: StreamedBody;
}

/** What must not appear anywhere of the address of an upload: its query, whole and in parts. */
export function secretsOfTarget(target: string | undefined): readonly string[] {
  const query = target?.split('?')[1] ?? '';
  if (query === '') return [];
  const values = [...new URLSearchParams(query).values()].filter(({ length }) => length >= LONG);
  return [query, ...values];
}

// Characters; shorter values, such as that of `upload_protocol`, are ordinary words.
const LONG = 12;
