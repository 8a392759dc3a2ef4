import { type ReactNode, useRef } from 'react';
import { styled } from 'styled-components';
import { applySuggestion, type HoursSuggestion } from '../../shared/hours/suggestHours';
import { Button } from '../components/styles';

const Offer = styled.div`
  display: grid;
  gap: 0.8rem;
  margin-top: 0.8rem;
  padding-left: 0.8rem;
  border-left: 0.3rem solid ${({ theme }) => theme.colors.primary600};
  color: ${({ theme }) => theme.colors.neutral800};
  font-size: 1.4rem;
  line-height: 1.4;
  overflow-wrap: anywhere;
`;

const Answer = styled(Button)`
  justify-self: start;
  text-align: left;
  line-height: 1.5;
  white-space: pre-line;
`;

interface FieldStatusProps {
  /** The text of the field. */
  text: string;
  /** Offered instead of what the site understands. */
  suggestions: HoursSuggestion[];
  /** Writes a text into the field. */
  onWrite: (text: string) => void;
  /** What the site understands of the field. */
  children?: ReactNode;
}

/** What stands below a field: hours as the owner may have meant them, each with a button that writes them, or else what the site understands. */
export function FieldStatus({ text, suggestions, onWrite, children }: FieldStatusProps) {
  const status = useRef<HTMLDivElement>(null);
  const choose = (suggestion: HoursSuggestion, answer: string) => {
    // The pressed button goes away, and the keyboard of a phone would open if the field had the focus.
    status.current?.focus();
    onWrite(applySuggestion(text, suggestion, answer));
  };
  return (
    // In the page from the start, so that screen readers announce what it gets.
    <div role="status" ref={status} tabIndex={-1}>
      {suggestions.length === 0 && children}
      {suggestions.map((suggestion) => (
        <Offer key={suggestion.lines.join('\n')}>
          <p>{suggestion.question}</p>
          {suggestion.answers.map((answer) => (
            <Answer key={answer} type="button" onClick={() => choose(suggestion, answer)}>
              {answer}
            </Answer>
          ))}
        </Offer>
      ))}
    </div>
  );
}
