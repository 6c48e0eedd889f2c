import type { ComponentProps, ReactNode } from 'react';
import { SkeletonItem, LazyComponent } from '../../../../ui/index.ts';
import type { FieldWidget } from '../../../core/form/field.ts';
import type { ControlProps } from '../context.ts';
import { FailedPart } from './FailedPart.tsx';
import { controls, lateControls, tallControls } from './controls.ts';

/** The control of a kind of field, loaded on demand unless most forms have it. */
export function FieldControl({ widget, ...props }: ControlProps & { widget: FieldWidget }) {
  const Control = controls[widget];
  if (Control !== undefined) return <Control {...props} />;
  return <LateControl widget={widget} {...props} />;
}

function LateControl({ widget, ...props }: ControlProps & { widget: FieldWidget }) {
  const part = lateControls[widget];
  if (part === undefined) return undefined;
  return (
    <LazyPart source={part} height={tallControls[widget]}>
      {(Control) => <Control {...props} />}
    </LazyPart>
  );
}

/** A part of a form whose code is loaded on demand; when that fails, a button loads it again. */
export function LazyPart<P>({
  height = 32,
  ...props
}: Pick<ComponentProps<typeof LazyComponent<P>>, 'source' | 'children'> & {
  /** Height while it loads, in pixels. */
  height?: number | undefined;
}): ReactNode {
  return (
    <LazyComponent
      {...props}
      fallback={
        <div data-late="">
          <SkeletonItem height={height} />
        </div>
      }
      renderFailed={(retry) => <FailedPart retry={retry} />}
    />
  );
}
