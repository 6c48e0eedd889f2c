import { isObject } from '../../../contracts/json.ts';
import type { FiredEvent } from '../contract.ts';
import { payloadDiagnostics } from './schema-diagnostics.ts';

/**
 * Holds a widget to the payloads that it declares: what breaks them is a mistake of the widget, which its developer must
 * see. Hosts of tests, stories and development servers use it as their `checkEvent`.
 * @throws Error naming widget, node, event, path and rule.
 */
export function assertDeclaredEvent({ document, node, spec, event, payload }: FiredEvent): void {
  const found = payloadDiagnostics(spec, event, plain(payload));
  if (found.length === 0) return;
  const rules = found.map(({ pointer, code, values }) =>
    `${pointer || '/'} ${code} ${Object.values(values).join(', ')}`.trim(),
  );
  throw new Error(
    `The widget "${spec.type}" (${document}, node "${node}") fired "${event}" with a payload that its schema refuses: ${rules.join('; ')}`,
  );
}

/** A copy in which files, which are objects of the browser, are what a schema says about them. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  if (Object.prototype.toString.call(value) === '[object File]') {
    const { name, size, type } = value;
    return { name, size, type };
  }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
}
