import { InputRenderer, useForm } from '@strapi/strapi/admin';
import { type ComponentProps, type ComponentType, useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { isRecord } from '../../shared/isRecord';
import { explainedFields, explainedType, explainField } from './explanations';

/** The time after the last key press, so that a screen reader isn't interrupted by every letter. */
const DELAY_MS = 700;

const Line = styled.p<{ $isUnderstood: boolean }>`
  margin-top: 0.4rem;
  overflow-wrap: anywhere;
  color: ${({ theme }) => theme.colors.neutral800};
  font-size: 1.3rem;
  line-height: 1.4;
  ${({ theme, $isUnderstood }) =>
    !$isUnderstood && `padding-left: 0.8rem; border-left: 0.3rem solid ${theme.colors.warning600};`}
`;

/** Returns the latest value that has not changed for a while. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), DELAY_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Returns the values of the entry, or of its component, that has the field with this path, such as 'links.0.address'. */
const findRow = (values: unknown, path: string): unknown =>
  path
    .split('.')
    .slice(0, -1)
    .reduce<unknown>((row, key) => (isRecord(row) ? row[key] : undefined), values);

interface ExplainedInputProps {
  name: string;
  attribute: { type: string };
  unique?: boolean;
  mainField?: object;
}

/** Creates Strapi's own input with a line below it about what the site understands. */
const createExplainedInput = (key: string) =>
  function ExplainedInput({ attribute, unique, mainField, ...props }: ExplainedInputProps) {
    const row = useSettled(useForm('ExplainedInput', ({ values }) => findRow(values, props.name)));
    const explanation = explainField(key, row, Date.now());
    // Cast: the content manager passes the other properties of the input too.
    const inputProps = { ...props, type: attribute.type } as ComponentProps<typeof InputRenderer>;
    return (
      <div>
        <InputRenderer {...inputProps} />
        {/* In the page from the start, so that screen readers announce the line that it gets. */}
        <div role="status">
          {explanation && (
            <Line $isUnderstood={explanation.understood}>
              {explanation.understood && 'The site understands: '}
              {explanation.text}
            </Line>
          )}
        </div>
      </div>
    );
  };

/** The types of input that Strapi renders with the explanation. */
export const explainedInputs = explainedFields.map((key) => ({
  type: explainedType(key),
  // Cast: Strapi declares inputs without properties.
  Component: createExplainedInput(key) as ComponentType,
}));
