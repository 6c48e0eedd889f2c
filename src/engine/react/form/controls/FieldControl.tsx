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
  const t = useText();
  const part = lateControls[widget];
  if (part === undefined) return null;
  return (
    <LazyComponent
      source={part}
      fallback={<SkeletonItem height={32} />}
      renderFailed={(retry) => (
        <ErrorNotice compact title={t('form.partFailed')} retry={{ text: t('form.retry'), onRetry: retry }} />
      )}
    >
      {(Control) => <Control {...props} />}
    </LazyComponent>
  );
}
