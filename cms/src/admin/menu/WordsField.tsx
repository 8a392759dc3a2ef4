import type { KeyboardEvent } from 'react';
import { styled } from 'styled-components';

/** As high as its text, which stands a second time behind the field. */
const Growing = styled.div<{ $isStrong?: boolean }>`
  display: grid;
  font-size: 1.6rem;
  font-weight: ${({ $isStrong }) => ($isStrong ? 600 : 400)};

  &::after,
  textarea {
    grid-area: 1 / 1;
    min-width: 0;
    min-height: 4.4rem;
    padding: 0.9rem 1.2rem;
    border: 1px solid ${({ theme }) => theme.colors.neutral200};
    border-radius: ${({ theme }) => theme.borderRadius};
    font: inherit;
    line-height: 1.5;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  &::after {
    content: attr(data-text) ' ';
    visibility: hidden;
  }

  textarea {
    width: 100%;
    resize: none;
    overflow: hidden;
    background: transparent;
    color: inherit;
    /* Above the bar at the bottom, also while a phone's keyboard is open. */
    scroll-margin: 2rem 0 14rem;
  }

  textarea:hover {
    border-color: ${({ theme }) => theme.colors.neutral500};
  }

  textarea:focus-visible {
    border-color: ${({ theme }) => theme.colors.primary600};
    outline: 2px solid ${({ theme }) => theme.colors.primary600};
    outline-offset: 0;
    background: ${({ theme }) => theme.colors.neutral0};
  }

  textarea[aria-invalid='true'] {
    border-color: ${({ theme }) => theme.colors.danger600};
  }

  textarea::placeholder {
    color: ${({ theme }) => theme.colors.neutral600};
    font-weight: 400;
  }
`;

interface WordsFieldProps {
  label: string;
  value: string;
  maxLength: number;
  /** Of a name, which is one line. */
  isName?: boolean;
  placeholder?: string;
  isInvalid?: boolean;
  isReadOnly?: boolean;
  autoFocus?: boolean;
  /** The id of the sentences about the words. */
  describedBy?: string;
  onChange: (text: string) => void;
  /** On Enter in a name. */
  onEnter?: () => void;
}

/** A field that looks like the text it is, and grows with it. */
export function WordsField({
  label,
  value,
  isName = false,
  isInvalid = false,
  isReadOnly = false,
  describedBy,
  onChange,
  onEnter,
  ...attributes
}: WordsFieldProps) {
  const handleKeys = (event: KeyboardEvent) => {
    // While a text is composed, such as an accented letter, Enter accepts it.
    if (!isName || event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEnter?.();
  };
  return (
    <Growing data-text={value || attributes.placeholder} $isStrong={isName}>
      <textarea
        {...attributes}
        rows={1}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        readOnly={isReadOnly}
        value={value}
        onKeyDown={handleKeys}
        onChange={({ target }) => onChange(isName ? target.value.replace(/\s*\n\s*/g, ' ') : target.value)}
      />
    </Growing>
  );
}
