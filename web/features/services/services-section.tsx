import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import type { OutputOf } from '#/api/contract/contract.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText, query } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Badge } from '#/web/ui/badge.tsx';
import { Button } from '#/web/ui/button.tsx';
import { TextInput } from '#/web/ui/fields/field.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { FormField } from '#/web/ui/form/form-field.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { useServicesTexts } from './services-texts.ts';

type Services = OutputOf<'admin.getServices'>;

const servicesQuery = queryOptions({
  queryKey: ['services'],
  queryFn: ({ signal }) => query('admin.getServices', {}, { signal }),
});

/** Each outside service's address, last use and test button. */
const ServicesSection = () => {
  const texts = useServicesTexts();
  const headingId = useId();
  const result = useQuery(servicesQuery);
  return (
    <section
      aria-labelledby={headingId}
      className="mx-auto grid w-full max-w-7xl gap-3 px-4 pb-6 sm:px-6"
    >
      <div>
        <h2 id={headingId} className="text-base font-semibold">
          {texts.title}
        </h2>
        <p className="text-ink-muted">{texts.note}</p>
      </div>
      <Answer query={result} lines={4}>
        {({ storage, postalCode }) => (
          <ul className="grid gap-3 md:grid-cols-2">
            <Service
              title={texts.storage}
              place={[texts.kinds[storage.kind], storage.place].filter(Boolean).join(' · ')}
              last={storage.last}
            >
              <StorageTest />
            </Service>
            <Service title={texts.postalCode} place={postalCode.host} last={postalCode.last}>
              <PostalCodeTest />
            </Service>
          </ul>
        )}
      </Answer>
    </section>
  );
};

interface ServiceProps {
  readonly title: string;
  readonly place: string;
  readonly last: Services['storage']['last'];
  readonly children: ReactNode;
}

const Service = ({ title, place, last, children }: ServiceProps) => {
  const texts = useServicesTexts();
  const { dateTime } = useFormats();
  return (
    <li className="grid content-start gap-3 rounded-lg border border-line bg-surface p-4 shadow-card">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">{title}</h3>
        <span className="text-ink-muted">{place}</span>
        {last === null ? (
          <Badge tone="neutral">{texts.unused}</Badge>
        ) : (
          <Badge tone={last.isWorking ? 'positive' : 'negative'}>
            {(last.isWorking ? texts.working : texts.failing)(dateTime(last.at))}
          </Badge>
        )}
      </div>
      {children}
    </li>
  );
};

/** A test's outcome, announced to screen readers too. */
const Outcome = ({
  text,
  isPositive,
}: {
  readonly text: string | undefined;
  readonly isPositive: boolean;
}) => (
  <p
    role="status"
    className={isPositive ? 'text-positive empty:hidden' : 'text-negative empty:hidden'}
  >
    {text}
  </p>
);

const StorageTest = () => {
  const texts = useServicesTexts();
  const language = useLanguage();
  const { mutate, data, error, isPending } = useWrite('admin.testStorage');
  const outcomeText = data && texts.storageOutcomes[data.outcome];
  const text =
    outcomeText !== undefined && data !== undefined && data.milliseconds !== null
      ? texts.took(outcomeText, data.milliseconds)
      : outcomeText;
  return (
    <div className="grid justify-items-start gap-2">
      <Button pending={isPending} onClick={() => mutate({})}>
        {texts.testStorage}
      </Button>
      <Outcome
        text={error ? failureText(error, language) : text}
        isPositive={!error && data?.outcome === 'answered'}
      />
    </div>
  );
};

/** Praça da Sé in São Paulo, the lowest CEP. */
const SAMPLE_CEP = '01001-000';

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

const PostalCodeTest = () => {
  const texts = useServicesTexts();
  const write = useWrite('admin.testPostalCode');
  const { data, mutate } = write;
  const form = useCheckedForm<{ cep: string }, 'notCep'>({
    defaultValues: { cep: SAMPLE_CEP },
    errorsIn: ({ cep }) => ({ cep: digitsOf(cep).length === 8 ? undefined : 'notCep' }),
    errorTexts: { notCep: texts.notCep },
  });
  return (
    <CheckedForm
      form={form}
      onValid={({ cep }) => mutate({ cep: digitsOf(cep) })}
      write={write}
      kind="secondary"
      submitLabel={texts.testPostalCode}
      className="grid gap-2"
      submitClassName="justify-self-start"
    >
      <FormField form={form} name="cep" label={texts.cep}>
        {({ value, onValue, ...control }) => (
          <TextInput
            {...control}
            value={value}
            onValue={onValue}
            inputMode="numeric"
            autoComplete="off"
            maxLength={9}
            className="max-w-40"
          />
        )}
      </FormField>
      <Outcome text={data && postalText(data, texts)} isPositive={data?.outcome === 'found'} />
    </CheckedForm>
  );
};

const postalText = (
  { outcome, address, milliseconds }: OutputOf<'admin.testPostalCode'>,
  texts: ReturnType<typeof useServicesTexts>,
): string => {
  if (outcome === 'unavailable') return texts.unavailable;
  if (address === null) return texts.unknown;
  const { street, district, city, state } = address;
  const line = [street, district, `${city} ${state}`].filter((part) => part !== '').join(', ');
  return milliseconds === null ? line : texts.took(line, milliseconds);
};

export default ServicesSection;
