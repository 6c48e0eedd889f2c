import { useEffect, useId, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import type { Json } from '../../../src/contracts/json.ts';
import { StateField } from '../../../src/engine/react/index.ts';
import { Choice } from '../../../src/ui/index.ts';
import type { Column } from '../columns.ts';
import { editText, optionsOf } from './edit-values.ts';
import type { ChosenValue, EditExit } from './edit-values.ts';

/**
 * Control of a cell with options: a list of few, which is open at once, or those that come from elsewhere, searched as in
 * forms. Choosing one accepts it.
 */
export default function OptionsEditor({
  column,
  raw,
  onDone,
}: {
  column: Column;
  raw: unknown;
  onDone(chosen: string | ChosenValue | null, exit: EditExit): void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const done = useRef(false);
  const opened = useRef(false);
  const id = useId();
  useEffect(() => {
    const around = box.current;
    if (!around) return undefined;
    const focus = () => {
      const control = around.querySelector<HTMLElement>('input, select, [role=combobox]');
      control?.focus();
      if (control instanceof HTMLButtonElement && !opened.current) control.click();
      opened.current = true;
      return control !== null;
    };
    if (focus()) return undefined;
    // The texts of the control are loaded first.
    const observer = new MutationObserver(() => focus() && observer.disconnect());
    observer.observe(around, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  const finish = (chosen: string | ChosenValue | null, exit: EditExit) => {
    if (done.current) return;
    done.current = true;
    onDone(chosen, exit);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The arrows and Enter are the list's, not the grid's.
    event.stopPropagation();
    if (event.key !== 'Escape' && event.key !== 'Tab') return;
    event.preventDefault();
    finish(null, event.key === 'Escape' ? 'cell' : event.shiftKey ? 'previous' : 'next');
  };
  const { options } = column.edit ?? {};
  const label = column.title ?? column.field;
  return (
    <div
      ref={box}
      role="presentation"
      data-control=""
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (!box.current?.contains(relatedTarget)) finish(null, 'none');
      }}
    >
      {options && !Array.isArray(options) ? (
        <StateField
          bare
          quietLabel
          id={id}
          settings={{ control: 'combobox', label, options }}
          value={raw as Json}
          onChange={(value) => finish({ value }, 'cell')}
        />
      ) : (
        <Choice
          aria-label={label}
          {...(column.edit?.required ? {} : { placeholder: '–' })}
          value={editText(column, raw)}
          options={optionsOf(column)}
          onChange={(text) => finish(text, 'cell')}
        />
      )}
    </div>
  );
}
