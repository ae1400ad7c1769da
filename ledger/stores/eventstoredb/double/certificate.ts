import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';

export interface Certificate {
  readonly pem: string;
  readonly key: string;
  /** The file with `pem`, for clients that take a path (`tlsCAFile`). */
  readonly file: string;
  readonly remove: () => Promise<void>;
}

export const makeCertificate = async (host: string): Promise<Certificate> => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
          { type: 7, ip: '::1' },
          isIP(host) === 0 ? { type: 2, value: host } : { type: 7, ip: host },
        ],
      },
    ],
  });
  const folder = await mkdtemp(join(tmpdir(), 'eventstoredb-double-'));
  const file = join(folder, 'ca.crt');
  await writeFile(file, cert);
  return { pem: cert, key, file, remove: () => rm(folder, { recursive: true, force: true }) };
};
