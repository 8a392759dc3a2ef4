import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { styled } from 'styled-components';
import type { MenuList } from '../../menu/menuAnswers';
import type { ItemText } from '../../shared/content/itemText';
import { Outcome } from '../components/styles';

const Fields = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 0.4rem;
`;

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

interface TextFieldsProps {
  /** The labels of the name and the description. */
  labels: [string, string];
  placeholders: [string, string];
  text: ItemText;
  limits: MenuList['limits'];
  /** Why the text could not be saved. */
  problem: string | undefined;
  isReadOnly?: boolean;
  autoFocus?: boolean;
  onChange: (part: Partial<ItemText>) => void;
  /** When a field loses the focus. */
  onLeave?: () => void;
  /** On Enter in the name. */
  onEnter: () => void;
  children?: ReactNode;
}

/** The name of an item and, of a dish, its description. */
export function TextFields({
  labels,
  placeholders,
  text,
  limits,
  problem,
  isReadOnly = false,
  autoFocus = false,
  onChange,
  onLeave,
  onEnter,
  children,
}: TextFieldsProps) {
  const problemId = useId();
  const shared = {
    rows: 1,
    readOnly: isReadOnly,
    'aria-describedby': problemId,
    'aria-invalid': problem !== undefined,
  };
  const [nameWords, descriptionWords] = placeholders;
  const { name, description = '' } = text;
  const handleKeys = (event: KeyboardEvent) => {
    // While a text is composed, such as an accented letter, Enter accepts it.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEnter();
  };
  return (
    <Fields onBlur={onLeave}>
      <Growing data-text={name || nameWords} $isStrong>
        <textarea
          {...shared}
          // biome-ignore lint/a11y/noAutofocus: the owner has asked for the fields of a new item.
          autoFocus={autoFocus}
          aria-label={labels[0]}
          placeholder={nameWords}
          value={name}
          maxLength={limits.name}
          onKeyDown={handleKeys}
          onChange={({ target }) => onChange({ name: target.value.replace(/\s*\n\s*/g, ' ') })}
        />
      </Growing>
      {limits.description !== undefined && (
        <Growing data-text={description || descriptionWords}>
          <textarea
            {...shared}
            aria-label={labels[1]}
            placeholder={descriptionWords}
            value={description}
            maxLength={limits.description}
            onChange={({ target }) => onChange({ description: target.value })}
          />
        </Growing>
      )}
      {children}
      <div id={problemId} role="alert">
        {problem && <Outcome $isProblem>{problem}</Outcome>}
      </div>
    </Fields>
  );
}
