import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  FILE_LINK_SECONDS,
  type DeclaredFile,
  type UploadLink,
} from '#/domain/ports/file-storage.ts';

/** Signs a list of fields as a whole. */
const signer = (secret: string) => {
  const sign = (fields: readonly string[]): string =>
    createHmac('sha256', secret).update(JSON.stringify(fields)).digest('base64url');
  return {
    sign,
    isSigned: (fields: readonly string[], signature: string): boolean => {
      const [expected, actual] = [Buffer.from(sign(fields)), Buffer.from(signature)];
      return expected.length === actual.length && timingSafeEqual(expected, actual);
    },
  };
};

/** Base URLs, which the key follows. */
export interface LinkedPlaces {
  readonly uploads: string;
  readonly downloads: string;
}

/** The signature covers `expires` (Unix seconds), what the link permits, and the base URL. */
export const createLinks = (places: LinkedPlaces, secret: string, now: () => number) => {
  const { sign, isSigned } = signer(secret);
  const computeExpiry = (): number => Math.floor(now() / 1_000) + FILE_LINK_SECONDS;
  const uploadFields = (file: DeclaredFile, expires: string) => {
    const { key, contentType, size, access, subject } = file;
    const permitted = [key, contentType, String(size), access, expires];
    return ['PUT', places.uploads, ...permitted, ...(subject ? [subject] : [])];
  };
  const downloadFields = (key: string, expires: string) => ['GET', places.downloads, key, expires];
  const isUnexpired = (expires: string): boolean => Number(expires) * 1_000 > now();
  return {
    upload: (file: DeclaredFile): UploadLink => {
      const expires = computeExpiry();
      const { key, contentType: type, size, access, subject } = file;
      const signature = sign(uploadFields(file, String(expires)));
      const query = new URLSearchParams({
        type,
        size: String(size),
        access,
        expires: String(expires),
        ...(subject && { subject }),
        signature,
      });
      return {
        url: `${places.uploads}/${key}?${query.toString()}`,
        headers: { 'content-type': type },
        expiresAt: new Date(expires * 1_000).toISOString(),
      };
    },
    readUploadLink: (key: string, query: URLSearchParams): DeclaredFile | undefined => {
      const parameter = (name: string): string => query.get(name) ?? '';
      const expires = parameter('expires');
      const subject = parameter('subject');
      const file: DeclaredFile = {
        key,
        contentType: parameter('type'),
        size: Number(parameter('size')),
        access: parameter('access') === 'public' ? 'public' : 'private',
        ...(subject && { subject }),
      };
      return isSigned(uploadFields(file, expires), parameter('signature')) && isUnexpired(expires)
        ? file
        : undefined;
    },
    download: (key: string): string => {
      const expires = String(computeExpiry());
      const query = new URLSearchParams({ expires, signature: sign(downloadFields(key, expires)) });
      return `${places.downloads}/${key}?${query.toString()}`;
    },
    mayRead: (key: string, query: URLSearchParams): boolean => {
      const expires = query.get('expires') ?? '';
      return (
        isSigned(downloadFields(key, expires), query.get('signature') ?? '') && isUnexpired(expires)
      );
    },
  };
};
