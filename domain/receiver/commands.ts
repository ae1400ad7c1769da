import type { DocumentType } from '#/domain/brazil/document.ts';
import type { BeginAttempt } from '#/domain/acquiring/call-attempt.ts';
import type { InvestigationCommand } from '#/domain/investigation/investigation.ts';
import type { ReceiverStatus } from '#/domain/ports/receiver.ts';
import type { Encrypted } from '#/domain/privacy/encrypted.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { ReceiverContentType, ReceiverFileKind } from './files.ts';

interface OfSeller {
  readonly platformId: string;
  readonly sellerId: string;
  readonly now: Timestamp;
}

interface OfRegistration extends OfSeller {
  readonly provider: string;
  readonly registrationId: string;
}

interface OfCall {
  /** The recorded call that the acquirer answered. Absent = it answered a look-up. */
  readonly attemptId?: string | undefined;
}

export type RegistrationCommand = OfRegistration &
  (
    | ({ readonly type: 'BeginRegistration' } & BeginAttempt)
    | (OfCall & {
        readonly type: 'RecordRegistered';
        readonly providerReceiverId: string;
        readonly status: ReceiverStatus;
      })
    | (OfCall & {
        readonly type: 'RecordRefused';
        readonly cause: string;
        readonly text: string | null;
        /** We failed before this call was sent. */
        readonly isUnsent?: true;
      })
    | (OfCall & { readonly type: 'RecordUnanswered'; readonly failure: string })
    | (OfCall & {
        readonly type: 'RecordStatus';
        /** The receiver that the answer is about. If another one is on record, the status is not recorded. */
        readonly providerReceiverId: string;
        readonly status: ReceiverStatus;
      })
  );

export type ReceiverCommand =
  | RegistrationCommand
  /** A member of staff states, confirms or rejects how a registration ended. */
  | (OfRegistration & {
      readonly type: 'InvestigateRegistration';
      readonly step: InvestigationCommand;
    })
  | (OfRegistration & {
      readonly type: 'RequestRegistration';
      /** The `Receiver.detailsRevision` that staff have seen. Absent = not checked. */
      readonly basedOn?: number;
      /** The request may repeat one that the log has lost. */
      readonly mayRepeat?: boolean | undefined;
      readonly identity: Encrypted;
      readonly email: Encrypted;
    })
  | (OfSeller & {
      readonly type: 'ReviseDetails';
      /** The `Receiver.detailsRevision` on which the change is based. Absent = not checked. */
      readonly basedOn?: number;
      readonly documentType: DocumentType;
      readonly register: Encrypted;
      readonly contact: Encrypted;
    })
  | (OfSeller & {
      readonly type: 'GrantUpload';
      readonly fileId: string;
      readonly kind: ReceiverFileKind;
      readonly contentType: ReceiverContentType;
      readonly size: number;
    })
  | (OfSeller & { readonly type: 'SubmitFile'; readonly fileId: string })
  | (OfSeller & { readonly type: 'RemoveFile'; readonly fileId: string })
  | (OfSeller & {
      readonly type: 'ApproveFile';
      readonly fileId: string;
      /** `Receiver.photoReviews` when the document was claimed. */
      readonly review?: number;
    })
  | (OfSeller & {
      readonly type: 'RejectFile';
      readonly fileId: string;
      readonly reason: string;
    });
