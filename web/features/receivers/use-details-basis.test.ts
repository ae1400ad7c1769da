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
  readonly values: ReceiverValues;
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
        defaultValues: now.values,
        errorsIn: () => ({}),
        errorTexts: {},
      });
      const basis = useDetailsBasis(form, now);
      const draft = useReceiverDraft({ form, basis, stored });
      return { form, basis, draft };
    }, details);
};

describe('Registration data that a user typed and left unsaved', () => {
  afterEach(leavePages);

  const typeAndLeave = async (openPage: ReturnType<typeof openTab>): Promise<void> => {
    const { shown, run } = await openPage({ values: bankOf('0001'), revision: 1 });
    await run(() => shown().form.setValue(BRANCH, '0002'));
    await leavePages();
  };

  it('come back with what others saved in the same fields since, before a save replaces it', async () => {
    const openPage = openTab();
    await typeAndLeave(openPage);
    const { shown, run } = await openPage({ values: bankOf('0003'), revision: 2 });
    expect(shown().draft.isRestored).to.equal(true);
    expect(shown().form.getValues(BRANCH)).to.equal('0002');
    expect(shown().basis.before).to.deep.equal(bankOf('0001'));
    await run(() => shown().draft.undo());
    expect(shown().form.getValues()).to.deep.equal(bankOf('0003'));
    expect(shown().basis.before).to.equal(undefined);
  });

  it('come back with it too if the page had read it before the user left', async () => {
    const openPage = openTab();
    const others: Details = { values: bankOf('0003'), revision: 2 };
    const { shown, show, run } = await openPage({ values: bankOf('0001'), revision: 1 });
    await run(() => shown().form.setValue(BRANCH, '0002'));
    await show(others);
    await run(() => shown().form.setValue(BRANCH, '0004'));
    await leavePages();
    const reopened = await openPage(others);
    expect(reopened.shown().form.getValues(BRANCH)).to.equal('0004');
    expect(reopened.shown().basis.before).to.deep.equal(bankOf('0001'));
  });

  it('come back alone if no one has changed these fields since', async () => {
    const openPage = openTab();
    await typeAndLeave(openPage);
    const first = bankOf('0001');
    const others = { ...first, address: { ...first.address, city: 'Santos' } };
    const { shown } = await openPage({ values: others, revision: 2 });
    expect(shown().form.getValues(BRANCH)).to.equal('0002');
    expect(shown().form.getValues('address.city')).to.equal('Santos');
    expect(shown().basis.before).to.equal(undefined);
  });

  it('are not brought back if they were saved after all', async () => {
    const openPage = openTab();
    await typeAndLeave(openPage);
    const { shown } = await openPage({ values: bankOf('0002'), revision: 2 });
    expect(shown().draft.isRestored).to.equal(false);
    expect(shown().basis.before).to.equal(undefined);
  });
});

describe('Registration data that a user saves', () => {
  afterEach(leavePages);

  /** Types a branch and presses save. @returns the page, and how it takes the answer */
  const saveBranch = async (openPage: ReturnType<typeof openTab>) => {
    const page = await openPage({ values: bankOf('0001'), revision: 1 });
    await page.run(() => page.shown().form.setValue(BRANCH, '0002'));
    const { basis, draft } = page.shown();
    basis.noteSent(bankOf('0002'));
    const onSaved = () =>
      page.run(() => {
        draft.forget();
        basis.moveTo(bankOf('0002'));
      });
    return { ...page, onSaved };
  };

  it('show what others saved over them before the answer came, and what they replaced', async () => {
    const openPage = openTab();
    const { shown, show, onSaved } = await saveBranch(openPage);
    const others: Details = { values: bankOf('0003'), revision: 3 };
    await show(others);
    await onSaved();
    expect(shown().basis).to.deep.include({ ...others, before: bankOf('0002') });
    expect(shown().form.getValues(BRANCH)).to.equal('0003');
    await leavePages();
    const reopened = await openPage(others);
    expect(reopened.shown().draft.isRestored).to.equal(false);
  });

  it('leave in the draft what the user typed before the answer came', async () => {
    const openPage = openTab();
    const { shown, run, onSaved } = await saveBranch(openPage);
    await run(() => shown().form.setValue('address.city', 'Santos'));
    await onSaved();
    await leavePages();
    const reopened = await openPage({ values: bankOf('0002'), revision: 2 });
    expect(reopened.shown().form.getValues('address.city')).to.equal('Santos');
    expect(reopened.shown().basis.before).to.equal(undefined);
  });
});

describe('Registration data whose last revision was lost in a failover', () => {
  afterEach(leavePages);

  it('follow what is left once a save was refused, and keep what the user typed', async () => {
    const { shown, show, run } = await openTab()({ values: bankOf('0001'), revision: 5 });
    await run(() => shown().form.setValue('address.city', 'Santos'));
    const left = { values: bankOf('0003'), revision: 4 };
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
    const values = structuredClone(shown().form.getValues());
    const again = (): void => expect.fail('the user has not seen what is left');
    await run(() => shown().basis.onRefused(refusal, { values, again }));
    expect(shown().basis.revision).to.equal(4);
    expect(shown().basis.before).to.deep.equal(bankOf('0001'));
    expect(shown().form.getValues([BRANCH, 'address.city'])).to.deep.equal(['0003', 'Santos']);
  });

  it('follow other data that were recorded since under the same number, and keep what the user typed', async () => {
    const { shown, show, run } = await openTab()({ values: bankOf('0001'), revision: 5 });
    await run(() => shown().form.setValue('address.city', 'Santos'));
    await show({ values: bankOf('0003'), revision: 5 });
    expect(shown().basis.before).to.deep.equal(bankOf('0001'));
    expect(shown().form.getValues([BRANCH, 'address.city'])).to.deep.equal(['0003', 'Santos']);
  });
});
