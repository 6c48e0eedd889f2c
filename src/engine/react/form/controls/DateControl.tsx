import { Button, makeStyles, Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import type { ButtonProps } from '@fluentui/react-components';
import { Calendar20Regular } from '@fluentui/react-icons/svg/calendar';
import { useRef, useState } from 'react';
import type { RefObject } from 'react';
import { wireDate } from '../../../../contracts/formats.ts';
import { LazyComponent, lazyComponent, useUnmount } from '../../../../ui/index.ts';
import { useText } from '../../hooks.ts';
import type { ControlProps } from '../context.ts';
import { maskDate, shownDate } from '../masks.ts';
import { FailedPart } from './FailedPart.tsx';
import { MaskedControl } from './MaskedControl.tsx';
import { asText } from './values.ts';

// As large as the calendar: it is positioned before the calendar's code arrives, and must not grow over the edge.
const useStyles = makeStyles({ surface: { boxSizing: 'border-box', minWidth: '252px', minHeight: '284px' } });

const dateCalendar = lazyComponent(() => import('./DateCalendar.tsx'));

/**
 * A date: typed as DD/MM/YYYY or chosen in a calendar, stored as YYYY-MM-DD. Text that is no date is the value as typed
 * and fails validation.
 */
export function DateControl(props: ControlProps) {
  const t = useText();
  const value = asText(props.value);
  // A popover costs more than the rest of the field, so it is rendered when it is first opened.
  const [asked, setAsked] = useState(false);
  const button = {
    appearance: 'transparent',
    size: 'small',
    // Not by its name: forms with dates are many, and the file of the rarer icons is large.
    icon: <Calendar20Regular aria-hidden />,
    'aria-label': t('form.calendar', { field: props.label }),
  } as const;
  const calendar =
    props.readOnly || props.disabled ? undefined : asked ? (
      <OpenCalendar label={props.label} value={value} onChoose={props.onChange} button={button} />
    ) : (
      <Button {...button} aria-haspopup="dialog" aria-expanded={false} onClick={() => setAsked(true)} />
    );
  return (
    <MaskedControl
      {...props}
      placeholder={props.placeholder ?? t('form.datePlaceholder')}
      mask={maskDate}
      shown={shownDate(value)}
      onText={(text) => props.onChange(text === '' ? undefined : (wireDate(text) ?? text))}
      {...(calendar === undefined ? {} : { contentAfter: calendar })}
    />
  );
}

/** The calendar at its button, open at first, as a press of the button renders it. */
function OpenCalendar({
  label,
  value,
  onChoose,
  button,
}: {
  label: string;
  value: string;
  onChoose(date: string): void;
  button: ButtonProps;
}) {
  const styles = useStyles();
  const [open, setOpen] = useState(true);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <Popover open={open} onOpenChange={(_, change) => setOpen(change.open)} trapFocus positioning="below-end">
      <PopoverTrigger disableButtonEnhancement>
        <Button {...button} ref={trigger} />
      </PopoverTrigger>
      <PopoverSurface aria-label={label} className={styles.surface}>
        <FocusReturn to={trigger} />
        <LazyComponent source={dateCalendar} renderFailed={(retry) => <FailedPart retry={retry} />}>
          {(DateCalendar) => (
            <DateCalendar
              value={value}
              onChoose={(date) => {
                onChoose(date);
                setOpen(false);
              }}
              onDismiss={() => setOpen(false)}
            />
          )}
        </LazyComponent>
      </PopoverSurface>
    </Popover>
  );
}

/** Returns the focus to the calendar's button: the one that was pressed first is another. */
function FocusReturn({ to }: { to: RefObject<HTMLElement | null> }): null {
  useUnmount(() => {
    if (document.activeElement === null || document.activeElement === document.body) to.current?.focus();
  });
  return null;
}
