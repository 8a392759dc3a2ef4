import { type ReactNode, useId } from 'react';
import { styled } from 'styled-components';
import type { MenuList } from '../../menu/menuAnswers';
import type { ItemText } from '../../shared/content/itemText';
import { Problem } from './menuStyles';
import { WordsField } from './WordsField';

const Fields = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 0.4rem;
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
  const shared = { describedBy: problemId, isInvalid: problem !== undefined, isReadOnly };
  return (
    <Fields onBlur={onLeave}>
      <WordsField
        {...shared}
        isName
        autoFocus={autoFocus}
        label={labels[0]}
        placeholder={placeholders[0]}
        value={text.name}
        maxLength={limits.name}
        onChange={(name) => onChange({ name })}
        onEnter={onEnter}
      />
      {limits.description !== undefined && (
        <WordsField
          {...shared}
          label={labels[1]}
          placeholder={placeholders[1]}
          value={text.description ?? ''}
          maxLength={limits.description}
          onChange={(description) => onChange({ description })}
        />
      )}
      {children}
      <div id={problemId} role="alert">
        {problem && <Problem>{problem}</Problem>}
      </div>
    </Fields>
  );
}
