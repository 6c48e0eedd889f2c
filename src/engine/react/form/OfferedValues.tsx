import { useEffect, useRef } from 'react';
import type { Json } from '../../../contracts/json.ts';
import type { InputChoices } from '../../core/form/field.ts';
import { ControlContext } from './context.ts';
import { useOptions } from './controls/useOptions.ts';
import { useServerOptions } from './controls/useServerOptions.ts';
import { useScreenSurroundings } from './screen-controls.ts';

/** Whether the values of a control are among its options. */
export interface OfferedResult {
  /** False while the options are loading. */
  settled: boolean;
  /** Values that the options do not have, as people read them. */
  missing: readonly { value: Json; label: string }[];
}

interface OfferedValuesProps {
  options: InputChoices;
  values: readonly Json[];
  /** False while what the options depend on is about to change. */
  current: boolean;
  onChecked(result: OfferedResult): void;
}

/** Compares the values of a control outside of forms with its options, whenever one of them changes. Renders nothing. */
export function OfferedValues(props: OfferedValuesProps) {
  return (
    <ControlContext value={useScreenSurroundings()}>
      <Check {...props} />
    </ControlContext>
  );
}

const nothing: readonly string[] = [];

function Check({ options, values, current, onChecked }: OfferedValuesProps) {
  const written = useOptions(options, null);
  const { remote } = written;
  const sent = useServerOptions(remote, values.length > 0, '', nothing);
  const found = remote === null ? { ...written, options: written.list, loadMore: null } : sent;
  // Labels of options that are gone, which say what was removed.
  const labels = useRef(new Map<string, string>());
  useEffect(() => {
    for (const { value, label } of found.options) labels.current.set(String(value), label);
    // A failed load says nothing about the values; the control offers to try again.
    if (values.length === 0 || found.status === 'error') {
      onChecked({ settled: true, missing: [] });
      return;
    }
    if (!current || (found.status !== 'ready' && found.status !== 'waiting')) {
      onChecked({ settled: false, missing: [] });
      return;
    }
    const offered = new Set(
      found.status === 'waiting' ? [] : found.options.map(({ value }) => String(value)),
    );
    const missing = values.filter((value) => !offered.has(String(value)));
    if (missing.length > 0 && found.loadMore) {
      onChecked({ settled: false, missing: [] });
      found.loadMore();
      return;
    }
    onChecked({
      settled: true,
      missing: missing.map((value) => ({
        value,
        label: labels.current.get(String(value)) ?? String(value),
      })),
    });
  });
  return null;
}
