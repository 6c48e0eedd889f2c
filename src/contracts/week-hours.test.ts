import { expect, it } from 'vitest';
import { weekHoursErrors } from './week-hours.ts';

it('names every day whose hours make no sense, at the field to correct', () => {
  const errors = weekHoursErrors({
    mondayFrom: '08:00',
    mondayTo: '18:00',
    tuesdayFrom: '18:00',
    tuesdayTo: '08:00',
    wednesdayFrom: '08:00',
    wednesdayTo: null,
    thursdayTo: '12:00',
    fridayFrom: '25:00',
    fridayTo: '8h',
    saturdayFrom: '09:00',
    saturdayTo: '09:00',
    sundayFrom: '',
    sundayTo: '',
  });
  expect(errors.map(({ path, key }) => `${path} ${key.split('.').at(-1)}`)).toEqual([
    '/tuesdayTo order',
    '/wednesdayTo pair',
    '/thursdayFrom pair',
    '/fridayFrom time',
    '/fridayTo time',
    '/saturdayTo order',
  ]);
});
