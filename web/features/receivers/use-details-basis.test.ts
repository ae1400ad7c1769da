import { expect } from 'chai';
import { ProblemError } from '#/web/lib/rpc.ts';
import { leavePages, showHook } from '#/web/testing/show-hook.ts';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import type { StoredInput } from './receiver-draft.ts';
import type { ReceiverValues } from './receiver-fields.ts';
import { receiverValues } from './receiver-form.ts';
import { useDetailsBasis } from './use-details-basis.ts';
import { useReceiverDraft } from './use-receiver-draft.ts';

interface Details {
  readonly saved: ReceiverValues;
  readonly revision: number;
}

const BRANCH = 'bank.branchNumber';

const bankOf = (branchNumber: string): ReceiverValues => {
  const none = receiverValues(null);
  return { ...none, bank: { ...none.bank, bankCode: '341', branchNumber } };
};

/** A browser tab, in which the page can be opened again and again. */
const openTab = () => {
  let kept: StoredInput | undefined;
  const stored = {
    read: () => kept,
    keep: (input: StoredInput): void => {
      kept = input;
    },
    forget: (): void => {
      kept = undefined;
    },
  };
  return (details: Details) =>
    showHook((now: Details) => {
      const form = useCheckedForm<ReceiverValues, never>({
        defaultValues: now.saved,
        errorsIn: () => ({}),
        errorTexts: {},
      });
      const basis = useDetailsBasis(form, now);
      const draft = useReceiverDraft({ form, saved: now.saved, stored, onSeen: basis.noteSeen });
      return { form, basis, draft };
    }, details);
};

describe('Registration data that a user typed and left unsaved', () => {
  afterEach(leavePages);

  const typeAndLeave = async (openPage: ReturnType<typeof openTab>): Promise<void> => {
    const { shown, run } = await openPage({ saved: bankOf('0001'), revision: 1 });
    await run(() => shown().form.setValue(BRANCH, '0002'));
    await leavePages();
  };

  it('come back with what others saved in the same fields since, before a save replaces it', async () => {
    const openPage = openTab();
    await typeAndLeave(openPage);
    const { shown, run } = await openPage({ saved: bankOf('0003'), revision: 2 });
    expect(shown().draft.isRestored).to.equal(true);
    expect(shown().form.getValues(BRANCH)).to.equal('0002');
    expect(shown().basis.before).to.deep.equal(bankOf('0001'));
    await run(() => shown().draft.undo());
    expect(shown().form.getValues()).to.deep.equal(bankOf('0003'));
    expect(shown().basis.before).to.equal(undefined);
  });

  it('come back alone if no one has changed these fields since', async () => {
    const openPage = openTab();
    await typeAndLeave(openPage);
    const first = bankOf('0001');
    const others = { ...first, address: { ...first.address, city: 'Santos' } };
    const { shown } = await openPage({ saved: others, revision: 2 });
    expect(shown().form.getValues(BRANCH)).to.equal('0002');
    expect(shown().form.getValues('address.city')).to.equal('Santos');
    expect(shown().basis.before).to.equal(undefined);
  });

  it('are not brought back if they were saved after all', async () => {
    const openPage = openTab();
    await typeAndLeave(openPage);
    const { shown } = await openPage({ saved: bankOf('0002'), revision: 2 });
    expect(shown().draft.isRestored).to.equal(false);
    expect(shown().basis.before).to.equal(undefined);
  });
});

describe('Registration data whose last revision was lost in a failover', () => {
  afterEach(leavePages);

  it('follow what is left once a save was refused, and keep what the user typed', async () => {
    const { shown, show, run } = await openTab()({ saved: bankOf('0001'), revision: 5 });
    await run(() => shown().form.setValue('address.city', 'Santos'));
    const left = { saved: bankOf('0003'), revision: 4 };
    await show(left);
    expect(shown().basis.revision, 'as a slow replica shows it too').to.equal(5);
    const refusal = new ProblemError({
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      code: 'record/changed-meanwhile',
      detail: { pt: 'Mudou.', en: 'It changed.' },
      details: { revision: 4 },
      requestId: 'r-1',
    });
    await run(() => shown().basis.noteRefusal(refusal));
    expect(shown().basis.revision).to.equal(4);
    expect(shown().basis.before).to.deep.equal(bankOf('0001'));
    expect(shown().form.getValues([BRANCH, 'address.city'])).to.deep.equal(['0003', 'Santos']);
  });

  it('follow other data that were recorded since under the same number, and keep what the user typed', async () => {
    const { shown, show, run } = await openTab()({ saved: bankOf('0001'), revision: 5 });
    await run(() => shown().form.setValue('address.city', 'Santos'));
    await show({ saved: bankOf('0003'), revision: 5 });
    expect(shown().basis.before).to.deep.equal(bankOf('0001'));
    expect(shown().form.getValues([BRANCH, 'address.city'])).to.deep.equal(['0003', 'Santos']);
  });
});
