import { parseNumber } from './masks.ts';

/** Storage of a money field: its currency (BRL by default), and whether in whole cents. */
export interface MoneyKind {
  currency?: string;
  cents?: boolean;
}

/** Number of a currency's decimals: two, none for the yen. */
export function moneyDecimals({ currency = 'BRL' }: MoneyKind): number {
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  );
}

/** A currency's sign, like `R$`. */
export function moneySign({ currency = 'BRL' }: MoneyKind, locale: string): string {
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency }).formatToParts(0);
  return parts.find((part) => part.type === 'currency')?.value ?? currency;
}

/** An amount with its sign, like `R$ 1.234,50`. */
export function shownMoney(value: number, kind: MoneyKind, locale: string): string {
  const decimals = moneyDecimals(kind);
  const amount = kind.cents === true ? value / 10 ** decimals : value;
  return new Intl.NumberFormat(locale, { style: 'currency', currency: kind.currency ?? 'BRL' }).format(
    amount,
  );
}

/** An amount without its sign: grouped, with all its decimals. */
export function amountText(value: number, kind: MoneyKind, locale: string): string {
  const decimals = moneyDecimals(kind);
  const amount = kind.cents === true ? value / 10 ** decimals : value;
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(amount);
}

/** The stored value of a typed amount; null when it is none or has more decimals than the currency. */
export function typedMoney(text: string, kind: MoneyKind, locale: string): number | null {
  const sign = moneySign(kind, locale);
  const amount = parseNumber(text.replace(sign, ''), locale);
  if (amount === null) return null;
  const factor = 10 ** moneyDecimals(kind);
  const cents = Math.round(amount * factor);
  if (!Number.isSafeInteger(cents) || Math.abs(cents - amount * factor) > 1e-6) return null;
  return kind.cents === true ? cents : cents / factor;
}
