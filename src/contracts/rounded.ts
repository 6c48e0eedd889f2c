const byDigits = new Map<number, Intl.NumberFormat>();

/** A number with so many decimals at most, rounded as number formats do: a half goes away from zero. */
export function rounded(value: number, digits: number): number {
  let format = byDigits.get(digits);
  if (!format) {
    format = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: digits });
    byDigits.set(digits, format);
  }
  // A zero has no sign.
  return Number(format.format(value)) + 0;
}

/** A number as a format writes it; the share of a percentage has two decimals more. */
export function roundedBy(format: Intl.NumberFormat, value: number): number {
  const { style, maximumFractionDigits = 0 } = format.resolvedOptions();
  return rounded(value, maximumFractionDigits + (style === 'percent' ? 2 : 0));
}
