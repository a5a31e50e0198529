import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

export interface Certificate {
  /** PEM. */
  readonly key: string;
  readonly cert: string;
}

// DER tags (ITU-T X.690).
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const OBJECT_ID = 0x06;
const UTF8_STRING = 0x0c;
const GENERALIZED_TIME = 0x18;
const SEQUENCE = 0x30;
const SET = 0x31;

// Object identifiers, encoded.
const ECDSA_WITH_SHA256 = '2a8648ce3d040302';
const COMMON_NAME = '550403';
const SUBJECT_ALT_NAME = '551d11';
const BASIC_CONSTRAINTS = '551d13';

/** A self-signed certificate for a host name, made anew so that no private key lies in the repository. */
export function selfSigned(host: string): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(SEQUENCE, der(OBJECT_ID, hex(ECDSA_WITH_SHA256)));
  const body = toBeSigned(host, publicKey, algorithm);
  const signature = sign('sha256', body, privateKey);
  const certificate = der(SEQUENCE, body, algorithm, der(BIT_STRING, hex('00'), signature));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(certificate),
  };
}

function toBeSigned(host: string, publicKey: KeyObject, algorithm: Buffer): Buffer {
  const commonName = der(
    SEQUENCE,
    der(OBJECT_ID, hex(COMMON_NAME)),
    der(UTF8_STRING, Buffer.from(host)),
  );
  const name = der(SEQUENCE, der(SET, commonName));
  const extensions = der(
    SEQUENCE,
    // The 0x82 is a DNS name.
    extension(SUBJECT_ALT_NAME, der(SEQUENCE, der(0x82, Buffer.from(host)))),
    extension(BASIC_CONSTRAINTS, der(SEQUENCE, der(0x01, hex('ff')))),
  );
  return der(
    SEQUENCE,
    der(0xa0, der(INTEGER, hex('02'))),
    der(INTEGER, hex('01')),
    algorithm,
    name,
    der(SEQUENCE, time('20200101000000Z'), time('20990101000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  );
}

function extension(id: string, value: Buffer): Buffer {
  return der(SEQUENCE, der(OBJECT_ID, hex(id)), der(OCTET_STRING, value));
}

function time(text: string): Buffer {
  return der(GENERALIZED_TIME, Buffer.from(text));
}

function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  const length =
    content.length < 128
      ? [content.length]
      : content.length < 256
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

function hex(text: string): Buffer {
  return Buffer.from(text, 'hex');
}

function pem(certificate: Buffer): string {
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
