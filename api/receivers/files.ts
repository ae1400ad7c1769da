import type { SellerCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import type { Once } from '#/api/http/once.ts';
import { withDeadlinePaused } from '#/api/http/request-deadline.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { requireActiveSeller } from '#/api/people/require-active-seller.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { FileStorageFailure, type StoredFile } from '#/domain/ports/file-storage.ts';
import { findUpload, findFile, receiver, type Upload } from '#/domain/receiver/decider.ts';
import { beginsAs, receiverFileKey } from '#/domain/receiver/files.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { isDone } from '#/ledger/idempotency.ts';

// The uploader is recorded before there can be a file, so that an erasure finds all files.

interface SellerCall {
  readonly caller: SellerCaller;
  readonly once: Once;
  readonly services: Services;
}

/** The stored bytes must have the declared size and type. */
const isAsDeclared = ({ bytes }: StoredFile, { contentType, size }: Upload): boolean =>
  bytes.length === size && beginsAs(bytes, contentType);

/** Removes a file. If this fails, a later erasure still finds and deletes the file. */
const discard = async ({ core, logger }: Services, key: string): Promise<void> => {
  try {
    await withDeadlinePaused(() => core.files.remove(key));
  } catch (err) {
    if (!(err instanceof FileStorageFailure)) throw err;
    logger.warn({ err }, 'a verification file could not be removed');
  }
};

/** Records who may upload a file, then returns the link for the upload. @throws Refused `receiver/…`, and as `requireActiveSeller` */
export const requestUpload = async (
  input: ParsedInputOf<'seller.requestUpload'>,
  { caller: { platformId, sellerId }, once, services: { core } }: SellerCall,
): Promise<OutputOf<'seller.requestUpload'>> => {
  const owner = await requireActiveSeller(core, platformId, sellerId);
  const now = core.now();
  return once(async (keyed) => {
    const fileId = derivedId('receiver-file', keyed.commandId);
    const command = { type: 'GrantUpload', platformId, sellerId, fileId, ...input, now } as const;
    const context = { ...keyed, correlation: fileId };
    await core.handler.handle(receiver, streamOf('receiver', sellerId), command, context);
    const { contentType, size } = input;
    const file = { key: receiverFileKey(sellerId, fileId), contentType, size };
    const { subject } = owner.identity;
    const link = await withDeadlinePaused(() =>
      core.files.uploadLink({ ...file, access: 'private', subject }),
    );
    return { fileId, ...link, headers: { ...link.headers } };
  });
};

/** @throws Refused `receiver/file-not-uploaded`, `receiver/file-unreadable` */
const requireUploaded = async (
  services: Services,
  upload: Upload,
  storageKey: string,
): Promise<void> => {
  const stored = await withDeadlinePaused(() => services.core.files.get(storageKey));
  if (!stored) throw new Refused('receiver/file-not-uploaded');
  if (!isAsDeclared(stored, upload)) {
    await discard(services, storageKey);
    throw new Refused('receiver/file-unreadable');
  }
};

/** Records an uploaded file, in place of an earlier one of the same kind. @returns position @throws Refused `receiver/…` */
export const submitFile = async (
  fileId: string,
  { caller: { platformId, sellerId }, once, services }: SellerCall,
): Promise<string> => {
  const { core } = services;
  const stream = streamOf('receiver', sellerId);
  const now = core.now();
  return once(async (keyed) => {
    const recorded = await core.handler.load(receiver, stream);
    // The file may have been replaced since, and deleted.
    if (isDone(recorded, keyed)) return writtenAt(recorded);
    const { state } = recorded;
    const upload = findUpload(state, fileId, now);
    if (upload && !findFile(state, fileId)) {
      await requireUploaded(services, upload, receiverFileKey(sellerId, fileId));
    }
    const command = { type: 'SubmitFile', platformId, sellerId, fileId, now } as const;
    const context = { ...keyed, correlation: fileId };
    const done = await core.handler.handle(receiver, stream, command, context);
    const replaced = upload && state.files[upload.kind];
    if (replaced && replaced.fileId !== fileId) {
      await discard(services, receiverFileKey(sellerId, replaced.fileId));
    }
    return writtenAt(done);
  });
};

/** Removes a file. A repeated request keeps a file that the same link has since uploaded. @returns position @throws Refused `receiver/…` */
export const removeFile = async (
  fileId: string,
  { caller: { platformId, sellerId }, once, services }: SellerCall,
): Promise<string> => {
  const { core } = services;
  const now = core.now();
  return once(async (keyed) => {
    const command = { type: 'RemoveFile', platformId, sellerId, fileId, now } as const;
    const context = { ...keyed, correlation: fileId };
    const stream = streamOf('receiver', sellerId);
    const done = await core.handler.handle(receiver, stream, command, context);
    if (keyed.answered === undefined && !findFile(done.state, fileId)) {
      await discard(services, receiverFileKey(sellerId, fileId));
    }
    keyed.onTraceless?.();
    return writtenAt(done);
  });
};
