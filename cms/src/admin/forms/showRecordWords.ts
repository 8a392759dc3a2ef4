import { createElement } from 'react';
import { styled } from 'styled-components';
import { fieldsOfRecord } from '../../shared/content/contentTypes';
import type { ListColumn } from '../strapi/application';

const Words = styled.span`
  display: block;
  max-width: 30rem;
  overflow: hidden;
  color: ${({ theme }) => theme.colors.neutral800};
  font-size: 1.4rem;
  text-overflow: ellipsis;
`;

/** Returns the words of a fixed record, in the order of its form. */
export const joinWords = (record: Record<string, unknown>, uid: string): string =>
  Object.keys(fieldsOfRecord(uid, record.documentId) ?? {})
    .map((name) => record[name])
    .filter((value) => typeof value === 'string' && value !== '')
    .join(' · ');

/**
 * Shows all words of a fixed record in the list, in one column: each record has other fields, so a column for one field is empty for
 * most. Only fixed records are listed by their place.
 */
export const showRecordWords = (columns: ListColumn[]): ListColumn[] =>
  columns[0]?.name === 'place'
    ? [
        columns[0],
        {
          ...columns[0],
          name: 'words',
          label: 'Words',
          sortable: false,
          cellFormatter: (record, _column, { model }) => createElement(Words, null, joinWords(record, model)),
        },
      ]
    : columns;
