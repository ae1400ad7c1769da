import { expect } from 'chai';
import { replay } from '#/domain/aggregates/aggregate.ts';
import { sampleNow as now, sampleEncrypted as encrypted } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import { isApproved } from './approval.ts';
import type { ReceiverCommand } from './commands.ts';
import { receiver, type ReceiverEvent } from './decider.ts';
import { beginsAs, checklistOf } from './files.ts';

const { given } = specify(receiver);

const owner = { platformId: 'demo', sellerId: 'seller-1', now };
/** The ids of files (0 …) and registrations (20, 21). */
const idOf = (n: number): string => `0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a${n + 10}`;

const details: ReceiverCommand = {
  ...owner,
  type: 'ReviseDetails',
  documentType: 'CPF',
  register: encrypted,
  contact: { ...encrypted, class: 'contact' },
};
const detailsAfter = (basedOn: number): ReceiverCommand => ({ ...details, basedOn });
const grant = (n: number, at = now): ReceiverCommand => ({
  ...owner,
  type: 'GrantUpload',
  fileId: idOf(n),
  kind: 'photoDocument',
  contentType: 'image/png',
  size: 1_000,
  now: at,
});
const onFile = (
  type: 'SubmitFile' | 'RemoveFile' | 'ApproveFile',
  n: number,
  at = now,
): ReceiverCommand => ({ ...owner, type, fileId: idOf(n), now: at });
const submit = (n: number, at = now) => onFile('SubmitFile', n, at);
const approve = (n: number) => onFile('ApproveFile', n);
const remove = (n: number) => onFile('RemoveFile', n);
const reject = (n: number): ReceiverCommand => ({
  ...owner,
  type: 'RejectFile',
  fileId: idOf(n),
  reason: 'Foto ilegível',
});

const registration = (n: number) => ({ ...owner, provider: 'iugu', registrationId: idOf(n) });
const request = (n: number): ReceiverCommand => ({
  ...registration(n),
  type: 'RequestRegistration',
  identity: encrypted,
  email: encrypted,
});
const begin = (n: number): ReceiverCommand => ({
  ...registration(n),
  type: 'BeginRegistration',
  attemptId: idOf(n),
  after: null,
  epoch: 1,
});
const registered = (n: number, status: 'PENDING' | 'ACTIVE' = 'PENDING'): ReceiverCommand => ({
  ...registration(n),
  type: 'RecordRegistered',
  providerReceiverId: 're-1',
  status,
});
const unanswered = (n: number): ReceiverCommand => ({
  ...registration(n),
  type: 'RecordUnanswered',
  failure: 'unavailable',
});
const declined = (n: number): ReceiverCommand => ({
  ...registration(n),
  type: 'RecordRefused',
  cause: 'invalid',
  text: 'Balanço patrimonial é obrigatório.',
});
const reported = (n: number, status: 'PENDING' | 'ACTIVE' | 'REJECTED'): ReceiverCommand => ({
  ...registration(n),
  type: 'RecordStatus',
  providerReceiverId: 're-1',
  status,
});

const eventsOf = (...commands: readonly ReceiverCommand[]): readonly ReceiverEvent[] => {
  let state = receiver.initial;
  return commands.flatMap((command) => {
    const events = receiver.decide(command, state);
    for (const event of events) state = receiver.evolve(state, event);
    return [...events];
  });
};

describe('Details of a receiver', () => {
  it('are changed only on the revision that was seen, whatever happened to files meanwhile', () => {
    given().when(detailsAfter(0)).yields('ReceiverDetailsRevised');
    given(...eventsOf(details))
      .when(detailsAfter(0))
      .refuses('record/changed-meanwhile');
    given(...eventsOf(details, grant(0), submit(0)))
      .when(detailsAfter(1))
      .yields('ReceiverDetailsRevised');
  });
});

describe('Verification file', () => {
  it('records its upload, submission and approval once each when they are repeated', () => {
    const { state } = given()
      .when(grant(0), grant(0), submit(0), submit(0), approve(0), approve(0))
      .yields('ReceiverUploadGranted', 'ReceiverFileSubmitted', 'ReceiverFileApproved');
    expect(state.files.photoDocument?.status).to.equal('APPROVED');
  });

  it('is rejected with a reason, and its replacement must be reviewed again', () => {
    const { state, facts } = given(...eventsOf(grant(0), submit(0)))
      .when(reject(0), grant(1), submit(1))
      .yields('ReceiverFileRejected', 'ReceiverUploadGranted', 'ReceiverFileSubmitted');
    expect(facts[0]?.data).to.include({ reason: 'Foto ilegível', kind: 'photoDocument' });
    expect(state.files.photoDocument).to.include({ fileId: idOf(1), status: 'SUBMITTED' });
    given(...eventsOf(grant(0), submit(0), grant(1), submit(1)))
      .when(approve(0))
      .refuses('receiver/unknown-file');
  });

  it('is rejected when its upload was not granted within the last day', () => {
    given().when(submit(0)).refuses('receiver/unknown-file');
    given(...eventsOf(grant(0)))
      .when(submit(0, '2026-11-21T15:00:00.000Z'))
      .refuses('receiver/unknown-file');
  });

  it('can be removed until it is approved', () => {
    const { state } = given(...eventsOf(grant(0), submit(0)))
      .when(remove(0))
      .yields('ReceiverFileRemoved');
    expect(state.files).to.deep.equal({});
    given(...eventsOf(grant(0), submit(0), approve(0)))
      .when(remove(0))
      .refuses('receiver/file-approved');
  });

  it('must be approved for each kind in the checklist before the seller is approved', () => {
    const kinds = checklistOf('CPF');
    const approved = kinds.flatMap((kind, n): readonly ReceiverCommand[] => [
      {
        ...grant(n),
        type: 'GrantUpload',
        fileId: idOf(n),
        kind,
        contentType: 'image/png',
        size: 9,
      },
      submit(n),
      approve(n),
    ]);
    const stateAfter = (...commands: readonly ReceiverCommand[]) =>
      replay(receiver, eventsOf(...commands));
    expect(isApproved(stateAfter(details, ...approved))).to.equal(true);
    expect(isApproved(stateAfter(...approved)), 'without details').to.equal(false);
    expect(isApproved(stateAfter(details, ...approved.slice(0, -1))), 'one waits').to.equal(false);
    const company: ReceiverCommand = { ...details, type: 'ReviseDetails', documentType: 'CNPJ' };
    expect(isApproved(stateAfter(company, ...approved)), 'a contract is missing').to.equal(false);
  });

  it('is limited to sixty uploads a day', () => {
    const many = eventsOf(...Array.from({ length: 60 }, (_, n) => grant(n)));
    given(...many)
      .when(grant(60))
      .refuses('receiver/too-many-uploads');
    given(...many)
      .when(grant(60, '2026-11-21T15:00:01.000Z'))
      .yields('ReceiverUploadGranted');
  });

  it('must begin with the signature of its content type; only companies need a social contract', () => {
    expect(beginsAs(Buffer.from('%PDF-1.7'), 'application/pdf')).to.equal(true);
    expect(beginsAs(Buffer.from('<html>'), 'application/pdf')).to.equal(false);
    expect(beginsAs(Buffer.alloc(0), 'image/png')).to.equal(false);
    expect(checklistOf('CPF')).to.not.include('photoDocumentSocialContract');
    expect(checklistOf('CNPJ')).to.have.length(5);
  });
});

describe('Registration of a receiver with an acquirer', () => {
  const withApprovedFile = eventsOf(details, grant(0), submit(0), approve(0));
  const withRequest = eventsOf(details, grant(0), submit(0), approve(0), request(20));

  it('records the details and approved files once, with the request', () => {
    const { facts } = given(...withApprovedFile)
      .when(request(20), request(20))
      .yields('ReceiverRegistrationRequested');
    expect(facts[0]?.data).to.deep.include({
      register: encrypted,
      files: [{ fileId: idOf(0), kind: 'photoDocument', contentType: 'image/png' }],
    });
  });

  it('is rejected without details, and while a file is unreviewed or rejected', () => {
    given().when(request(20)).refuses('receiver/details-required');
    given(...eventsOf(details, grant(0), submit(0)))
      .when(request(20))
      .refuses('receiver/files-not-approved');
    given(...eventsOf(details, grant(0), submit(0), reject(0)))
      .when(request(20))
      .refuses('receiver/files-not-approved');
  });

  it('begins once, even when the command is repeated', () => {
    given(...withRequest)
      .when(begin(20), begin(20))
      .yields('ReceiverRegistrationBegun');
  });

  it('becomes active when the acquirer reports it, and can be rejected later', () => {
    const { state } = given(...withRequest)
      .when(begin(20), registered(20), reported(20, 'PENDING'), reported(20, 'ACTIVE'))
      .yields('ReceiverRegistrationBegun', 'ReceiverRegistered', 'ReceiverActivated');
    expect(state.registrations.iugu?.status).to.equal('ACTIVE');
    given(...withRequest)
      .when(registered(20, 'ACTIVE'), reported(20, 'ACTIVE'), reported(20, 'REJECTED'))
      .yields('ReceiverRegistered', 'ReceiverRejected');
  });

  it('is not requested again while its outcome is unknown or pending', () => {
    for (const earlier of [[], [begin(20)], [unanswered(20)], [registered(20)]]) {
      given(...eventsOf(details, request(20), ...earlier))
        .when(request(21))
        .refuses('receiver/already-registered');
    }
  });

  it('can be requested again after a refusal or rejection; late answers to the first are ignored', () => {
    given(...eventsOf(details, request(20), declined(20)))
      .when(request(21), registered(20))
      .yields('ReceiverRegistrationRequested');
    given(...eventsOf(details, request(20), registered(20), reported(20, 'REJECTED')))
      .when(request(21), reported(20, 'ACTIVE'))
      .yields('ReceiverRegistrationRequested');
  });

  it('records a missing answer once, and then only the first outcome', () => {
    given(...eventsOf(details, request(20), begin(20)))
      .when(unanswered(20), unanswered(20), registered(20), declined(20))
      .yields('ReceiverRegistrationUnanswered', 'ReceiverRegistered');
  });

  it('is independent of the registration with another acquirer', () => {
    const other = { ...request(21), provider: 'sandbox' };
    given(...withRequest)
      .when(other)
      .yields('ReceiverRegistrationRequested');
  });
});
