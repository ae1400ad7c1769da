import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  FILE_LINK_SECONDS,
  type FileToCome,
  type UploadLink,
} from '#/domain/ports/file-storage.ts';

/** Signs the list as a whole. */
const signer = (secret: string) => {
  const sign = (words: readonly string[]): string =>
    createHmac('sha256', secret).update(JSON.stringify(words)).digest('base64url');
  return {
    sign,
    isSigned: (words: readonly string[], signature: string): boolean => {
      const [own, actual] = [Buffer.from(sign(words)), Buffer.from(signature)];
      return own.length === actual.length && timingSafeEqual(own, actual);
    },
  };
};

/** Base URLs, which the key follows. */
export interface LinkedPlaces {
  readonly uploads: string;
  readonly downloads: string;
}

/** The signature covers `expires` (epoch seconds), what the link permits, and the base URL. */
export const createLinks = (places: LinkedPlaces, secret: string, now: () => number) => {
  const { sign, isSigned } = signer(secret);
  const computeExpiry = (): number => Math.floor(now() / 1_000) + FILE_LINK_SECONDS;
  const wordsOf = (file: FileToCome, expires: string) => {
    const { key, contentType, size, access: who, subject } = file;
    const what = [key, contentType, String(size), who, expires];
    return ['PUT', places.uploads, ...what, ...(subject ? [subject] : [])];
  };
  const readingOf = (key: string, expires: string) => ['GET', places.downloads, key, expires];
  const isOpen = (expires: string): boolean => Number(expires) * 1_000 > now();
  return {
    upload: (file: FileToCome): UploadLink => {
      const expires = computeExpiry();
      const { key, contentType: type, size, access: who, subject } = file;
      const signature = sign(wordsOf(file, String(expires)));
      const query = new URLSearchParams({
        type,
        size: String(size),
        access: who,
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
    readUploadLink: (key: string, query: URLSearchParams): FileToCome | undefined => {
      const parameter = (name: string): string => query.get(name) ?? '';
      const expires = parameter('expires');
      const subject = parameter('subject');
      const file: FileToCome = {
        key,
        contentType: parameter('type'),
        size: Number(parameter('size')),
        access: parameter('access') === 'public' ? 'public' : 'private',
        ...(subject && { subject }),
      };
      return isSigned(wordsOf(file, expires), parameter('signature')) && isOpen(expires)
        ? file
        : undefined;
    },
    download: (key: string): string => {
      const expires = String(computeExpiry());
      const query = new URLSearchParams({ expires, signature: sign(readingOf(key, expires)) });
      return `${places.downloads}/${key}?${query.toString()}`;
    },
    mayRead: (key: string, query: URLSearchParams): boolean => {
      const expires = query.get('expires') ?? '';
      return isSigned(readingOf(key, expires), query.get('signature') ?? '') && isOpen(expires);
    },
  };
};
