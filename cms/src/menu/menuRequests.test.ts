import { describe, expect, test } from 'vitest';
import {
  parseChangedStatement,
  parseChangedText,
  parseItemText,
  parseOrder,
  parseShown,
  parseVersion,
} from './menuRequests';

const confirmedFor = { name: 'Slaw', description: '', restoreId: null };
const statement = { diet: null, answers: { milk: 'contains' }, confirmedFor };

describe('what the screen sends', () => {
  test('is read without the spaces around words', () => {
    expect(parseItemText({ name: ' Slaw ' })).toEqual({ name: 'Slaw', description: '' });
    expect(parseChangedStatement({ statement, seen: null })).toEqual({ statement, seen: null });
  });

  test.each([
    ['a blank name', parseItemText, { name: ' ' }, /^Write a name/],
    ['a character that Postgres does not store', parseItemText, { name: 'Slaw\0' }, /can’t be saved/],
  ])('is rejected with its reason for %s', (_case, parse, body, reason) => {
    expect(() => parse(body)).toThrow(reason);
  });

  test.each([
    ['a name that is no text', parseItemText, { name: 7 }],
    ['words without those that were seen', parseChangedText, { name: 'Slaw' }],
    ['a switch that is neither on nor off', parseShown, { shown: 'yes' }],
    ['an order of other items than were seen', parseOrder, { ids: ['sweet-corn'], seen: [] }],
    ['a version that is no number', parseVersion, { version: '1' }],
    ['no statement', parseChangedStatement, { seen: null }],
    ['a statement without words', parseChangedStatement, { statement: { ...statement, confirmedFor: {} } }],
  ])('is rejected for %s', (_case, parse, body) => {
    expect(() => parse(body)).toThrow(/^This could not be understood, so nothing has changed/);
  });
});
