import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { classNames } from '#/web/ui/style/class-names.ts';
import { TextInput } from './field.tsx';

const TYPING_PAUSE_MILLISECONDS = 250;

interface SearchInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Id of the explanation or error. */
  readonly describedBy?: string;
  readonly isInvalid?: boolean;
  readonly className?: string;
}

/** Searches when typing pauses. `/` focuses the field. */
export const SearchInput = (props: SearchInputProps) => {
  const { label, value, onChange, describedBy, isInvalid, className = 'sm:max-w-72' } = props;
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  /** The last value sent to `onChange`: only another value from outside rewrites the field. */
  const lastSearch = useRef(value);
  const search = useRef(onChange);
  useEffect(() => {
    search.current = onChange;
    if (value === lastSearch.current) return;
    lastSearch.current = value;
    setText(value);
  }, [value, onChange]);
  useEffect(() => {
    const trimmed = text.trim();
    if (trimmed === lastSearch.current) return undefined;
    const timer = setTimeout(() => {
      lastSearch.current = trimmed;
      search.current(trimmed);
    }, TYPING_PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.target !== document.body) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <div className={classNames('relative min-w-44 flex-1', className)}>
      <Search
        aria-hidden
        className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-faint"
      />
      <TextInput
        ref={input}
        type="search"
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        placeholder={label}
        className="pl-8"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </div>
  );
};
