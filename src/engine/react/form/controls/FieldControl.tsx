import type { ComponentProps, ReactNode } from 'react';
import { SkeletonItem, ErrorNotice, LazyComponent } from '../../../../ui/index.ts';
import type { FieldWidget } from '../../../core/form/field.ts';
import { useText } from '../../hooks.ts';
import type { ControlProps } from '../context.ts';
import { controls, lateControls } from './controls.ts';

/** The control of a kind of field, loaded on demand unless most forms have it. */
export function FieldControl({ widget, ...props }: ControlProps & { widget: FieldWidget }) {
  const Control = controls[widget];
  if (Control !== undefined) return <Control {...props} />;
  return <LateControl widget={widget} {...props} />;
}

function LateControl({ widget, ...props }: ControlProps & { widget: FieldWidget }) {
  const part = lateControls[widget];
  return part && <LazyPart source={part}>{(Control) => <Control {...props} />}</LazyPart>;
}

/** A part of a form whose code is loaded on demand; when that fails, a button loads it again. */
export function LazyPart<P>(
  props: Pick<ComponentProps<typeof LazyComponent<P>>, 'source' | 'children'>,
): ReactNode {
  const t = useText();
  return (
    <LazyComponent
      {...props}
      fallback={<SkeletonItem height={32} />}
      renderFailed={(retry) => (
        <ErrorNotice
          compact
          title={t('form.partFailed')}
          retry={{ text: t('widgets.form.retry'), onRetry: retry }}
        />
      )}
    />
  );
}
