import { Button, makeStyles, Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { useState } from 'react';
import { wireDate } from '../../../../contracts/formats.ts';
import { ErrorNotice, Icon, LazyPart, lazyPart } from '../../../../ui/index.ts';
import { useText } from '../../hooks.ts';
import type { ControlProps } from '../context.ts';
import { maskDate, shownDate } from '../masks.ts';
import { MaskedControl } from './MaskedControl.tsx';
import { asText } from './values.ts';

// As large as the calendar from the start: it is placed before the calendar is there, and would grow over the edge.
const useStyles = makeStyles({ surface: { boxSizing: 'border-box', minWidth: '252px', minHeight: '284px' } });

const dateCalendar = lazyPart(() => import('./DateCalendar.tsx'));

/**
 * A date: typed as DD/MM/YYYY or chosen in a calendar, kept as YYYY-MM-DD. What is typed stays as it is, also when it
 * is no date: then it is the value that the checks find fault with.
 */
export function DateControl(props: ControlProps) {
  const styles = useStyles();
  const t = useText();
  const [open, setOpen] = useState(false);
  const value = asText(props.value);
  const calendar =
    props.readOnly || props.disabled ? undefined : (
      <Popover
        open={open}
        onOpenChange={(_, change) => setOpen(change.open)}
        trapFocus
        positioning="below-end"
      >
        <PopoverTrigger disableButtonEnhancement>
          <Button
            appearance="transparent"
            size="small"
            icon={<Icon name="calendar" />}
            aria-label={t('form.calendar', { field: props.label })}
          />
        </PopoverTrigger>
        <PopoverSurface aria-label={props.label} className={styles.surface}>
          <LazyPart
            part={dateCalendar}
            renderFailed={(retry) => (
              <ErrorNotice
                compact
                title={t('form.partFailed')}
                retry={{ text: t('form.retry'), onRetry: retry }}
              />
            )}
          >
            {(DateCalendar) => (
              <DateCalendar
                value={value}
                onChoose={(date) => {
                  props.onChange(date);
                  setOpen(false);
                }}
              />
            )}
          </LazyPart>
        </PopoverSurface>
      </Popover>
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
