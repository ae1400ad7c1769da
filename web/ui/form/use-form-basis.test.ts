import { expect } from 'chai';
import { useEffect, useState } from 'react';
import { createFormControl } from 'react-hook-form';
import { ProblemError } from '#/web/lib/rpc.ts';
import { leavePages, showHook } from '#/web/testing/show-hook.ts';
import { takeSaved, useFormBasis } from './use-form-basis.ts';

interface Values {
  readonly name: string;
  readonly fees: { readonly pix: number; readonly card: number };
}

const paths = ['name', 'fees.pix', 'fees.card'] as const;

const valueAt = ({ name, fees }: Values, path: (typeof paths)[number]): string | number =>
  path === 'name' ? name : fees[path === 'fees.pix' ? 'pix' : 'card'];

const differencesBetween = (before: Values, after: Values) =>
  paths
    .map((path) => ({ path, after: valueAt(after, path) }))
    .filter(({ path, after: value }) => value !== valueAt(before, path));

const before: Values = { name: 'Loja', fees: { pix: 99, card: 499 } };

const newForm = () => {
  const form = createFormControl<Values>({ defaultValues: before }).formControl;
  // `useForm` sets this once the form is shown.
  const { _state: state } = form.control;
  state.mount = true;
  return form;
};

describe('Form whose record was saved elsewhere while a user edited it', () => {
  const saved: Values = { name: 'Mercado', fees: { pix: 120, card: 499 } };

  it('takes over all that was saved, silently, if the user has changed nothing', () => {
    const form = newForm();
    expect(takeSaved(form, before, saved, differencesBetween)).to.deep.equal([]);
    expect(form.getValues()).to.deep.equal(saved);
  });

  it('keeps what the user changed, takes over the rest, and lists all that was saved', () => {
    const form = newForm();
    form.setValue('fees.pix', 150);
    form.setValue('fees.card', 399);
    expect(takeSaved(form, before, saved, differencesBetween)).to.deep.equal([
      { path: 'name', after: 'Mercado' },
      { path: 'fees.pix', after: 120 },
    ]);
    expect(form.getValues()).to.deep.equal({ name: 'Mercado', fees: { pix: 150, card: 399 } });
  });

  it('does not list the user’s own change, whose answer was lost, but what others changed', () => {
    const form = newForm();
    form.setValue('fees.pix', 120);
    expect(takeSaved(form, before, saved, differencesBetween)).to.deep.equal([
      { path: 'name', after: 'Mercado' },
    ]);
    expect(form.getValues()).to.deep.equal(saved);
  });

  it('does not list a save of the user, whose answer was lost, though the user typed on', () => {
    const form = newForm();
    form.setValue('fees.pix', 120);
    const sent = structuredClone(form.getValues());
    form.setValue('fees.pix', 150);
    expect(takeSaved(form, before, saved, differencesBetween, [sent])).to.deep.equal([
      { path: 'name', after: 'Mercado' },
    ]);
    expect(form.getValues()).to.deep.equal({ name: 'Mercado', fees: { pix: 150, card: 499 } });
  });

  it('keeps what the user typed back after a save whose answer was lost', () => {
    const form = newForm();
    const sent = { ...before, fees: { ...before.fees, pix: 120 } };
    takeSaved(form, before, saved, differencesBetween, [sent]);
    expect(form.getValues()).to.deep.equal({ name: 'Mercado', fees: { pix: 99, card: 499 } });
  });

  it('lists what others saved in fields that the user tried to save otherwise', () => {
    const form = newForm();
    form.setValue('fees.pix', 150);
    const sent = structuredClone(form.getValues());
    expect(takeSaved(form, before, saved, differencesBetween, [sent])).to.deep.equal([
      { path: 'name', after: 'Mercado' },
      { path: 'fees.pix', after: 120 },
    ]);
  });

  it('shows what was saved elsewhere after its changes are discarded', () => {
    const form = newForm();
    form.setValue('fees.pix', 150);
    takeSaved(form, before, saved, differencesBetween);
    form.reset();
    expect(form.getValues()).to.deep.equal(saved);
  });
});

interface Saved {
  readonly values: Values;
  readonly revision: number;
}

const openForm = async (revision = 1) => {
  const form = newForm();
  const page = await showHook((saved: Saved) => useFormBasis(form, saved, differencesBetween), {
    values: before,
    revision,
  });
  const type = (field: (typeof paths)[number], value: string | number): Promise<void> =>
    page.run(() => form.setValue(field, value, { shouldDirty: true }));
  /** Presses save. @returns the values that are sent, and how their answer is taken */
  const save = (again: (now: Saved) => void = () => undefined) => {
    const values = structuredClone(form.getValues());
    const { noteSent, onRefused, moveTo } = page.shown();
    noteSent(values);
    return {
      onSaved: () => page.run(() => moveTo(values)),
      onRefused: (failure: Error) => page.run(() => onRefused(failure, { values, again })),
    };
  };
  return { ...page, form, type, save };
};

describe('Form that a user saves', () => {
  afterEach(leavePages);

  it('keeps what the user types while the answer is under way', async () => {
    const { form, type, save } = await openForm();
    await type('fees.pix', 150);
    const { onSaved } = save();
    await type('name', 'Mercado');
    await onSaved();
    const sent: Values = { name: 'Loja', fees: { pix: 150, card: 499 } };
    expect(form.getValues()).to.deep.equal({ ...sent, name: 'Mercado' });
    form.reset();
    expect(form.getValues()).to.deep.equal(sent);
  });

  it('shows a text as it was saved, without the spaces that the user typed around it', async () => {
    const { form, type, shown, run } = await openForm();
    await type('name', ' Mercado ');
    const sent = structuredClone(form.getValues());
    await run(() => shown().moveTo(sent, { ...sent, name: 'Mercado' }));
    expect(form.getValues('name')).to.equal('Mercado');
  });

  it('shows what was saved over the user’s own save before its answer came, and says so', async () => {
    const { form, shown, show, type, save } = await openForm();
    await type('fees.pix', 150);
    const { onSaved } = save();
    await type('fees.card', 399);
    // The user's save is revision 2.
    const others: Values = { name: 'Loja', fees: { pix: 200, card: 499 } };
    await show({ values: others, revision: 3 });
    await onSaved();
    const { revision, values, changes } = shown();
    expect({ revision, values }).to.deep.equal({ revision: 3, values: others });
    expect(changes).to.deep.equal([{ path: 'fees.pix', after: 200 }]);
    expect(form.getValues(), 'and what was typed since').to.deep.equal({
      name: 'Loja',
      fees: { pix: 200, card: 399 },
    });
  });

  it('names no one else’s change if its own save is read before the answer comes', async () => {
    const { shown, show, type, save } = await openForm();
    await type('name', 'Mercado');
    await show({ values: { ...before, name: 'Feira' }, revision: 2 });
    expect(shown().changes).to.deep.equal([{ path: 'name', after: 'Feira' }]);
    const { onSaved } = save();
    await show({ values: { ...before, name: 'Mercado' }, revision: 3 });
    await onSaved();
    expect(shown()).to.deep.include({ revision: 3, changes: [] });
  });
});

describe('Form on a page that reads its record again and again', () => {
  afterEach(leavePages);

  it('follows a revision that is read while it takes the one before', async () => {
    const form = newForm();
    const last: Saved = { values: { ...before, name: 'Feira' }, revision: 3 };
    const { run, shown } = await showHook(
      (first: Saved) => {
        const [saved, setSaved] = useState(first);
        const basis = useFormBasis(form, saved, differencesBetween);
        useEffect(() => {
          if (saved.revision === 2) setSaved(last);
        }, [saved]);
        return { ...basis, setSaved };
      },
      { values: before, revision: 1 },
    );
    await run(() => shown().setSaved({ values: before, revision: 2 }));
    expect(shown().revision).to.equal(3);
    expect(form.getValues('name')).to.equal('Feira');
  });
});

describe('Form of a record whose last revision was lost in a failover', () => {
  afterEach(leavePages);

  const left: Saved = { values: { ...before, fees: { pix: 120, card: 499 } }, revision: 4 };

  const refusal = new ProblemError({
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    code: 'record/changed-meanwhile',
    detail: { pt: 'Mudou.', en: 'It changed.' },
    details: { revision: 4 },
    requestId: 'r-1',
  });

  for (const isReadBefore of [true, false]) {
    const when = isReadBefore ? 'before' : 'after';
    it(`follows what is left once a save was refused, if the page read it ${when} the refusal`, async () => {
      const { form, shown, show, type, save } = await openForm(5);
      await type('name', 'Mercado');
      if (isReadBefore) await show(left);
      await save().onRefused(refusal);
      if (!isReadBefore) await show(left);
      expect(shown()).to.deep.include({
        revision: 4,
        changes: [{ path: 'fees.pix', after: 120 }],
      });
      expect(form.getValues()).to.deep.equal({ ...left.values, name: 'Mercado' });
    });
  }

  it('saves again by itself if the lost revision had other parts of the record', async () => {
    const again: Saved[] = [];
    const { type, save, show } = await openForm(5);
    await type('name', 'Mercado');
    await save((now) => again.push(now)).onRefused(refusal);
    const now: Saved = { values: before, revision: 4 };
    await show(now);
    await show({ ...now });
    expect(again).to.deep.equal([now]);
  });

  it('follows other content that was recorded since under the same number, and says what changed', async () => {
    const { form, shown, show, type, save } = await openForm(5);
    await type('name', 'Mercado');
    await show({ ...left, revision: 5 });
    const changes = [{ path: 'fees.pix', after: 120 }];
    expect(shown()).to.deep.include({ revision: 5, values: left.values, changes });
    expect(form.getValues()).to.deep.equal({ ...left.values, name: 'Mercado' });
    await save().onSaved();
    await show({ ...left, revision: 5 });
    expect(form.getValues(), 'until the page reads the user’s own save').to.deep.equal({
      ...left.values,
      name: 'Mercado',
    });
  });

  it('does not follow an older revision that a slow replica shows', async () => {
    const { form, shown, show, type } = await openForm(5);
    await type('name', 'Mercado');
    await show(left);
    expect(shown()).to.deep.include({ revision: 5, changes: [] });
    expect(form.getValues('fees.pix')).to.equal(99);
  });
});
