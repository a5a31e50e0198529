import type { ServerResponse } from 'node:http';
import type { StatusError } from '../status';

/** What an upload request is answered with. */
export interface UploadAnswer {
  readonly status: number;
  readonly headers?: { readonly [name: string]: string };
  /** JSON of a result or an error. */
  readonly json?: string;
  /** Plain text for people, where the service says nothing. */
  readonly text?: string;
}

const JSON_TYPE = 'application/json; charset=UTF-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

export function writeAnswer(response: ServerResponse, answer: UploadAnswer): void {
  const { status, headers = {}, json, text = '' } = answer;
  const body = Buffer.from(json ?? text);
  response.writeHead(status, {
    server: 'UploadServer',
    'content-type': json === undefined ? TEXT_TYPE : JSON_TYPE,
    ...headers,
    'content-length': body.length,
  });
  response.end(body);
}

/** An error as an answer, without headers of the upload protocol. */
export function errorAnswer(error: StatusError): UploadAnswer {
  return { status: error.code, headers: error.headers, json: jsonText(error.toJson()) };
}

export function jsonText(json: object): string {
  return `${JSON.stringify(json, undefined, 2)}\n`;
}
