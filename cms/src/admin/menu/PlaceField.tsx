import { styled } from 'styled-components';
import type { MenuItem } from '../../menu/menuAnswers';
import { field } from '../components/styles';

const Label = styled.label`
  display: flex;
  align-items: center;
  gap: 0.8rem;
  min-width: 0;
  font-size: 1.4rem;

  select {
    ${field}
    min-width: 0;
  }
`;

interface PlaceFieldProps {
  label: string;
  /** The items of the list without the one whose place it is. */
  others: MenuItem[];
  /** The id of the item before it; `null` in the first place. */
  after: string | null;
  onChange: (after: string | null) => void;
}

/** The place of an item in its list. */
export function PlaceField({ label, others, after, onChange }: PlaceFieldProps) {
  return (
    <Label>
      Place
      <select
        aria-label={label}
        value={after ?? ''}
        onChange={({ target }) => onChange(target.value || null)}
      >
        <option value="">1. First</option>
        {others.map(({ id, name }, index) => (
          <option key={id} value={id}>
            {index + 2}. After {name}
          </option>
        ))}
      </select>
    </Label>
  );
}
