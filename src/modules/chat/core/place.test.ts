import { expect, it } from 'vitest';
import { placeOf } from './place.ts';

it.each([
  ['-19.932, -43.938', -19.932, -43.938],
  ['-19.932,-43.938', -19.932, -43.938],
  [' 48.8584 2.2945 ', 48.8584, 2.2945],
  ['-19,932; -43,938', -19.932, -43.938],
  ['-19,932 -43,938', -19.932, -43.938],
  ['-19,932, -43,938', -19.932, -43.938],
  [`19°55'55.2"S 43°56'16.8"W`, -19.932, -43.938],
  ['19° 55′ 55,2″ S, 43° 56′ 16,8″ O', -19.932, -43.938],
  ['geo:-19.932,-43.938?z=17', -19.932, -43.938],
  ['https://www.google.com/maps?q=-19.932,-43.938', -19.932, -43.938],
  ['https://maps.google.com/?q=loc:-19.932,-43.938&z=17', -19.932, -43.938],
  ['https://www.google.com/maps/search/?api=1&query=-19.932%2C-43.938', -19.932, -43.938],
  // The place, not the middle of the map.
  [
    'https://www.google.com/maps/place/Molde/@-19.9,-43.9,17z/data=!3m1!4b1!3d-19.932!4d-43.938',
    -19.932,
    -43.938,
  ],
  ['https://www.google.com/maps/@-19.932,-43.938,17z', -19.932, -43.938],
  ['https://www.openstreetmap.org/?mlat=-19.932&mlon=-43.938#map=17/-19.9/-43.9', -19.932, -43.938],
  ['https://www.openstreetmap.org/#map=17/-19.932/-43.938', -19.932, -43.938],
])('%s is a place', (text, latitude, longitude) => {
  expect(placeOf(text)).toEqual({ latitude, longitude });
});

it.each(['', 'Rua da Bahia, 1148', '91, 10', '10, 181', '10', '1, 2, 3', 'https://maps.app.goo.gl/abc'])(
  '"%s" is none',
  (text) => {
    expect(placeOf(text)).toBeNull();
  },
);
