import { generate } from 'selfsigned';

/** One certificate is the authority and serves all servers. It signed the client certificate. */
export interface Certificates {
  readonly ca: string;
  readonly serverKey: string;
  /** Certificate and key. */
  readonly client: string;
}

export const makeCertificates = async (): Promise<Certificates> => {
  const generated = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
    clientCertificate: { cn: 'razao', keyType: 'ec', algorithm: 'sha256' },
  });
  const { cert, private: serverKey, clientcert = '', clientprivate = '' } = generated;
  return { ca: cert, serverKey, client: `${clientcert}\n${clientprivate}` };
};
