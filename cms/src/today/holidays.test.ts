import { expect, test } from 'vitest';
import { readReason } from '../shared/hours/specialDays';
import { listHolidays } from './holidays';

const listYear = (year: number) => listHolidays(`${year}-01-01`, `${year}-12-31`);
const findDates = (name: string, years: number[]) =>
  years.map((year) =>
    listYear(year)
      .find((holiday) => holiday.name === name)
      ?.date.slice(5),
  );

/** From the calendar that the Office of Personnel Management publishes: the days of 5 U.S.C. 6103, not the observed ones. */
const FEDERAL = {
  'New Year’s Day': ['01-01', '01-01', '01-01', '01-01', '01-01'],
  'Martin Luther King Jr. Day': ['01-15', '01-20', '01-19', '01-18', '01-17'],
  'Presidents’ Day': ['02-19', '02-17', '02-16', '02-15', '02-21'],
  'Memorial Day': ['05-27', '05-26', '05-25', '05-31', '05-29'],
  Juneteenth: ['06-19', '06-19', '06-19', '06-19', '06-19'],
  'Independence Day': ['07-04', '07-04', '07-04', '07-04', '07-04'],
  'Labor Day': ['09-02', '09-01', '09-07', '09-06', '09-04'],
  'Columbus Day': ['10-14', '10-13', '10-12', '10-11', '10-09'],
  'Veterans Day': ['11-11', '11-11', '11-11', '11-11', '11-11'],
  Thanksgiving: ['11-28', '11-27', '11-26', '11-25', '11-23'],
  Christmas: ['12-25', '12-25', '12-25', '12-25', '12-25'],
};
const CUSTOMARY = {
  'Valentine’s Day': ['02-14', '02-14', '02-14', '02-14', '02-14'],
  'Mother’s Day': ['05-12', '05-11', '05-10', '05-09', '05-14'],
  Easter: ['03-31', '04-20', '04-05', '03-28', '04-16'],
  Halloween: ['10-31', '10-31', '10-31', '10-31', '10-31'],
  'Christmas Eve': ['12-24', '12-24', '12-24', '12-24', '12-24'],
  'New Year’s Eve': ['12-31', '12-31', '12-31', '12-31', '12-31'],
};

test.each(Object.entries({ ...FEDERAL, ...CUSTOMARY }))('knows %s from 2024 to 2028', (name, dates) => {
  expect(findDates(name, [2024, 2025, 2026, 2027, 2028])).toEqual(dates);
});

test('lists no other holidays, in their order and each once', () => {
  const dates = listYear(2026).map(({ date }) => date);
  expect(dates).toEqual([...new Set(dates)].sort());
  expect(dates).toHaveLength(Object.keys({ ...FEDERAL, ...CUSTOMARY }).length);
});

test('finds the earliest and the latest Easter, and those that the corrections of the moon move', () => {
  const easters = {
    1818: '03-22',
    1943: '04-25',
    1954: '04-18',
    1981: '04-19',
    2000: '04-23',
    2008: '03-23',
    2038: '04-25',
    2049: '04-18',
    2076: '04-19',
    2100: '03-28',
    2285: '03-22',
  };
  expect(findDates('Easter', Object.keys(easters).map(Number))).toEqual(Object.values(easters));
});

test('lists the holidays of two weeks across New Year, with both ends', () => {
  expect(listHolidays('2026-12-24', '2027-01-01')).toEqual([
    { name: 'Christmas Eve', date: '2026-12-24' },
    { name: 'Christmas', date: '2026-12-25' },
    { name: 'New Year’s Eve', date: '2026-12-31' },
    { name: 'New Year’s Day', date: '2027-01-01' },
  ]);
  expect(listHolidays('2026-12-26', '2026-12-30')).toEqual([]);
});

test('each name is a reason as guests read it', () => {
  for (const { name } of listYear(2026)) {
    expect(readReason(name)).toBe(name);
    // The longest reason that the form accepts.
    expect(name.length).toBeLessThanOrEqual(40);
  }
});
