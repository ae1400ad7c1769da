/** The headers are those that the storage requires. */
export interface UploadLink {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** `status` is 0 when the storage did not respond. */
export class UploadFailed extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the storage answered ${status}`);
    this.name = 'UploadFailed';
    this.status = status;
  }
}

/** What an upload link is made for. */
export interface FileToUpload {
  readonly contentType: string;
  /** In bytes. */
  readonly size: number;
}

interface Upload<Link extends UploadLink> {
  readonly file: Blob;
  /** Asks the API for a link. */
  readonly link: (file: FileToUpload, signal: AbortSignal) => Promise<Link>;
  readonly signal: AbortSignal;
  /** 0 to 1. */
  readonly onProgress: (part: number) => void;
}

const LONGEST_SILENCE_MILLISECONDS = 60_000;

/** Uses XMLHttpRequest, because `fetch` does not report upload progress. */
const put = ({ url, headers }: UploadLink, upload: Upload<UploadLink>): Promise<void> =>
  new Promise((resolve, reject) => {
    const { file, signal, onProgress } = upload;
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    let silenceTimer: ReturnType<typeof setTimeout> | undefined;
    const restartTimer = () => {
      clearTimeout(silenceTimer);
      silenceTimer = setTimeout(abort, LONGEST_SILENCE_MILLISECONDS);
    };
    request.upload.onprogress = ({ loaded }) => {
      restartTimer();
      onProgress(file.size === 0 ? 1 : Math.min(1, loaded / file.size));
    };
    request.onloadend = () => {
      clearTimeout(silenceTimer);
      signal.removeEventListener('abort', abort);
      const isStored = request.status >= 200 && request.status < 300;
      if (isStored) resolve();
      else reject(signal.aborted ? signal.reason : new UploadFailed(request.status));
    };
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    signal.addEventListener('abort', abort);
    restartTimer();
    request.send(file);
  });

/** Asks for the link right before the upload: it expires soon. @throws UploadFailed, or what `link` or `signal` throws */
export const upload = async <Link extends UploadLink>(options: Upload<Link>): Promise<Link> => {
  const { file, signal } = options;
  const link = await options.link({ contentType: file.type, size: file.size }, signal);
  signal.throwIfAborted();
  await put(link, options);
  return link;
};
