import { generate } from 'selfsigned';

/** A certificate and its private key, in PEM. */
interface KeyAndCertificate {
  key: string;
  cert: string;
}

/** Certificates for one run of the tests. */
export interface TestCertificates {
  /** The certificate of the authority that has signed the others, in PEM. */
  authority: string;
  /** For `admin.table.test`. */
  valid: KeyAndCertificate;
  /** As `valid`, but expired in 2020. */
  expired: KeyAndCertificate;
}

type Options = NonNullable<Parameters<typeof generate>[1]>;

const DAY_MS = 24 * 60 * 60 * 1_000;

async function generateCertificate(name: string, options: Options): Promise<KeyAndCertificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - DAY_MS),
    notAfterDate: new Date(Date.now() + 365 * DAY_MS),
    ...options,
  });
  return { key, cert };
}

/** Generates an authority and certificates that it has signed. */
export async function generateTestCertificates(): Promise<TestCertificates> {
  const ca = await generateCertificate('Test authority of Scioto Table', {
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
  });
  const sign = (options?: Options) =>
    generateCertificate('admin.table.test', {
      ca,
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'admin.table.test' }] }],
      ...options,
    });
  const [valid, expired] = await Promise.all([
    sign(),
    sign({ notBeforeDate: new Date('2020-01-01'), notAfterDate: new Date('2020-04-01') }),
  ]);
  return { authority: ca.cert, valid, expired };
}
