import { InputRenderer, useField, useForm } from '@strapi/strapi/admin';
import type { ComponentProps, ComponentType } from 'react';
import { styled } from 'styled-components';
import { isRecord } from '../../shared/isRecord';
import { explainedFields, explainedType, explainField, suggestForField } from './explanations';
import { FieldStatus } from './FieldStatus';
import { useSettled } from './useSettled';

const Line = styled.p<{ $isUnderstood: boolean }>`
  margin-top: 0.4rem;
  overflow-wrap: anywhere;
  color: ${({ theme }) => theme.colors.neutral800};
  font-size: 1.3rem;
  line-height: 1.4;
  ${({ theme, $isUnderstood }) =>
    !$isUnderstood && `padding-left: 0.8rem; border-left: 0.3rem solid ${theme.colors.warning600};`}
`;

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

/** Creates Strapi's own input with what the site understands below it, or how the owner may have meant it. */
const createExplainedInput = (key: string) =>
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each field, when the module loads.
  function ExplainedInput({ attribute, unique, mainField, ...props }: ExplainedInputProps) {
    const row = useSettled(useForm('ExplainedInput', ({ values }) => findRow(values, props.name)));
    const { value, onChange } = useField<string>(props.name);
    const explanation = explainField(key, row, Date.now());
    // Cast: the content manager passes the other properties of the input too.
    const inputProps = { ...props, type: attribute.type } as ComponentProps<typeof InputRenderer>;
    return (
      <>
        <InputRenderer {...inputProps} />
        <FieldStatus
          text={value ?? ''}
          suggestions={suggestForField(key, row)}
          onWrite={(text) => onChange(props.name, text)}
        >
          {explanation && (
            <Line $isUnderstood={explanation.understood}>
              {explanation.understood && 'The site understands: '}
              {explanation.text}
            </Line>
          )}
        </FieldStatus>
      </>
    );
  };

/** The types of input that Strapi renders with the explanation. */
export const explainedInputs = explainedFields.map((key) => ({
  type: explainedType(key),
  // Cast: Strapi declares inputs without properties.
  Component: createExplainedInput(key) as ComponentType,
}));
