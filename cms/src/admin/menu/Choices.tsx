import { useId } from 'react';
import { styled } from 'styled-components';
import { NARROW } from '../components/styles';

const Row = styled.div`
  display: flex;
  align-items: center;
  gap: 0.8rem;
`;

/** Becomes narrower before the answers wrap. */
const Label = styled.span`
  flex: 0 9999 12rem;
  min-width: min-content;

  ${NARROW} {
    flex-basis: 9.4rem;
  }
`;

const Options = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.4rem;
  min-width: 0;
`;

/** A native radio button over its words, as large as a finger needs it. */
const Option = styled.label<{ $isAnswer: boolean }>`
  position: relative;
  display: grid;
  font-size: 1.3rem;

  input {
    position: absolute;
    inset: 0;
    opacity: 0;
    cursor: pointer;
  }

  span {
    display: grid;
    place-items: center;
    min-width: 4.4rem;
    max-width: 7.6rem;
    min-height: 4.4rem;
    padding-inline: 0.6rem;
    line-height: 1.2;
    text-align: center;
    border: 1px solid ${({ theme }) => theme.colors.neutral500};
    border-radius: ${({ theme }) => theme.borderRadius};
  }

  /* Not :has(), after which the browser would look at the whole menu with each letter that is typed. */
  input:checked + span {
    border-color: ${({ theme, $isAnswer }) => ($isAnswer ? theme.colors.primary600 : theme.colors.neutral800)};
    box-shadow: inset 0 0 0 1px
      ${({ theme, $isAnswer }) => ($isAnswer ? theme.colors.primary600 : theme.colors.neutral800)};
    background: ${({ theme, $isAnswer }) => ($isAnswer ? theme.colors.primary600 : theme.colors.neutral150)};
    color: ${({ theme, $isAnswer }) => ($isAnswer ? theme.colors.neutral0 : theme.colors.neutral800)};
  }

  input:focus-visible + span {
    outline: 2px solid ${({ theme }) => theme.colors.primary600};
    outline-offset: 2px;
  }

  @media (forced-colors: active) {
    input:checked + span {
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
  }
`;

interface ChoicesProps<Value> {
  label: string;
  dish: string;
  /** The values with their words; `null` is no answer. */
  options: readonly (readonly [Value | null, string])[];
  value: Value | null;
  onChoose: (value: Value | null) => void;
}

/** One question about a dish, such as how much milk is in it, with all answers side by side. */
export function Choices<Value extends string>({
  label,
  dish,
  options,
  value,
  onChoose,
}: ChoicesProps<Value>) {
  const id = useId();
  return (
    <Row role="radiogroup" aria-label={`${label}: ${dish}`}>
      <Label aria-hidden>{label}</Label>
      <Options>
        {options.map(([option, words]) => (
          <Option key={words} $isAnswer={option !== null}>
            <input
              type="radio"
              name={id}
              aria-label={`${label}: ${words}`}
              checked={option === value}
              onChange={() => onChoose(option)}
            />
            <span aria-hidden>{words}</span>
          </Option>
        ))}
      </Options>
    </Row>
  );
}
