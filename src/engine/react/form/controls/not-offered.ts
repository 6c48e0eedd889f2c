import { isScalar, type Json } from '../../../../contracts/json.ts';
import type { useText } from '../../hooks.ts';
import type { Allowed, InputOptions, ShownOption } from './useOptions.ts';

/**
 * The chosen values that are not among a control's options, or that a rule has taken away, as options whose label says so: the
 * person sees them and can take them away. Options that the server searches are not all here, so of these only a rule's are known.
 */
export function notOffered(
  { known, list, remote, status }: InputOptions,
  allowed: Allowed,
  value: Json | undefined,
  t: ReturnType<typeof useText>,
): ShownOption[] {
  const offered = new Set(list.map((option) => String(option.value)));
  const isGone = (one: string | number | boolean) =>
    (allowed !== null && !allowed.includes(one)) ||
    (remote === null && status === 'ready' && !offered.has(String(one)));
  const values: readonly Json[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return values.filter(isScalar).flatMap((one) => {
    if (one === '' || !isGone(one)) return [];
    const label = known.find((option) => option.value === one)?.label ?? String(one);
    return [{ value: one, label: t('form.notOffered', { label }) }];
  });
}
