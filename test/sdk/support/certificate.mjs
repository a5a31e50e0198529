import { createSign, generateKeyPairSync } from 'node:crypto';

/** @param {number} tag @param {...Uint8Array} parts */
function der(tag, ...parts) {
  const body = Buffer.concat(parts);
  const { length } = body;
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}

/** @param {...Uint8Array} parts */
const sequence = (...parts) => der(0x30, ...parts);
/** @param {string} hex */
const oid = (hex) => der(0x06, Buffer.from(hex, 'hex'));
/** @param {string} id @param {Uint8Array} value */
const extension = (id, value) => sequence(oid(id), der(0x04, value));
/** @param {Uint8Array} bytes */
const bits = (bytes) => der(0x03, Buffer.of(0), bytes);

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));
const COMMON_NAME = '550403';
const BASIC_CONSTRAINTS = '551d13';
const ALTERNATIVE_NAMES = '551d11';

/**
 * A certificate that signs itself, for this machine and some names more, with its key. Both are of this run alone.
 * @param {readonly string[]} [names]
 * @returns {{ cert: string, key: string }} As PEM.
 */
export function makeCertificate(names = []) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = sequence(der(0x31, sequence(oid(COMMON_NAME), der(0x0c, Buffer.from('Test')))));
  const alternatives = [
    ...['localhost', ...names].map((host) => der(0x82, Buffer.from(host))),
    der(0x87, Buffer.of(127, 0, 0, 1)),
  ];
  const content = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    ECDSA_WITH_SHA256,
    name,
    sequence(der(0x17, Buffer.from('200101000000Z')), der(0x18, Buffer.from('20990101000000Z'))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        extension(BASIC_CONSTRAINTS, sequence(der(0x01, Buffer.of(255)))),
        extension(ALTERNATIVE_NAMES, sequence(...alternatives)),
      ),
    ),
  );
  const signature = createSign('sha256').update(content).sign(privateKey);
  const bytes = sequence(content, ECDSA_WITH_SHA256, bits(signature));
  const lines = bytes.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
