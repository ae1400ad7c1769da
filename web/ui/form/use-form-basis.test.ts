import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect } from 'chai';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createFormControl } from 'react-hook-form';
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

describe('Form that a user saves', () => {
  type Basis = ReturnType<typeof useFormBasis<Values, { values: Values; revision: number }, Path>>;
  type Path = ReturnType<typeof differencesBetween>[number];

  /** Returns the hook's result, from one render on the server. */
  const basisOf = (form: ReturnType<typeof newForm>): Basis => {
    const bases: Basis[] = [];
    const Probe = () => {
      bases.push(useFormBasis(form, { values: before, revision: 1 }, differencesBetween));
      return null;
    };
    const client = new QueryClient();
    renderToString(createElement(QueryClientProvider, { client }, createElement(Probe)));
    const [basis] = bases;
    if (basis === undefined) throw new Error('nothing was rendered');
    return basis;
  };

  it('keeps what the user types while the answer is under way', () => {
    const form = newForm();
    const { moveTo } = basisOf(form);
    form.setValue('fees.pix', 150);
    const sent = structuredClone(form.getValues());
    form.setValue('name', 'Mercado');
    moveTo(sent);
    expect(form.getValues()).to.deep.equal({ ...sent, name: 'Mercado' });
    form.reset();
    expect(form.getValues()).to.deep.equal(sent);
  });

  it('shows a text as it was saved, without the spaces that the user typed around it', () => {
    const form = newForm();
    const { moveTo } = basisOf(form);
    form.setValue('name', ' Mercado ');
    const sent = structuredClone(form.getValues());
    moveTo(sent, { ...sent, name: 'Mercado' });
    expect(form.getValues('name')).to.equal('Mercado');
  });
});
