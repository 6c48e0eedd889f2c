/** A place on Earth, in degrees. */
export interface Place {
  latitude: number;
  longitude: number;
}

const degrees = String.raw`(-?\d{1,3}(?:\.\d+)?)`;

/** How map services write a place into their addresses, the marked place before the middle of the map. */
const inAddress: readonly RegExp[] = [
  // Google Maps: the place itself.
  new RegExp(`!3d${degrees}!4d${degrees}`),
  new RegExp(
    String.raw`[?&](?:q|query|ll|sll|center|destination|daddr)=(?:loc:)?${degrees}(?:,|%2C)\+?${degrees}`,
    'i',
  ),
  new RegExp(String.raw`[?&]mlat=${degrees}&mlon=${degrees}`),
  // geo:-19.9,-43.9 (RFC 5870).
  new RegExp(`^geo:${degrees},${degrees}`, 'i'),
  new RegExp(`@${degrees},${degrees}`),
  new RegExp(String.raw`#map=[\d.]+/${degrees}/${degrees}`),
];

/** Degrees, minutes and seconds with the letter of their direction: 19°55'55.2"S. O is the west of Portuguese and Spanish. */
const dms =
  /(\d{1,3})\s*°\s*(?:(\d{1,2})\s*['′’]\s*)?(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:["″”]|'')\s*)?([NSEWOL])/gi;

function ofSexagesimal(text: string): Place | null {
  const parts = [...text.matchAll(dms)].map(([, whole = '0', minutes = '0', seconds = '0', letter = '']) => ({
    isLatitude: /[NS]/i.test(letter),
    value:
      (Number(whole) + Number(minutes) / 60 + Number(seconds.replace(',', '.')) / 3600) *
      (/[SWO]/i.test(letter) ? -1 : 1),
  }));
  const [first, second] = parts;
  if (parts.length !== 2 || !first || !second || first.isLatitude === second.isLatitude) return null;
  const [latitude, longitude] = first.isLatitude ? [first.value, second.value] : [second.value, first.value];
  return { latitude, longitude };
}

/** Two numbers: -19.93, -43.94, and as Portuguese and Spanish write them, -19,93; -43,94 or -19,93 -43,94. */
function ofNumbers(text: string): Place | null {
  const number = String.raw`([+-]?\d{1,3}(?:[.,]\d+)?)°?`;
  const found =
    /^\s*([+-]?\d{1,3}(?:\.\d+)?)°?\s*,\s*([+-]?\d{1,3}(?:\.\d+)?)°?\s*$/.exec(text) ??
    new RegExp(String.raw`^\s*${number}(?:\s*;\s*|\s*,\s+|\s+)${number}\s*$`).exec(text);
  if (!found) return null;
  const [latitude, longitude] = found.slice(1).map((part) => Number(part.replace(',', '.')));
  return { latitude: latitude!, longitude: longitude! };
}

function read(text: string): Place | null {
  for (const pattern of inAddress) {
    const found = pattern.exec(text);
    if (found) return { latitude: Number(found[1]), longitude: Number(found[2]) };
  }
  return ofSexagesimal(text) ?? ofNumbers(text);
}

/** A place as people copy it: two numbers, degrees and minutes, or the address of a map. Null where there is none on Earth. */
export function placeOf(text: string): Place | null {
  const place = read(text.trim());
  if (!place || Math.abs(place.latitude) > 90 || Math.abs(place.longitude) > 180) return null;
  const rounded = (value: number): number => Math.round(value * 1e6) / 1e6;
  return { latitude: rounded(place.latitude), longitude: rounded(place.longitude) };
}

/** The place on a map that everybody may open. */
export const mapOf = (latitude: number, longitude: number): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}`;
