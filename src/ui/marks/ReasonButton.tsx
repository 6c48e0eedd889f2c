import { Button, type ButtonProps } from '@fluentui/react-components';
import { useTooltip } from '../dialogs/useTooltip.tsx';

/** A button that cannot be pressed says why: in a tooltip, on hover and on focus, and to screen readers. */
export function ReasonButton({
  reason,
  disabledFocusable = false,
  ...props
}: ButtonProps & {
  /** Why it cannot be pressed now; empty while it can. */
  reason: string;
}) {
  const {
    trigger: { 'aria-label': _name, ...trigger },
    tooltip,
  } = useTooltip(reason);
  const isOff = reason !== '';
  return (
    <>
      <Button
        {...props}
        {...(isOff && trigger)}
        disabledFocusable={disabledFocusable || isOff}
        aria-description={isOff ? reason : undefined}
      />
      {isOff && tooltip}
    </>
  );
}
